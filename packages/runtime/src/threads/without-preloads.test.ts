import assert from "node:assert/strict";
import { it } from "node:test";
import { withoutPreloads } from "./without-preloads.js";

it("threads inherit no flags where one of them loads modules", () => {
  for (const flag of ["-r", "--require", "--import", "--loader", "--experimental-loader"]) {
    for (const flags of [[flag, "module"], [`${flag}=module`], ["--cpu-prof", flag, "module"]]) {
      assert.deepEqual(withoutPreloads(flags), { execArgv: [] }, flags.join(" "));
    }
  }
});

it("threads inherit other flags", () => {
  for (const flags of [[], ["--cpu-prof", "--max-semi-space-size=32"], ["--require-module"]]) {
    assert.deepEqual(withoutPreloads(flags), {}, flags.join(" "));
  }
});
