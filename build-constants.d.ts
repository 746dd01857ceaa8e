/** The version in package.json, written into the code when it is bundled (and by the test runner's configuration). */
declare const __VERSION__: string;
