type Environment = Readonly<Record<string, string | undefined>>;

const SAFE = ["HOME", "LOGNAME", "PATH", "SHELL", "TERM", "USER"];
/** Without these nothing starts on Windows. */
const SAFE_ON_WINDOWS = ["APPDATA", "LOCALAPPDATA", "PATHEXT", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "USERPROFILE"];

/** What a server under test gets of the runner's environment (SPEC 5), and what is named for it. */
export function childEnvironment(runner: Environment, named: Readonly<Record<string, string>>): Record<string, string> {
  const names = process.platform === "win32" ? [...SAFE, ...SAFE_ON_WINDOWS] : SAFE;
  const environment: Record<string, string> = {};
  for (const name of names) {
    const value = runner[name];
    if (value !== undefined) environment[name] = value;
  }
  return { ...environment, ...named };
}
