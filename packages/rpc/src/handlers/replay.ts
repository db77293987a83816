/** Implements the methods that contract/replay.ts declares. */
import { type TracerResult, toHex } from "@tandem/primitives";
import { collectArray, JsonCollector } from "../contract/codec/json-collector.js";
import type * as contract from "../contract/replay.js";
import { type ReplayRequest, stateDiffName, traceName } from "../contract/shape/traces/replay.js";
import type { Call, Handler } from "./handler.js";
import { stateDiffOf } from "./traces/state-diff.js";
import { addFlat } from "./traces/traced.js";
import { inTurn } from "./traces/traced-requests.js";

/** Writes the recorded results of an execution, with the hash of its transaction if it has one. */
async function addReplayed(
  text: JsonCollector,
  result: TracerResult,
  { hasTrace }: ReplayRequest,
  transactionHash?: Uint8Array,
): Promise<void> {
  const results = new Map(result.kind === "several" ? result.results : []);
  const flat = results.get(traceName);
  const diff = results.get(stateDiffName);
  if (flat?.kind !== "flat") throw new Error("the traces are missing");
  const changes = diff?.kind === "prestate" ? stateDiffOf(diff.prestate) : null;
  text.add(`{"output":"${toHex(flat.output)}","stateDiff":${JSON.stringify(changes)},"trace":`);
  await addFlat(text, hasTrace ? flat.traces : []);
  const hash = transactionHash && `,"transactionHash":"${toHex(transactionHash)}"`;
  text.add(`,"vmTrace":null${hash ?? ""}}`);
}

async function textOf(result: TracerResult, types: ReplayRequest, call: Call) {
  const text = new JsonCollector(call);
  await addReplayed(text, result, types);
  return text.finish();
}

interface Replayed {
  readonly result: TracerResult;
  readonly types: ReplayRequest;
  readonly transactionHash?: Uint8Array;
}

const listText = (list: readonly Replayed[], call: Call) =>
  collectArray(
    list,
    ({ result, types, transactionHash }, text) => addReplayed(text, result, types, transactionHash),
    call,
  );

export const call: Handler<typeof contract.call> = inTurn(
  async (node, { call: request, types, block }, call) => {
    const result = await node.debugCall({ request, ref: block, overrides: [] }, types.tracer, call);
    return result && textOf(result, types, call);
  },
);

export const callMany: Handler<typeof contract.callMany> = inTurn(
  async (node, { calls, block }, call) => {
    const traced = calls.map(([request, { tracer }]) => ({ request, tracer }));
    const results = await node.debugCalls(traced, block, call);
    if (results === undefined) return undefined;
    const list = calls.flatMap(([, types], i) => {
      const result = results[i];
      return result === undefined ? [] : [{ result, types }];
    });
    return listText(list, call);
  },
);

export const rawCall: Handler<typeof contract.rawCall> = inTurn(
  async (node, { transaction, types }, call) =>
    textOf(await node.debugRaw(transaction, types.tracer, call), types, call),
);

export const replayTransaction: Handler<typeof contract.replayTransaction> = inTurn(
  async (node, { hash, types }, call) => {
    const result = await node.debugTransaction(hash, types.tracer, call);
    return result && textOf(result, types, call);
  },
);

export const replayBlockTransactions: Handler<typeof contract.replayBlockTransactions> = inTurn(
  async (node, { block, types }, call) => {
    const debugged = await node.debugBlock(block, types.tracer, call);
    return (
      debugged &&
      listText(
        debugged.map((one) => ({ ...one, types })),
        call,
      )
    );
  },
);
