/**
 * A call in the main thread ends when its client leaves, over every transport. The clock of this chain
 * stands still, so that no time limit ends it.
 */
import assert from "node:assert/strict";
import { once } from "node:events";
import { request } from "node:http";
import { after, before, describe, it } from "node:test";
import { createBackend } from "@tandem/node";
import { fromHex, toHex } from "@tandem/primitives";
import { type RpcServer, startRpcServer, type Transport } from "@tandem/rpc";
import { silentLogger, steadyClock, systemClock } from "@tandem/runtime";
import type { Executor } from "@tandem/state";
import { WebSocket } from "ws";
import { within } from "../../support/eventually.js";
import { lacksNativeServer } from "../../support/processes/native-server.js";
import { type Promised, promised } from "../../support/promised.js";
import { createWorld, restartsOf, type World, worldSpec } from "../../support/world.js";

const loop = new Uint8Array(20).fill(0x1f);
const spec = {
  ...worldSpec,
  genesis: {
    ...worldSpec.genesis,
    gasLimit: 10n ** 13n,
    accounts: [{ address: loop, balance: 0n, code: fromHex("0x5b600056") }],
  },
};
const endless = {
  jsonrpc: "2.0",
  id: 1,
  method: "eth_call",
  params: [{ to: toHex(loop) }, "latest"],
};

/** Sends a body. @returns a function that disconnects. */
type Send = (server: RpcServer, text: string) => Promise<() => void>;

const overHttp: Send = async ({ url }, text) => {
  const headers = { "content-type": "application/json", "content-length": text.length };
  const sent = request(url, { method: "POST", headers });
  sent.on("error", () => {});
  sent.end(text);
  return () => sent.destroy();
};

const overWebSocket: Send = async ({ url }, text) => {
  const socket = new WebSocket(url.replace("http", "ws"));
  await once(socket, "open");
  socket.send(text);
  return () => socket.terminate();
};

for (const transport of ["uws", "node"] as const satisfies readonly Transport[]) {
  const skip = transport === "uws" && lacksNativeServer;
  describe(`a call in the main thread over ${transport}, whose client leaves,`, { skip }, () => {
    let world: World;
    let server: RpcServer;
    let begun: Promised<void>;
    let ended: Promised<unknown>;

    /** Tells when a call begins, and how it ends. */
    const watched = (executor: Executor): Executor => ({
      ...executor,
      call(options) {
        const result = executor.call(options);
        begun.resolve();
        Promise.resolve(result).then(ended.resolve, ended.resolve);
        return result;
      },
    });

    before(async () => {
      world = await createWorld({ spec });
      const { store } = world;
      const chain = { ...world.chain, executor: watched(world.chain.executor) };
      const leaving = new AbortController().signal;
      const restarts = restartsOf(chain);
      server = await startRpcServer({
        backend: createBackend({ chain, store, clientVersion: "Tandem/test", leaving, restarts }),
        host: "127.0.0.1",
        port: 0,
        transport,
        apiKeys: [],
        logger: silentLogger,
        clock: systemClock,
        steadyClock,
      });
    });
    after(async () => {
      await server.close();
      await world.destroy();
    });

    const leaveDuring = async (send: Send, body: unknown) => {
      begun = promised();
      ended = promised();
      const leave = await send(server, JSON.stringify(body));
      await within("call under way", begun.promise);
      leave();
      const error = await within("end of the call", ended.promise);
      assert.equal((error as Error).name, "AbortError");
    };

    it("ends", () => leaveDuring(overHttp, endless));
    it("ends if it is in a batch", () => leaveDuring(overHttp, [endless, endless]));
    it("ends over a WebSocket", () => leaveDuring(overWebSocket, endless));
    it("ends if its result cannot be cached", () => {
      const [call, block] = endless.params;
      const code = { [toHex(loop)]: { code: "0x5b600056" } };
      return leaveDuring(overHttp, { ...endless, params: [call, block, code] });
    });
  });
}
