import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { describe, it, type TestContext } from "node:test";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { unfinishedShare } from "../../access/shares.js";
import { defaultLimits } from "../../limits.js";
import type { TransportHandler } from "../http/transport.js";
import type { Session } from "../sockets/session.js";
import { serveIpc } from "./ipc-connection.js";

function useUpSlice(): void {
  while (!isSliceOver()) performance.now();
}

/** Returns both ends of a connection. */
async function pair(t: TestContext): Promise<{ readonly client: Socket; readonly stream: Socket }> {
  const server = createServer({ allowHalfOpen: true }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const client = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [stream] = (await once(server, "connection")) as [Socket];
  t.after(() => {
    client.destroy();
    stream.destroy();
    server.close();
  });
  return { client, stream };
}

/** Serves a connection. @param onMessage is called with the number of messages so far. */
async function served(t: TestContext, onMessage: (count: number) => void) {
  const { client, stream } = await pair(t);
  const messages: string[] = [];
  const ended = new Promise<void>((resolve) => {
    const session = {
      isOpen: true,
      receive: (text: Buffer) => onMessage(messages.push(`${text}`)),
      endWhenAnswered: resolve,
    } as unknown as Session;
    const handler = {
      limits: defaultLimits,
      openSession: () => session,
      closeSession: () => {},
    } as unknown as TransportHandler;
    serveIpc(handler, stream, unfinishedShare(defaultLimits));
  });
  return { client, stream, messages, ended };
}

describe("the messages of a connection over IPC", () => {
  it("are taken in time slices, while nothing more is read", async (t) => {
    const together: number[] = [];
    let isNext = true;
    const { client, stream, messages, ended } = await served(t, () => {
      if (isNext) together.push(0);
      together.push((together.pop() ?? 0) + 1);
      isNext = false;
      // Messages of another slice come after the microtasks of this one.
      queueMicrotask(() => {
        isNext = true;
      });
      useUpSlice();
    });
    let pauses = 0;
    stream.on("pause", () => pauses++);
    client.end('{"n":1}{"n":2}[3]\n{"n":4}');
    await ended;
    assert.ok(pauses > 0);
    assert.deepEqual(messages, ['{"n":1}', '{"n":2}', "[3]", '{"n":4}']);
    assert.deepEqual(together, [1, 1, 1, 1]);
  });

  it("wait if the time slice was used up before they arrived", async (t) => {
    const { stream, messages, client, ended } = await served(t, () => {});
    await nextSlice();
    useUpSlice();
    stream.emit("data", Buffer.from("{}{}"));
    assert.deepEqual([messages.length, stream.isPaused()], [0, true]);
    await once(stream, "resume");
    assert.deepEqual([messages, stream.isPaused()], [["{}", "{}"], false]);
    client.end();
    await ended;
  });
});
