const argument = process.argv[2];

if (argument === "--version" || argument === "-v") process.stdout.write(`${__VERSION__}\n`);
else {
  process.stderr.write("mcp-failure-lab: nothing but --version is built yet\n");
  process.exitCode = 1;
}
