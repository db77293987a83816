/** Finds out whether a server can listen, and why not. */
import { type AddressInfo, createServer } from "node:net";
import { hostAndPort } from "./host-and-port.js";

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

const taken = "stop what uses the port, or choose another: --port 0 takes a free one";

/** A port that was free now, or the reason why it is not. */
type FoundPort = { readonly port: number } | { readonly reason: string };

/** Listens on a port for a moment. @param port 0 selects one. */
export function tryPort(host: string, port: number): Promise<FoundPort> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
      resolve({ reason: reasons[code] ?? taken });
    });
    server.listen({ host, port, exclusive: true }, () => {
      const { port: found } = server.address() as AddressInfo;
      server.close(() => resolve({ port: found }));
    });
  });
}

/** Returns a sentence about a server that cannot listen, with the reason and the remedy. */
export async function listenFailure(host: string, port: number): Promise<string> {
  const found = await tryPort(host, port);
  const reason = "reason" in found ? found.reason : taken;
  return `cannot listen on ${hostAndPort(host, port)}: ${reason}`;
}
