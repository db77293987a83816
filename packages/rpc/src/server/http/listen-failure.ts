/** Determines why a server cannot listen: the native server does not report it. */
import { createServer } from "node:net";

const absent =
  "this machine has no such address; 127.0.0.1 is the loopback address, and 0.0.0.0 stands for all addresses";

/** The remedy for each error of the system. */
const reasons: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: absent,
  ENOTFOUND: absent,
  EAI_AGAIN: absent,
  EINVAL: absent,
  EACCES: "this user may not use the port; every user may use ports from 1024 on",
};

const taken = "stop what uses the port, or choose another";

/** Returns the reason and the remedy. */
export function reasonNotToListen(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
      resolve(reasons[code] ?? taken);
    });
    // A port that is free now was in use before.
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(taken)));
  });
}
