/**
 * For each row whose goal is missed: what was tried, and what it would cost to go on. The page quotes them.
 * @type {Readonly<Record<string, string>>}
 */
export const NOTES = {
  "start-stdio":
    "half of a start was V8 reading and compiling 260 kB of source; the build now keeps what V8 compiled, what one command needs stands in few files, and these are ASCII (one other character doubles the memory of a source). What is left beyond a bare start is Node.js opening stdin and stdout as streams (a quarter of it) and the schemas of the tools, which are made when they are loaded. To make those only for the first call of a fault tool would split the tools from their declarations.",
  "start-discover": "the answer is built like that of `initialize`; the difference is within the spread.",
  "start-http":
    "beside what stdio pays, Node.js loads `node:http` (1.15 to 1.2 bare starts by itself), which the floor pays, too.",
  version: "nothing of the command is loaded for it; what is left is the process.",
  help: "`node:util` loads its parser of arguments, a twentieth of a start. A parser of our own would spare it and be one more thing to get wrong.",
  demo: "the whole way is real: scenario, client, server, HTTP, report. Loading and compiling was most of it, and is now halved by the code that the build keeps. To go on means to load the client, the server and the runner in parts.",
  run: "the same as of `demo`, and the files of the scenario.",
  "run-stdio":
    "the child is started as soon as the line is understood, before the scenario is read, and neither end loads the code of the other (3.8 before that). What is left: the runner's own start, Node.js loading `child_process` and its streams (a quarter of a bare start), the start of the server, and the end of both processes one after the other.",
  "stdio-rate-legacy-1":
    "one message at a time costs two switches between processes; the floor, which checks nothing, comes no nearer.",
  "stdio-rate-modern-1":
    "one message at a time costs two switches between processes; the floor, which checks nothing, comes no nearer.",
  "stdio-rate-legacy-16":
    "six lines leave in one write, so that the reader works while the next are made (one write for all of a read: a fifth slower). The raw pipe echoes bytes that it does not parse: what is left is the write that wakes the reader, `JSON.parse` and `JSON.stringify`, which the floor pays, too.",
  "stdio-rate-modern-16":
    "six lines leave in one write, so that the reader works while the next are made (one write for all of a read: a fifth slower). The raw pipe echoes bytes that it does not parse: what is left is the write that wakes the reader, `JSON.parse` and `JSON.stringify`, which the floor pays, too, and the envelope of the modern era in both directions.",
  "stdio-cpu-1":
    "with one call at a time most of the CPU is spent on waking a process that sleeps, for the raw pipe as for everybody: the dearer that is on a machine, the nearer to each other they all come.",
  "stdio-cpu-16":
    "each message is checked against the specification, classified, and asked about by the plan of faults; each of these was measured and written out where a copy cost more than the work.",
  "http-rate-legacy-1": "see the CPU for each call.",
  "http-rate-modern-1": "see the CPU for each call.",
  "http-rate-legacy-16": "see the CPU for each call.",
  "http-rate-modern-16": "see the CPU for each call.",
  "http-rate-legacy-64": "see the CPU for each call.",
  "http-rate-modern-64": "see the CPU for each call.",
  "http-cpu-legacy":
    "one `end()` with a length for each answer, headers read one by one as they are needed, no conversion to web requests. What is left is the guard of host, origin and session, the parsed message and its exchange; nothing of it is optional.",
  "http-cpu-modern":
    "as in the legacy era, and the headers that mirror the envelope, which have to be compared with it.",
  "fault-tool-stdio":
    "an exchange under a fault goes through iterators, frames and a sink of its own. Marks are made only for a recording, whole answers of one turn leave together. What is left are the turns of the promises between fault, encoder and sink.",
  "fault-tool-http": "as on stdio; head and body leave in one write.",
  "fault-rule-stdio": "as of a fault tool, and the line on stderr about what fired, at most 50 writes a second.",
  "fault-rule-http": "as of a fault tool, and the line on stderr about what fired, at most 50 writes a second.",
  "memory-start": "the bundle and its compiled code; nothing is made before it is needed.",
  "memory-stdio": "see the memory over HTTP.",
  "memory-http":
    "V8 lets the heap for new objects grow with the number of calls; the server keeps it at its size from a quarter of a second on. What grew before that stays.",
  "rules-names": "rules are found by method and name; the difference is within the spread.",
  "rules-conditions":
    "rules are found by exchange, session, connection, client and name; the difference is the look-up by each of these.",
  "rules-one-acts": "as of one rule that acts: the others are not looked at.",
};
