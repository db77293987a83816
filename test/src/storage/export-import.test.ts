/**
 * Tests that a chain is exported from one node and imported into another, which reports that it is
 * syncing meanwhile.
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { after, before, describe, it } from "node:test";
import { webSocketClient } from "@tandem/rpc/client";
import { developmentAccount, sign } from "../support/development.js";
import { runHere, startLocalNode } from "../support/local-node.js";
import { executable, type RunningNode } from "../support/node-process.js";
import { ask, call, post } from "../support/rpc.js";

/** The last of them has no transaction, so that its proof is at the end of the file. */
const blocks = 249;

/** Blocks from here to the end suffice where the number of blocks does not matter. */
const few = ["--from", `${blocks - 9}`];

describe("export and import", () => {
  const folder = mkdtempSync(join(tmpdir(), "tandem-export-"));
  const file = join(folder, "chain.rlp");
  let from: RunningNode;
  let into: RunningNode;
  before(async () => {
    [from, into] = await Promise.all([
      startLocalNode(["--mining", "manual"]),
      startLocalNode(["--mining", "manual"]),
    ]);
    const account = developmentAccount(0);
    for (let height = 1; height <= blocks; height++) {
      if (height % 10 === 0) {
        const { raw } = sign(account, {
          nonce: height / 10 - 1,
          to: developmentAccount(1).address,
        });
        await call(from.url, "eth_sendRawTransaction", [raw]);
      }
      await call(from.url, "evm_mine");
    }
  });
  after(async () => {
    await Promise.all([from.stop(), into.stop()]);
    rmSync(folder, { recursive: true });
  });

  it("transfers a whole chain, and notifies subscribers of the beginning and the end", async () => {
    const exported = await runHere(["export", file, "--url", from.url]);
    assert.deepEqual([exported.code, exported.stderr], [0, ""]);
    const client = webSocketClient(into.wsUrl);
    const events: unknown[] = [];
    const ended = new Promise<void>((resolve) => {
      client.subscribe({
        type: "syncing",
        onEvent: (event) => {
          events.push(event);
          if (event === false) resolve();
        },
      });
    });
    await client.eth_chainId({});
    const imported = await runHere(["import", file, "--url", into.url]);
    assert.equal(imported.code, 0, imported.stderr);
    assert.match(imported.stdout, new RegExp(`${blocks} blocks of .*, ${blocks} of them new`));
    await ended;
    await client.close();
    assert.deepEqual(events, [{ startingBlock: 0, currentBlock: 0, highestBlock: blocks }, false]);
    const [theirs, ours] = await Promise.all(
      [from, into].map(({ url }) => call(url, "eth_getBlockByNumber", ["latest", true])),
    );
    assert.deepEqual(ours, theirs);
    assert.equal(await call(into.url, "eth_syncing"), false);
  });

  it("keeps the previous file if the chain is reorganized meanwhile", async () => {
    const kept = join(folder, "kept.rlp");
    writeFileSync(kept, readFileSync(file));
    let asked = 0;
    const proxy = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      const isGroupOver = body.includes("debug_getRawBlock") && ++asked === 101;
      if (isGroupOver)
        await call(into.url, "tandem_mineBranch", [{ depth: "0xc8", length: "0xc9" }]);
      response.end(await (await post(into.url, body)).text());
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const refused = await runHere(["export", kept, "--url", url]);
      assert.equal(refused.code, 1, refused.stdout);
      assert.match(refused.stderr, /the chain was reorganized meanwhile/);
      assert.deepEqual(readFileSync(kept), readFileSync(file));
      assert.deepEqual(readdirSync(folder).sort(), ["chain.rlp", "kept.rlp"]);
    } finally {
      proxy.close();
    }
    // The removed blocks are imported again: the branch is lighter now, and is requested by height.
    const again = await runHere(["import", file, "--url", into.url]);
    assert.equal(again.code, 0, again.stderr);
  });

  it("refuses a first block that the chain does not reach", async () => {
    const none = join(folder, "none.rlp");
    const exportFrom = (first: number) =>
      runHere(["export", none, "--from", `${first}`, "--url", from.url]);
    const refused = await exportFrom(blocks + 2);
    assert.equal(refused.code, 2, refused.stdout);
    assert.match(
      refused.stderr,
      new RegExp(`--from: the newest block is ${blocks}, got ${blocks + 2}`),
    );
    assert.ok(!existsSync(none));
    // The next block may not be there yet: whoever exports what is new finds nothing.
    assert.equal((await exportFrom(blocks + 1)).code, 0);
    assert.equal(readFileSync(none).length, 0);
    rmSync(none);
  });

  it("imports no block twice", async () => {
    const again = await runHere(["import", file, "--url", into.url]);
    assert.equal(again.code, 0);
    assert.match(again.stdout, /, 0 of them new/);
  });

  it("names the invalid block and the rule, and does not change the node", async () => {
    const fresh = await startLocalNode(["--mining", "manual"]);
    try {
      const bytes = readFileSync(file);
      bytes[bytes.length - 60] = (bytes[bytes.length - 60] as number) ^ 1;
      const broken = join(folder, "broken.rlp");
      writeFileSync(broken, bytes);
      const refused = await runHere(["import", broken, "--url", fresh.url]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, new RegExp(`block ${blocks} is refused: it breaks [a-z-]+/`));
      assert.equal(await call(fresh.url, "eth_blockNumber"), `0x${(blocks - 1).toString(16)}`);
      const before = `tandem: import: ${blocks - 1} of the ${blocks} blocks of ${broken} were imported`;
      assert.match(refused.stderr, new RegExp(`^${before}, ${blocks - 1} of them new\n`));
      const again = await runHere(["import", broken, "--url", fresh.url]);
      assert.match(again.stderr, new RegExp(`^${before}, 0 of them new\n`));
    } finally {
      await fresh.stop();
    }
  });

  it("counts at least the answered blocks when the node is gone before the end", async () => {
    let requests = 0;
    const proxy = createServer(async (request, response) => {
      let body = "";
      for await (const chunk of request) body += chunk;
      if (body.includes("debug_importBlocks") && ++requests === 2) request.socket.destroy();
      else response.end(await (await post(into.url, body)).text());
    }).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    try {
      const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
      const { code, stderr } = await runHere(["import", file, "--url", url]);
      assert.equal(code, 3, stderr);
      assert.match(
        stderr,
        /^tandem: import: at least 200 of the 249 blocks of .*, 0 of them new\n/,
      );
    } finally {
      proxy.close();
    }
  });

  /** Returns what an export of a few blocks writes. */
  async function fewBlocks(): Promise<Buffer> {
    const plain = join(folder, "few.rlp");
    assert.equal((await runHere(["export", plain, ...few, "--url", from.url])).code, 0);
    return readFileSync(plain);
  }

  it("replaces the file behind a symbolic link, and leaves the link", async () => {
    const [target, link] = [join(folder, "target"), join(folder, "link")];
    writeFileSync(target, "former");
    symlinkSync("target", link);
    assert.equal((await runHere(["export", link, ...few, "--url", from.url])).code, 0);
    assert.equal(readlinkSync(link), "target");
    assert.deepEqual(readFileSync(target), await fewBlocks());
  });

  it("writes the file that a symbolic link names before it exists, and leaves the link", async () => {
    const [target, link] = [join(folder, "new-target"), join(folder, "new-link")];
    symlinkSync("new-target", link);
    assert.equal((await runHere(["export", link, ...few, "--url", from.url])).code, 0);
    assert.equal(readlinkSync(link), "new-target");
    assert.deepEqual(readFileSync(target), await fewBlocks());
  });

  it("keeps the previous file if the disk fails before it has the new one", async (t) => {
    writeFileSync(file, "previous");
    t.mock.method(fs, "fsync", (_: number, done: (error: Error) => void) => {
      done(Object.assign(new Error("EIO: i/o error, fsync"), { code: "EIO", syscall: "fsync" }));
    });
    const { code, stderr } = await runHere(["export", file, ...few, "--url", from.url]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /chain\.rlp cannot be written: the disk has an error\n$/);
    assert.equal(readFileSync(file, "utf8"), "previous");
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.endsWith(".unfinished")),
      [],
    );
  });

  it("ends when the reader of a pipe has what it wanted, which is no failure", async () => {
    const pipe = join(folder, "pipe");
    execFileSync("mkfifo", [pipe]);
    const reader = spawn("head", ["-c", "3", pipe]);
    const read = text(reader.stdout);
    const { code, stderr } = await runHere(["export", pipe, "--url", from.url]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal((await read).length, 3);
  });

  it("fails on a full disk, which is no wrong name", {
    skip: !existsSync("/dev/full"),
  }, async () => {
    const { code, stderr } = await runHere(["export", "/dev/full", ...few, "--url", from.url]);
    assert.equal(code, 1, stderr);
    assert.match(stderr, /cannot be written: the disk is full/);
  });

  it("reports on standard error if it writes to a pipe or a device, which may be standard output", async () => {
    const { code, stdout, stderr } = await runHere([
      "export",
      "/dev/null",
      ...few,
      "--url",
      from.url,
    ]);
    assert.deepEqual([code, stdout], [0, ""]);
    assert.match(stderr, /blocks of .* are in \/dev\/null\n$/);
  });

  it("that a signal ends leaves the former file and no part of a new one", async (t) => {
    const place = mkdtempSync(join(folder, "signal-"));
    const kept = join(place, "blocks");
    writeFileSync(kept, "former");
    const server = createServer(async (request, response) => {
      const { id, method } = (await json(request)) as { id: number; method: string };
      // It never answers what the file is made of.
      if (method === "debug_getRawBlock") child.kill("SIGTERM");
      else response.end(JSON.stringify({ jsonrpc: "2.0", id, result: "0x1" }));
    });
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    await once(server.listen(0, "127.0.0.1"), "listening");
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const args = [executable, "export", kept, "--from", "1", "--url", url];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "pipe"] });
    const [[code], stderr] = await Promise.all([once(child, "exit"), text(child.stderr)]);
    assert.deepEqual([code, stderr], [130, "tandem: export: stopped before the end\n"]);
    assert.deepEqual([readdirSync(place), readFileSync(kept, "utf8")], [["blocks"], "former"]);
  });

  it("refuses a file without blocks, and an unreachable node", async () => {
    const text = join(folder, "text");
    writeFileSync(text, "not a chain");
    const refused = await runHere(["import", text, "--url", into.url]);
    assert.deepEqual([refused.code, /not a file of RLP blocks/.test(refused.stderr)], [2, true]);
    const gone = await runHere(["export", file, "--url", "http://127.0.0.1:1"]);
    assert.equal(gone.code, 3);
    assert.match(gone.stderr, /^tandem: /);
    assert.equal((await runHere(["export"])).code, 2);
    const nowhere = await runHere([
      "export",
      join(folder, "no", "where"),
      ...few,
      "--url",
      from.url,
    ]);
    assert.deepEqual([nowhere.code, /cannot be written/.test(nowhere.stderr)], [2, true]);
    for (const name of ["", join(file, "within"), "n".repeat(255), "n".repeat(256)]) {
      const { code, stderr } = await runHere(["export", name, ...few, "--url", from.url]);
      assert.deepEqual([code, /^tandem: export: /.test(stderr)], [2, true], stderr);
    }
    const answer = await ask(into.url, "debug_importBlocks", [["0xc0"]]);
    assert.equal(answer.error?.code, -32602);
    assert.match(answer.error?.message ?? "", /blocks\[0\] is refused: not a block/);
  });
});
