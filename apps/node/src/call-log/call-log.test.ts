import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveSettings } from "../config/node-settings.js";
import { callLevelOf } from "./call-log.js";

test("calls are logged by default according to the format of the log", () => {
  const levelOf = (settings: Parameters<typeof resolveSettings>[0]) =>
    callLevelOf(resolveSettings(settings).config);
  assert.equal(levelOf({ logFormat: "pretty" }), "executed");
  assert.equal(levelOf({ logFormat: "json" }), "failed");
  assert.equal(levelOf({ calls: "all" }), "all");
  assert.equal(levelOf({ calls: "all", silent: true }), "off");
  assert.equal(levelOf({ calls: "all", logLevel: "warn" }), "off");
  assert.equal(levelOf({ calls: "all", logLevel: "debug" }), "all");
});
