import { SHUTDOWN_GRACE_MS } from "../base/limits.ts";
import type { Clock } from "../base/clock.ts";
import { LabError } from "../base/errors.ts";
import type { FaultServer } from "./fault-server.ts";
import { ListenerOutage } from "./listener-outage.ts";

export interface ListenOptions {
  /** Name or address to bind; IPv6 without brackets. */
  readonly host: string;
  /** 0 takes a free port. */
  readonly port: number;
  readonly path: string;
  readonly clock: Clock;
  /** Hears that its address was taken during an outage; it tries again until it is free. */
  readonly onError?: ((error: LabError) => void) | undefined;
}

export interface Listening {
  /** Where the server is reached, with the port that was bound. */
  readonly url: string;
  /** Cuts every connection in the middle, as the end of a process does. */
  cut(): void;
  /** Closes the listener and the server; what has not left after 1.5 s is cut. Idempotent. */
  close(cause?: "SIGINT" | "SIGTERM"): Promise<void>;
}

/** Opens a real socket for a fault server. Throws a `LabError` where the address cannot be bound. */
export async function listenOnSocket(server: FaultServer, options: ListenOptions): Promise<Listening> {
  // node:http costs a fifth of a start and is needed by nothing else.
  const { listen } = await import("../transports/http/node-listener.ts");
  const { host, port, path, clock } = options;
  const face = await server.http();
  await face.start();
  const listener = await listen(host, port, face).catch((error: NodeJS.ErrnoException) => {
    throw bindError(error, host, port);
  });
  if (WILDCARDS.includes(listener.address)) {
    listener.stop();
    await server.close();
    throw new LabError("invalid_arguments", `The name ${host} stands for every address of this machine`, {
      hint: "Name one address; 127.0.0.1 is for this machine alone",
    });
  }
  const outage = new ListenerOutage({
    listener,
    clock,
    forgetSessions: () => face.forgetSessions(),
    onTaken: (error) => options.onError?.(bindError(error, host, listener.port)),
  });
  face.outages.handle((frame) => outage.begin(frame));
  let closed: Promise<void> | undefined;
  const close = async (cause?: "SIGINT" | "SIGTERM"): Promise<void> => {
    outage.close();
    listener.stop();
    const stopWaiting = clock.after(SHUTDOWN_GRACE_MS, () => listener.destroy());
    await server.close(cause);
    await listener.drained;
    stopWaiting();
  };
  const name = host.includes(":") ? `[${host}]` : host;
  return {
    url: `http://${name}:${listener.port}${path}`,
    cut: () => listener.destroy(),
    close: (cause) => (closed ??= close(cause)),
  };
}

/** What a name may resolve to although it does not look like it. */
const WILDCARDS: readonly string[] = ["0.0.0.0", "::"];

function bindError(error: NodeJS.ErrnoException, host: string, port: number): LabError {
  const where = `${host}:${port}`;
  switch (error.code) {
    case "EADDRINUSE":
      return new LabError("invalid_arguments", `Port ${port} on ${host} is taken`, {
        hint: "Choose another --port; 0 takes a free one",
        cause: error,
      });
    case "EACCES":
      return new LabError("invalid_arguments", `Not allowed to listen on ${where}`, {
        hint: "Choose a --port of 1024 or more",
        cause: error,
      });
    case "EADDRNOTAVAIL":
      return new LabError("invalid_arguments", `${host} is no address of this machine`, {
        hint: "Choose another --host",
        cause: error,
      });
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new LabError("invalid_arguments", `The name ${host} cannot be resolved`, {
        hint: "Choose another --host",
        cause: error,
      });
    default:
      return new LabError("invalid_arguments", `Cannot listen on ${where}: ${error.message}`, { cause: error });
  }
}
