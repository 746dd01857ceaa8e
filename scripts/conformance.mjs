// Place of the run of the official conformance suite against the lab's own server.
console.log("conformance: not run, there is no server yet");
