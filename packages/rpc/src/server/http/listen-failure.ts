/** Reports a port on which a server cannot listen: the native server does not tell why. */
import { type Fault, unusableData } from "@tandem/primitives";
import { listenFailure, tryPort } from "@tandem/runtime";

/** Returns the error of a server that cannot listen, with the reason and the remedy. */
export const cannotListen = async (host: string, port: number): Promise<Fault> =>
  unusableData(await listenFailure(host, port));

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
