import assert from "node:assert/strict";
import { it } from "node:test";
import { silentLogger } from "@tandem/runtime";
import { LogMissing } from "../log.js";
import { MemoryLog } from "../memory-log.js";
import { List } from "../testing/memory-cluster.js";
import { Follower } from "./follower.js";

it("a log that the servers have lost is told in one sentence, once", async () => {
  class LostLog extends MemoryLog {
    override async *read() {
      yield* [];
      throw new LogMissing("the servers do not have the log any more");
    }
  }
  const told: unknown[] = [];
  const tell = (fields: object, text: string) => told.push([fields, text]);
  const logger = { ...silentLogger, warn: tell, error: tell };
  const options = { log: new LostLog(), logger, applier: new List() };
  const follower = new Follower(
    options,
    () => 0,
    async () => {},
  );
  for (let i = 0; i < 2; i++) {
    follower.follow();
    await follower.stop();
    assert.match(follower.trouble ?? "", /do not have the log/);
  }
  assert.deepEqual(told, [[{}, "the servers do not have the log any more: it is filled again"]]);
});
