/**
 * Serves a chain in this process with a real server, so that blocks can be imported while clients
 * listen.
 */

import { createBackend } from "@tandem/node";
import type { StoredBlock } from "@tandem/primitives";
import { type RpcServer, startRpcServer, type Transport } from "@tandem/rpc";
import { silentLogger, steadyClock, systemClock } from "@tandem/runtime";
import { createWorld, restartsOf, type World, type WorldOptions } from "../world.js";

export interface ServedWorld extends World {
  readonly server: RpcServer;
}

/** @param transport the HTTP server; by default the environment decides. */
export async function serveWorld(
  options: WorldOptions = {},
  transport?: Transport,
): Promise<ServedWorld> {
  const world = await createWorld(options);
  const { chain, store } = world;
  const server = await startRpcServer({
    backend: createBackend({
      chain,
      store,
      clientVersion: "Tandem/test",
      leaving: new AbortController().signal,
      restarts: restartsOf(chain),
    }),
    host: "127.0.0.1",
    port: 0,
    ...(transport === undefined ? {} : { transport }),
    apiKeys: [],
    logger: silentLogger,
    clock: systemClock,
    steadyClock,
  });
  return {
    ...world,
    server,
    async destroy() {
      await server.close();
      await world.destroy();
    },
  };
}

/** Sends the transactions and mines one block with them. */
export async function mineWith(world: World, raws: readonly Uint8Array[]): Promise<StoredBlock> {
  for (const raw of raws) await world.chain.submit(raw);
  return world.chain.miner.mine();
}
