/** Tests that connections are refused while few file descriptors are free. */
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { nextDescriptor } from "@tandem/runtime/files";
import { postHead, RawSocket } from "../../testing/raw-socket.js";
import { freePort, requestText, serve } from "../../testing/serve.js";

const chainId = requestText("eth_chainId", []);
const request = postHead("/", `Content-Length: ${chainId.length}`) + chainId;

/** The descriptors that connections may take, at two for each: the client is in the same process. */
const free = 20;
const maxOf = (descriptors: number) => nextDescriptor() + descriptors;

/** Opens connections that send nothing, until the server refuses them or does not listen. */
async function untilRefused(t: TestContext, place: number | string) {
  const silent: RawSocket[] = [];
  while (silent.length < free) {
    try {
      silent.push(await RawSocket.open(t, place));
    } catch {
      break;
    }
  }
  return silent;
}

/** Opens connections until one is answered. */
async function untilAnswered(t: TestContext, port: number): Promise<string> {
  for (;;) {
    try {
      const socket = await RawSocket.open(t, port);
      socket.write(request);
      return await socket.until(/0x1f/);
    } catch {}
  }
}

describe("few free file descriptors", { skip: process.platform === "win32" }, () => {
  it("are left by Node's server, which refuses connections and keeps those it has", async (t) => {
    const descriptorsMax = maxOf(free);
    const { server, logged } = await serve(t, "node", { limits: { descriptorsMax } });
    const kept = await RawSocket.open(t, server.port);
    const silent = await untilRefused(t, server.port);
    const refused = await silent.at(-1)?.closed();
    assert.match(refused ?? "", /^HTTP\/1\.1 503 .*connection: close\r\n.*"limit":"descriptors"/is);
    kept.write(request);
    await kept.until(/0x1f/);
    assert.match(logged[0]?.message ?? "", /connections are refused/);
    for (const { socket } of silent) socket.destroy();
    assert.match(await untilAnswered(t, server.port), / 200 /);
  });

  it("are left by uWebSockets.js, which does not listen meanwhile", async (t) => {
    const limits = {
      watchedDescriptorsMax: maxOf(free),
      descriptorCheckMs: 1,
      descriptorCountMs: 1,
    };
    const { server, logged } = await serve(t, "uws", { limits, port: await freePort() });
    if (server.transport !== "uws") return t.skip("there is no binary of uWebSockets.js here");
    const kept = await RawSocket.open(t, server.port);
    const silent: RawSocket[] = [];
    for (let opened = free; opened === free; ) {
      const more = await untilRefused(t, server.port);
      silent.push(...more);
      opened = more.length;
    }
    kept.write(request);
    await kept.until(/0x1f/);
    assert.match(logged[0]?.message ?? "", /connections are refused/);
    for (const { socket } of silent) socket.destroy();
    assert.match(await untilAnswered(t, server.port), / 200 /);
  });

  it("are left by connections over IPC", async (t) => {
    const folder = mkdtempSync(join(tmpdir(), "ipc-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const path = join(folder, "node.ipc");
    const { server } = await serve(t, "node", { limits: { descriptorsMax: maxOf(free) } });
    await server.listenOnIpc(path);
    const silent = await untilRefused(t, path);
    assert.match((await silent.at(-1)?.closed()) ?? "", /"limit":"descriptors"/);
    silent[0]?.write(chainId);
    await silent[0]?.until(/0x1f/);
  });
});
