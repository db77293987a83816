import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { testSpec } from "@tandem/primitives";
import { resolveConfig } from "../config/config.js";
import { type BannerFacts, banner } from "./banner.js";

const factsOf = (url: string, flags: readonly string[] = []): BannerFacts => ({
  version: "0.0.0",
  command: "tandem",
  config: resolveConfig(flags, {}).config,
  spec: testSpec,
  accounts: [{ address: new Uint8Array(20), privateKey: new Uint8Array(32) }] as never,
  url,
  wsUrl: url.replace("http", "ws"),
  server: "one",
  enode: undefined,
  hasExplorer: true,
  genesisHash: new Uint8Array(32),
  headNumber: 0,
  headAgeSeconds: 0,
  bitcoin: "embedded",
  dataDirectory: "in memory",
  isKept: false,
  isReadOnly: false,
  loss: undefined,
});

describe("the banner", () => {
  it("shows commands that reach this node", () => {
    const shown = banner(factsOf("http://127.0.0.1:8545"), false);
    assert.match(shown, /^Try next {5}tandem status, tandem help$/m);
    const other = banner(factsOf("http://127.0.0.1:9545", ["--mining", "external"]), false);
    assert.match(other, /^Try next {5}tandem status --url http:\/\/127\.0\.0\.1:9545, /m);
    assert.match(other, /^Mining .*: tandem miner --url http:\/\/127\.0\.0\.1:9545$/m);
    const keyed = banner(factsOf("http://127.0.0.1:8545", ["--api-key", "secret"]), false);
    assert.match(keyed, /^Try next {5}tandem status --url http:\/\/127\.0\.0\.1:8545\/KEY, /m);
    assert.ok(!keyed.includes("secret"));
  });

  it("shows the name of the data directory on one line", () => {
    const facts = {
      ...factsOf("http://127.0.0.1:8545"),
      dataDirectory: "/a\u001b[2J\nb",
      isKept: true,
    };
    assert.match(banner(facts, false), /^Data {9}\/a\\u001b\[2J\\nb$/m);
  });

  it("tells whether the head is behind the clock or ahead of it", () => {
    const facts = factsOf("http://127.0.0.1:8545");
    const shown = (headAgeSeconds: number) => banner({ ...facts, headAgeSeconds }, false);
    assert.match(shown(7200), /^Head {9}block 0, 2 hours old$/m);
    assert.match(shown(-200_000), /^Head {9}block 0, 2 days ahead of the clock$/m);
  });

  it("tells who signs, unless its warning says that the node does", () => {
    const shown = (...flags: string[]) => banner(factsOf("http://127.0.0.1:8545", flags), false);
    assert.match(shown(), /^Signing {6}by clients; --compat hardhat or anvil, or --unlocked: /m);
    for (const flags of [["--unlocked"], ["--compat", "anvil"]]) {
      assert.doesNotMatch(shown(...flags), /^Signing/m);
      assert.match(
        shown(...flags),
        /^\*{4} THE KEYS OF THESE ACCOUNTS ARE HELD BY THE NODE \*{4}$/m,
      );
    }
    const without = banner({ ...factsOf("http://127.0.0.1:8545"), accounts: [] }, false);
    assert.doesNotMatch(without, /^Signing/m);
  });

  it("calls the keys of the usual mnemonic public, and those of one's own secret", () => {
    const facts = factsOf("http://127.0.0.1:8545");
    assert.match(banner(facts, false), /^Mnemonic .*junk\nThese keys are public: /m);
    assert.match(banner(facts, true), /whoever reads these keys can use the accounts\.$/m);
    assert.doesNotMatch(banner(facts, true), /public|Mnemonic/);
  });
});
