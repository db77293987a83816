/** Tests that what a relay has stored after its disk was full is still there after the relay was killed. */
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { eventually } from "../support/eventually.js";
import { mountSmallDisk, noSmallDisks } from "../support/storage/full-disk.js";
import { startLocalRelay } from "../support/ussd/relay.js";
import { postUssd, recipient, startUssdWorld } from "../support/ussd/ussd.js";

const diskBytes = 4 * 1024 * 1024;

describe("a relay whose disk was full", { skip: noSmallDisks() }, () => {
  it("pays once what it was asked for after there was space again", async (t) => {
    const world = await startUssdWorld();
    t.after(() => world.close());
    const disk = await mountSmallDisk(diskBytes);
    t.after(() => disk.close());
    const startAt = (folder: string) =>
      startLocalRelay([
        ...["--node-url", world.node.url, "--contract", world.contract, "--data-dir", folder],
      ]);
    const relay = await startAt(join(disk.path, "sessions"));
    t.after(() => relay.stop());
    const pay = async (url: string, sessionId: string) =>
      (await postUssd(url, { sessionId, text: `2*${recipient}*0.1` })).body;
    disk.fill(0);
    let session = 0;
    // The last page of the log has space left.
    await eventually("refusal", async () => {
      session += 1;
      return /^END (It is not|Service un)/.test(await pay(relay.url, `session ${session}`));
    });
    disk.empty();
    const paid = await eventually("payment", async () => {
      const screen = await pay(relay.url, "last session");
      return screen.startsWith("END Transfer Submitted") && screen;
    });
    // The files are those that kill -9 leaves.
    const killed = mkdtempSync(join(tmpdir(), "tandem-ussd-"));
    t.after(() => rmSync(killed, { recursive: true }));
    cpSync(join(disk.path, "sessions"), killed, { recursive: true });
    await relay.stop();
    const next = await startAt(killed);
    t.after(() => next.stop());
    assert.equal(
      await pay(next.url, "last session"),
      paid,
      "the same post has the same transaction",
    );
  });
});
