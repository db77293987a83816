/** Tests the keys of a running node: their file, their rates, and that they are not revealed. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import type { Worker } from "node:worker_threads";
import { eventually } from "../support/eventually.js";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { type NodeProcess, startNodeProcess } from "../support/node-process.js";
import { lacksNativeServer } from "../support/processes/native-server.js";
import { ask, post } from "../support/rpc.js";

const servers = {
  "the native server": "uws",
  "the JavaScript fallback": "node",
} as const;

const secrets = { acme: "acme-3f9c01", globex: "globex-77aa12", mine: "operator-55d0e3" };
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");

const acme = { name: "acme", key: secrets.acme, requestsPerSecond: 0.01, sockets: 1 };
const globex = { name: "globex", sha256: sha256(secrets.globex), methods: ["eth_*"] };
const mine = { name: "mine", key: secrets.mine, metrics: true };

async function startWithKeys(t: TestContext, server: string, more: readonly string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), "tandem-api-keys-"));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "keys.json");
  const write = (keys: unknown) => {
    writeFileSync(`${file}.new`, typeof keys === "string" ? keys : JSON.stringify(keys));
    renameSync(`${file}.new`, file);
  };
  write([acme, mine]);
  const flags = ["--api-keys-file", file, "--log-level", "debug", "--server", server, ...more];
  const node = await startLocalNode(flags);
  t.after(() => node.stop());
  const statusWith = async (key: string, method = "eth_chainId") => {
    const body = { jsonrpc: "2.0", id: 1, method, params: [] };
    const answer = await post(`${node.url}/${key}`, body);
    await answer.bytes();
    return answer.status;
  };
  return { node, write, statusWith };
}

for (const [name, server] of Object.entries(servers)) {
  describe(`API keys on ${name}`, { skip: server === "uws" && lacksNativeServer }, () => {
    it("are read again when their file is replaced, and kept if it is invalid", async (t) => {
      const { node, write, statusWith } = await startWithKeys(t, server);
      assert.equal(await statusWith(secrets.mine), 200);
      assert.equal(await statusWith(secrets.globex), 401);
      const socket = await JsonSocket.open(`${node.wsUrl}/${secrets.mine}`);
      write([acme, globex]);
      const [code] = await once(socket.socket, "close");
      assert.equal(code, 1008);
      assert.equal(await statusWith(secrets.globex), 200);
      assert.equal(await statusWith(secrets.mine), 401);
      write(`[{"name":"acme","key":"${secrets.acme}"},`);
      await eventually("warning", () => node.output().includes("previous keys stay valid"));
      assert.equal(await statusWith(secrets.globex), 200);
      write([mine]);
      await eventually("new keys", async () => (await statusWith(secrets.mine)) === 200);
      assert.equal(await statusWith(secrets.globex), 401);
    });

    it("have a rate, methods and sockets of their own", async (t) => {
      const { node, write, statusWith } = await startWithKeys(t, server);
      assert.equal(await statusWith(secrets.acme), 200);
      const body = { jsonrpc: "2.0", id: 1, method: "eth_chainId", params: [] };
      const limited = await post(`${node.url}/${secrets.acme}`, body);
      assert.equal(limited.status, 429);
      const retryAfter = Number(limited.headers["retry-after"]);
      assert.ok(retryAfter > 1 && retryAfter <= 100, `${retryAfter}`);
      const { error } = (await limited.json()) as Awaited<ReturnType<typeof ask>>;
      assert.equal(error?.code, -32005);
      const socket = await JsonSocket.open(`${node.wsUrl}/${secrets.acme}`);
      const refused = await socket.ask("eth_chainId");
      const data = refused.error?.data as { readonly limit: string } | undefined;
      assert.equal(data?.limit, "requests-per-second");
      await assert.rejects(JsonSocket.open(`${node.wsUrl}/${secrets.acme}`), /429/);
      await socket.close();
      write([globex]);
      await eventually("new keys", async () => (await statusWith(secrets.globex)) === 200);
      const forbidden = await ask(`${node.url}/${secrets.globex}`, "evm_mine");
      assert.equal(forbidden.error?.code, -32601);
    });

    it("are not revealed in metrics, log or errors", async (t) => {
      const { node, write, statusWith } = await startWithKeys(t, server);
      for (const key of [secrets.mine, secrets.acme, secrets.acme, secrets.globex]) {
        await statusWith(key);
      }
      const figures = await (await fetch(`${node.url}/${secrets.mine}/metrics`)).text();
      assert.match(figures, /^tandem_key_requests_total\{key="acme",outcome="limited"\} 1$/m);
      assert.match(figures, /^tandem_key_requests_total\{key="mine",outcome="answered"\} 1$/m);
      assert.equal((await fetch(`${node.url}/${secrets.acme}/metrics`)).status, 401);
      write(`[{"${secrets.mine}": 1}]`);
      await eventually("warning", () => node.output().includes("previous keys stay valid"));
      const answers = await Promise.all(
        [secrets.acme, "nobody"].map(async (key) => {
          const body = { jsonrpc: "2.0", id: 1, method: "eth_call", params: [] };
          return (await post(`${node.url}/${key}`, body)).text();
        }),
      );
      const seen = [figures, node.output(), ...answers].join("\n");
      for (const secret of Object.values(secrets)) {
        for (const text of [secret, sha256(secret)]) assert.ok(!seen.includes(text), text);
      }
    });
  });
}

it("API keys have their sockets again when the thread that owned those has ended, and those that should replace it", async (t) => {
  const workers: Worker[] = [];
  const ended: Promise<unknown>[] = [];
  const note = (worker: Worker) => {
    // The first listens, and the next ones end before they do.
    if (workers.push(worker) > 1 && workers.length < 4) ended.push(worker.terminate());
  };
  process.on("worker", note);
  t.after(() => process.off("worker", note));
  const threads = ["--readers", "1", "--threads", "0"];
  const { node } = await startWithKeys(t, servers["the JavaScript fallback"], threads);
  const url = `${node.wsUrl}/${secrets.acme}`;
  const socket = await JsonSocket.open(url);
  await assert.rejects(JsonSocket.open(url), /429/);
  assert.equal(workers.length, 1);
  const closed = once(socket.socket, "close");
  await workers[0]?.terminate();
  await closed;
  const another = await eventually("another thread", () =>
    JsonSocket.open(url).catch(() => undefined),
  );
  await Promise.all(ended);
  assert.equal(workers.length, 4);
  await another.close();
});

describe("API keys of a process", () => {
  it("cause a warning on the command line, and are not in the list of processes otherwise", async (t) => {
    const flagged = await startNodeProcess(["--api-key", secrets.mine]);
    t.after(() => flagged.stop());
    assert.match(flagged.output(), /ps shows a key/);
    const set = await startNodeProcess([], { TANDEM_API_KEY: secrets.mine });
    t.after(() => set.stop());
    assert.doesNotMatch(set.output(), /ps shows a key/);
    const commandLineOf = ({ child }: NodeProcess) =>
      readFileSync(`/proc/${child.pid}/cmdline`, "utf8");
    assert.ok(commandLineOf(flagged).includes(secrets.mine));
    assert.ok(!commandLineOf(set).includes(secrets.mine));
    assert.equal((await ask(set.url, "eth_chainId")).error?.code, -32016);
    assert.equal((await ask(`${set.url}/${secrets.mine}`, "eth_chainId")).result, "0x1f");
  });
});
