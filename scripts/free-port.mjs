// Finds a port for a program that cannot choose one itself, or that is started again at the same one.
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:net";

/** Ports that systems give to nobody who does not ask for them. */
const [lowestPort, highestPort] = [10_000, 32_000];

/**
 * Returns a port of this machine that is free. No connection gets it as its own until a server listens at it, not even one
 * that attempts to reach the server, and no server that listens at any free port.
 */
export async function freePort() {
  for (;;) {
    const port = randomInt(lowestPort, highestPort);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    server.close();
    if (isFree) return port;
  }
}
