/** Tests a relay whose node is unreachable at the start. */
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { ConnectionError } from "@tandem/rpc/client";
import { RecordsAway } from "../records/records.js";
import { testLog } from "../testing/log.js";
import { attachToNode } from "./attach.js";

describe("the attachment to a node", () => {
  it("is ready at once when the node answers", async () => {
    const attachment = await attachToNode(async () => {}, testLog());
    assert.equal(attachment.isReady, true);
    await attachment.end();
  });

  it("tries again until the node answers", async () => {
    let runs = 0;
    let attached: () => void = () => {};
    const done = new Promise<void>((resolve) => {
      attached = resolve;
    });
    const log = testLog();
    const attachment = await attachToNode(async () => {
      runs += 1;
      if (runs < 3) throw new ConnectionError("no answer over HTTP: the certificate has expired");
      attached();
    }, log);
    assert.match(log.warnings.join(), /certificate has expired: until the node answers, users are/);
    assert.equal(attachment.isReady, false);
    await done;
    await attachment.end();
    assert.equal(attachment.isReady, true);
    assert.equal(runs, 3);
  });

  it("tries again while the records are away when the node answers", async () => {
    let runs = 0;
    const log = testLog();
    const attachment = await attachToNode(async () => {
      runs += 1;
      if (runs === 1) throw new ConnectionError("away");
      if (runs < 4) throw new RecordsAway("Redis: away");
    }, log);
    await Promise.race([log.said(/the node answers now/), attachment.failure]);
    await attachment.end();
    assert.equal(attachment.isReady, true);
    assert.equal(log.warnings.filter((line) => line === "Redis: away").length, 1);
  });

  it("throws the error of a node that answers at the start", async () => {
    const wrong = new Error("another chain");
    await assert.rejects(
      attachToNode(() => Promise.reject(wrong), testLog()),
      wrong,
    );
  });

  it("reports the error of a node that answers later", async () => {
    const wrong = new Error("another chain");
    let runs = 0;
    const attachment = await attachToNode(async () => {
      runs += 1;
      throw runs === 1 ? new ConnectionError("away") : wrong;
    }, testLog());
    assert.equal(await attachment.failure, wrong);
    assert.equal(attachment.isReady, false);
    await attachment.end();
  });

  it("ends while the node is unreachable", async () => {
    const attachment = await attachToNode(
      () => Promise.reject(new ConnectionError("away")),
      testLog(),
    );
    await attachment.end();
    assert.equal(attachment.isReady, false);
  });
});
