import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it, type TestContext } from "node:test";
import { UsageError } from "@tandem/cli";
import { type ApiKey, digestOf } from "@tandem/rpc";
import { silentLogger } from "@tandem/runtime";
import fc from "fast-check";
import { ApiKeys } from "./keys-file.js";
import { apiKeysMax } from "./limits.js";
import { joinKeys, KeysProblem, parseKeys } from "./parse.js";

const hex = (key: string) => Buffer.from(digestOf(key)).toString("hex");

const full = {
  name: "acme",
  digest: digestOf("s3cret"),
  requestsPerSecond: 50,
  methods: ["eth_*", "net_version"],
  sockets: 20,
  mayReadMetrics: false,
};
const unlimited = { requestsPerSecond: undefined, methods: undefined, sockets: undefined };

describe("a file of API keys", () => {
  it("has one key per line", () => {
    const keys = parseKeys("# keys\n\n one \r\ntwo with spaces\n#three\nfo=ur\n");
    assert.deepEqual(keys, [
      { name: "key-1", digest: digestOf("one") },
      { name: "key-2", digest: digestOf("two with spaces") },
      { name: "key-3", digest: digestOf("fo=ur") },
    ]);
  });

  it("may have lines with names, rates, methods and sockets", () => {
    const line = "name=acme key=s3cret requests-per-second=50 methods=eth_*,net_version sockets=20";
    const other = `name=b=c sha256=${hex("=")} metrics=true`;
    assert.deepEqual(parseKeys(`${line}\nplain\n${other}`), [
      full,
      { name: "key-2", digest: digestOf("plain") },
      { name: "b=c", digest: digestOf("="), ...unlimited, mayReadMetrics: true },
    ]);
  });

  it("may have the fields of a line in any order", () => {
    const line = "requests-per-second=50 key=s3cret methods=eth_*,net_version sockets=20 name=acme";
    assert.deepEqual(parseKeys(line), [full]);
    assert.throws(() => parseKeys("key=s3cret"), /^Error: line 1: name: expected a name$/);
  });

  it("is a list in JSON, with the key or its digest", () => {
    const members = { requestsPerSecond: 50, methods: full.methods, sockets: 20 };
    const list = [
      { name: "acme", sha256: `0x${hex("s3cret").toUpperCase()}`, ...members },
      { name: "b", key: "two" },
    ];
    assert.deepEqual(parseKeys(JSON.stringify(list, null, 2)), [
      full,
      { name: "b", digest: digestOf("two"), ...unlimited, mayReadMetrics: false },
    ]);
  });

  const secret = "hunter2";
  const entry = (more: object) => JSON.stringify([{ name: "a", key: secret, ...more }]);
  const wrong: readonly (readonly [string, RegExp])[] = [
    [`[{"name":"a","key":"${secret}"`, /^it is not valid JSON$/],
    [`{"${secret}":1}`, /^expected a JSON list of keys$/],
    [`["${secret}"]`, /^entry 1: expected an object/],
    [entry({ [secret]: 1 }), /^entry 1: it has a member other than name, key or .*, metrics$/],
    [entry({ sha256: hex(secret) }), /^entry 1: expected either key or sha256$/],
    [JSON.stringify([{ name: "a" }]), /^entry 1: expected either key or sha256$/],
    [JSON.stringify([{ key: secret }]), /^entry 1: name: expected a name$/],
    [entry({ name: `${secret}\n` }), /^entry 1: name: expected a name without control/],
    [entry({ name: secret.repeat(20) }), /^entry 1: name: expected a name of at most 64/],
    [entry({ key: "" }), /^entry 1: key: expected a key$/],
    [entry({ requestsPerSecond: 0 }), /^entry 1: requestsPerSecond: expected a number from/],
    [entry({ requestsPerSecond: true }), /^entry 1: requestsPerSecond: expected a number from/],
    [entry({ sockets: 1.5 }), /^entry 1: sockets: expected an integer$/],
    [entry({ methods: [] }), /^entry 1: methods: expected a method$/],
    [entry({ methods: [secret] }), /^entry 1: methods: 0: expected the name of a method/],
    [`name=a key=${secret} sockets=${secret}`, /^line 1: sockets: expected a number/],
    [`#\nname=a ${secret}`, /^line 2: expected pairs of name=, key=/],
    [`name=a key=${secret} key=${secret}`, /^line 1: key is given twice$/],
    ["", /^it has no key$/],
    [`name=a key=x\nname=a key=${secret}`, /^key 2: its name is a duplicate$/],
    [`name=a key=${secret}\nname=b key=${secret}`, /^key 2: the key is a duplicate$/],
    [Array.from({ length: apiKeysMax + 1 }, (_, i) => `k${i}`).join("\n"), /more than 1000 keys/],
  ];
  for (const [text, words] of wrong) {
    it(`is refused without any of its content: ${words.source}`, () => {
      assert.throws(
        () => joinKeys(parseKeys(text)),
        (error: Error) => {
          assert.ok(error instanceof KeysProblem);
          assert.match(error.message, words);
          assert.ok(!error.message.includes(secret) && !`${error.stack}`.includes(secret));
          return true;
        },
      );
    });
  }

  it("is read or refused, for any content", () => {
    const parts = fc.constantFrom(
      "name=",
      "key=",
      "a",
      " ",
      "\n",
      "[",
      "{",
      '"',
      "#",
      "sockets=",
      "1",
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(parts).map((some) => some.join("")),
      fc.json(),
    );
    const property = fc.property(texts, (text) => {
      try {
        for (const { digest } of parseKeys(text)) assert.equal(digest.length, 32);
      } catch (error) {
        assert.ok(error instanceof KeysProblem, `${error}`);
      }
    });
    fc.assert(property, { numRuns: 500 });
  });
});

function setUp(t: TestContext, text: string, keys: readonly string[] = []) {
  const directory = mkdtempSync(join(tmpdir(), "tandem-keys-"));
  t.after(() => rmSync(directory, { recursive: true }));
  const file = join(directory, "keys");
  writeFileSync(file, text);
  const source = new ApiKeys({ "api-key": [...keys], "api-keys-file": file }, "--api-keys-file");
  const applied: (readonly ApiKey[])[] = [];
  const logged: string[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void logged.push(`${level} ${JSON.stringify(fields)} ${message}`);
  const logger = { ...silentLogger, info: at("info"), warn: at("warn") };
  return {
    source,
    file,
    logged,
    poll: () => source.poll((some) => applied.push(some), logger),
    names: () => applied.map((some) => some.map(({ name }) => name)),
  };
}

describe("the API keys of a node", () => {
  it("are those of settings and file together, without duplicates", (t) => {
    const { source } = setUp(t, "one\nname=b key=two\nthree", ["three", "one", "three"]);
    const names = source.atStart.map(({ name }) => name);
    assert.deepEqual(names, ["setting-1", "setting-2", "b"]);
  });

  it("are read again when the file has changed and is no longer written", (t) => {
    const { file, poll, names, logged } = setUp(t, "one");
    poll();
    writeFileSync(file, "name=a key=one\nname=b k");
    poll();
    writeFileSync(file, "name=a key=one\nname=b key=two");
    poll();
    assert.deepEqual(names(), []);
    poll();
    poll();
    assert.deepEqual(names(), [["a", "b"]]);
    writeFileSync(`${file}.new`, "name=c key=two\nname=d key=three");
    renameSync(`${file}.new`, file);
    poll();
    poll();
    assert.deepEqual(names().slice(1), [["c", "d"]]);
    assert.equal(logged.length, 2);
  });

  it("stay valid while the file is invalid, which is logged once and without its content", (t) => {
    const { file, poll, names, logged } = setUp(t, "one");
    for (const text of ["name=a hunter2", "", '[{"key":"hunter2"'] as const) {
      writeFileSync(file, text);
      for (let i = 0; i < 4; i++) poll();
    }
    unlinkSync(file);
    for (let i = 0; i < 4; i++) poll();
    assert.equal(logged.length, 4);
    assert.ok(logged.every((line) => line.startsWith("warn ") && !line.includes("hunter2")));
    assert.deepEqual(names(), []);
    writeFileSync(file, "two");
    poll();
    poll();
    assert.deepEqual(names(), [["key-1"]]);
  });

  it("stay valid when a pipe or a folder takes the place of the file, which is not waited for", {
    skip: process.platform === "win32",
  }, (t) => {
    const { file, poll, names, logged } = setUp(t, "one");
    const places = [() => execFileSync("mkfifo", [file]), () => mkdirSync(file)];
    for (const replace of places) {
      rmSync(file, { recursive: true });
      replace();
      for (let i = 0; i < 4; i++) poll();
      rmSync(file, { recursive: true });
      writeFileSync(file, "two");
      for (let i = 0; i < 4; i++) poll();
    }
    assert.deepEqual(names(), [["key-1"], ["key-1"]]);
    assert.equal(logged.filter((line) => line.includes("not a file any more")).length, 2);
  });

  it("are refused at the start with only the name of the file", (t) => {
    assert.throws(
      () => setUp(t, "name=a hunter2"),
      (error: Error) => error instanceof UsageError && !error.message.includes("hunter2"),
    );
  });
});
