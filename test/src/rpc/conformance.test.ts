/**
 * Runs every transcript of `test/conformance` against a real node, over every transport. In `npm test`
 * each transport has all of them on one server, and on the other those of the envelope and one of each
 * method; the campaign runs all on both.
 */
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { createNode, type InProcessNode } from "@tandem/node";
import { contract, type Method, namesOf } from "@tandem/rpc";
import { fewOrMany } from "../support/extent.js";
import { startLocalNode } from "../support/local-node.js";
import type { RunningNode } from "../support/node-process.js";
import { lacksNativeServer } from "../support/processes/native-server.js";
import { runTranscript } from "../support/transcripts/run-transcript.js";
import {
  readTranscripts,
  type Transcript,
  transcriptSubjects,
  type Wire,
} from "../support/transcripts/transcript.js";
import { buildTranscriptChain } from "../support/transcripts/transcript-chain.js";
import type { Values } from "../support/transcripts/transcript-match.js";

/** The transcripts of JSON-RPC itself, for any method. */
const envelope = "envelope";
const invalidParameters = -32602;
/** The transcript that every method has. */
const malformed = "bad-parameters";

const transcripts = readTranscripts();
/** The names of a method. */
const methods = new Map(
  contract.map((method: Method) => {
    const others = method.aliasResults ?? {};
    return [method.name, namesOf(method).filter((name) => !(name in others))];
  }),
);

describe("transcripts", () => {
  it("exist for every method, and for nothing else", () => {
    assert.deepEqual(transcriptSubjects(), [...methods.keys(), envelope].sort());
    const withOne = new Set(transcripts.map(({ subject }) => subject));
    assert.deepEqual([...withOne].sort(), [...methods.keys(), envelope].sort());
  });

  it("send the method of their folder", () => {
    for (const { subject, name, exchanges } of transcripts) {
      if (subject === envelope) continue;
      const asks = exchanges.some(({ request }) => request.includes(`"method":"${subject}"`));
      assert.ok(asks, `${subject}/${name}`);
    }
  });

  it("show for every method the error of malformed parameters, each of them named", () => {
    for (const { name, params } of contract) {
      const answers = transcripts
        .filter(({ subject }) => subject === name)
        .flatMap(({ exchanges }) => exchanges.flatMap((exchange) => exchange.answers))
        .filter((answer) => answer.includes(`"code":${invalidParameters}`));
      assert.ok(answers.length >= 2, name);
      for (const param of Object.keys(params)) {
        assert.ok(
          answers.some((answer) => new RegExp(`naming ${param}\\b`).test(answer)),
          `${name}: ${param}`,
        );
      }
    }
  });

  it("show for every method of a connection its error without one", () => {
    for (const { name, isWebSocketOnly } of contract) {
      const wires = transcripts.filter(({ subject }) => subject === name).map((one) => one.wires);
      if (isWebSocketOnly !== true) continue;
      assert.ok(wires.some((some) => some.join() === "http") && wires.length > 1, name);
    }
  });
});

const flags = ["--mining", "manual"];
const native = "uWebSockets.js";
const fallback = "the fallback server";
const servers: Readonly<Record<string, () => Promise<RunningNode>>> = {
  [native]: () => startLocalNode([...flags, "--server", "uws"]),
  [fallback]: () => startLocalNode([...flags, "--server", "node"]),
};
/**
 * The server on which each transport has all transcripts, whatever the extent, and those of a method
 * under its other names too, since names are looked up behind every server.
 */
const wholeOn: Readonly<Record<Wire, string>> = {
  http: lacksNativeServer ? fallback : native,
  websocket: fallback,
};
for (const [server, start] of Object.entries(servers)) {
  for (const wire of ["http", "websocket"] as const) {
    const skip = server === native && lacksNativeServer;
    const ofWire = transcripts.filter(({ wires }) => wires.includes(wire));
    const isWhole = wholeOn[wire] === server;
    const chosen = isWhole || fewOrMany(0, 1) === 1 ? ofWire : oneOfEach(ofWire);
    describe(`${server} over ${wire}`, { skip }, () => runAll(wire, chosen, start, isWhole));
  }
}

/**
 * Returns the transcripts of the envelope, which servers take apart, and one of each method, if there
 * is one with other than malformed parameters.
 */
function oneOfEach(all: readonly Transcript[]): readonly Transcript[] {
  const ofMethods = new Map<string, Transcript>();
  for (const one of all) {
    const chosen = ofMethods.get(one.subject);
    if (chosen === undefined || chosen.name === malformed) ofMethods.set(one.subject, one);
  }
  return all.filter((one) => one.subject === envelope || ofMethods.get(one.subject) === one);
}

function runAll(
  wire: Wire,
  chosen: readonly Transcript[],
  start: () => Promise<RunningNode>,
  isByAllNames: boolean,
): void {
  let node: RunningNode;
  let unlocked: InProcessNode;
  let values: Values;
  before(async () => {
    node = await start();
    values = await buildTranscriptChain(node.url);
    unlocked = await createNode({ mining: "manual", unlocked: true });
  });
  after(async () => {
    await unlocked.close();
    await node.stop();
  });
  for (const transcript of chosen) {
    it(`${transcript.subject}: ${transcript.name}`, async () => {
      const isByAll = isByAllNames && transcript.wires[0] === wire && !transcript.changesChain;
      const names = isByAll ? (methods.get(transcript.subject) ?? []) : [];
      for (const alias of names.length > 0 ? names : [transcript.subject]) {
        const asked = transcript.needsKeys ? unlocked : node;
        await runTranscript({ transcript, alias, wire, node: asked, values: new Map(values) });
      }
    });
  }
}
