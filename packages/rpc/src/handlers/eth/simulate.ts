/** Implements the method that contract/eth/simulate.ts declares. */
import type { Log } from "@tandem/primitives";
import type { SimulatedBlock } from "../../backend/state-api.js";
import { type AnswerForm, answerFormOf } from "../../contract/answer-form.js";
import { collectArray, type JsonCollector } from "../../contract/codec/json-collector.js";
import { writerOf } from "../../contract/codec/writer.js";
import type * as contract from "../../contract/eth/simulate.js";
import { block as blockShape, showBlock } from "../../contract/shape/block.js";
import { showSimulatedCall, simulatedCall } from "../../contract/shape/call/simulation.js";
import { logExtras, showLog } from "../../contract/shape/log.js";
import { revertMessage } from "../../errors/revert-reason.js";
import type { Handler } from "../handler.js";

const writeBlock = writerOf(blockShape);
const writeCall = writerOf(simulatedCall);

/** Yields the calls of a block. Log indexes continue from call to call. */
function* shownCalls({ block, calls }: SimulatedBlock, form: AnswerForm) {
  const { hash: blockHash, header, transactions } = block;
  const extras = logExtras(form, header.timestamp);
  let logIndex = 0;
  for (const [transactionIndex, call] of calls.entries()) {
    const transactionHash = transactions[transactionIndex]?.hash;
    if (transactionHash === undefined) throw new RangeError("a call without its transaction");
    const place = { blockHash, blockNumber: header.number, transactionHash, transactionIndex };
    const show = (log: Log) => showLog({ log, ...place, logIndex: logIndex++ }, extras);
    yield showSimulatedCall(call, call.logs.map(show), revertMessage);
  }
}

export const simulateV1: Handler<typeof contract.simulateV1> = async (
  node,
  { simulation, block },
  call,
) => {
  const { hasFullTransactions, ...request } = simulation;
  const simulated = await node.simulate(request, block, call);
  if (simulated === undefined) return undefined;
  const form = answerFormOf(call);
  const add = async (one: SimulatedBlock, text: JsonCollector) => {
    const shown = writeBlock(showBlock(one.block, hasFullTransactions, form));
    text.add(`${shown.slice(0, -1)},"calls":[`);
    await text.addList(shownCalls(one, form), writeCall);
    text.add("]}");
  };
  return collectArray(simulated, add, call);
};
