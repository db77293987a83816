/** Runs a transcript on a node. */
import assert from "node:assert/strict";
import type { RunningNode } from "../node-process.js";
import type { Exchange, Transcript, Wire } from "./transcript.js";
import { assertMatches, fillIn, type Values } from "./transcript-match.js";
import { type Line, openLine } from "./transcript-wire.js";

export interface TranscriptRun {
  readonly transcript: Transcript;
  readonly wire: Wire;
  readonly node: Pick<RunningNode, "url" | "wsUrl">;
  /** The values of the node's chain; those of the transcript are added. */
  readonly values: Values;
  /** The name of the method in the requests; the transcript's own by default. */
  readonly alias?: string;
  /** Returns the error of a method that the node refuses, or undefined if it answers. */
  readonly refusal?: (method: string) => object | undefined;
}

/** Methods that only restore the chain for the transcripts after it. */
const restoring = new Set(["evm_snapshot", "evm_revert"]);

/**
 * Sends the requests of a transcript on a connection of its own, and compares the answers. If a method
 * is refused, the rest of the transcript shows what it has done, and is not sent.
 */
export async function runTranscript(run: TranscriptRun): Promise<void> {
  const { transcript, wire, node, values, alias = transcript.subject, refusal } = run;
  const line = await openLine(wire, node);
  try {
    for (const { request, answers } of transcript.exchanges) {
      const asked = request.replaceAll(`"method":"${transcript.subject}"`, `"method":"${alias}"`);
      const method = methodOf(asked);
      const error = refusal?.(method);
      if (error === undefined) await exchange(line, { request: asked, answers }, values);
      else await exchange(line, refused(asked, error), values);
      if (error !== undefined && !restoring.has(method)) return;
    }
  } finally {
    await line.close();
  }
}

/** Returns the method of a single request; empty for anything else. */
const methodOf = (request: string): string =>
  request.startsWith("{") ? (/"method":"(\w+)"/.exec(request)?.[1] ?? "") : "";

/** Returns a request with the answer of a node that refuses its method. */
function refused(request: string, error: object): Exchange {
  // A value of an earlier refused request is missing.
  const filled = request.replace(/\$\{\w+\}/g, "0x1");
  const { id } = JSON.parse(filled) as { readonly id?: unknown };
  const answer = JSON.stringify({ jsonrpc: "2.0", id, error });
  return { request: filled, answers: id === undefined ? [] : [answer] };
}

async function exchange(line: Line, { request, answers }: Exchange, values: Values): Promise<void> {
  const filled = fillIn(request, values);
  const found = await line.exchange(filled, answers.length);
  const about = `${request.slice(0, 300)}\n`;
  assert.equal(found.length, answers.length, about);
  for (const [i, answer] of answers.entries()) {
    // A value stored from an earlier answer may be in a later one.
    assertMatches(found[i], JSON.parse(fillIn(answer, values)), values, about);
  }
}
