/** Finds out whether a server can listen, and why not: the native server does not report it. */
import { type AddressInfo, createServer } from "node:net";
import { type Fault, unusableData } from "@tandem/primitives";

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

/** Returns the error of a server that cannot listen, with the reason and the remedy. */
export async function cannotListen(host: string, port: number): Promise<Fault> {
  const found = await tryPort(host, port);
  const reason = "reason" in found ? found.reason : taken;
  return unusableData(`cannot listen on ${host}:${port}: ${reason}`);
}

/**
 * Returns a port on which nothing listens: the native server would share it with another process
 * without an error if several threads listen on it.
 * @param port 0 selects one.
 * @throws {Fault} `unusable-data` if the address or its port is not available.
 */
export async function freePort(host: string, port: number): Promise<number> {
  const found = await tryPort(host, port);
  if ("reason" in found) throw await cannotListen(host, port);
  return found.port;
}

/** A port that was free now, or the reason why it is not. */
type FoundPort = { readonly port: number } | { readonly reason: string };

function tryPort(host: string, port: number): Promise<FoundPort> {
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
