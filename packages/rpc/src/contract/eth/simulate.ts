/** Declares `eth_simulateV1` of the execution APIs. */
import * as z from "@tandem/schema";
import { blockRef } from "../codec/block-ref.js";
import { orNull } from "../codec/writer.js";
import { exampleAddress, exampleBlock, exampleRecipient } from "../example.js";
import { method } from "../method.js";
import { simulatedBlock, simulation } from "../shape/call/simulation.js";

const call = { from: exampleAddress, to: exampleRecipient, value: "0x1" };

export const simulateV1 = method("eth_simulateV1", {
  isHeavy: true,
  historical: { kind: "state", param: "block" },
  summary:
    "Executes blocks of calls on top of a block, each on the state after the previous one, and returns them with the results of the calls.",
  params: {
    simulation: simulation.describe(
      "`blockStateCalls`: blocks of `calls` with `stateOverrides` and `blockOverrides`; `traceTransfers`, `validation`, `returnFullTransactions`.",
    ),
    block: blockRef.describe("Block that the first one follows.").prefault("latest"),
  },
  result: orNull(z.array(simulatedBlock)),
  faults: [
    "limit",
    "simulatedNonceLow",
    "simulatedNonceHigh",
    "simulatedFee",
    "simulatedGas",
    "simulatedFunds",
    "simulatedBlockGas",
    "simulatedNumber",
    "simulatedTime",
    "simulatedSender",
    "simulatedInitCode",
    "simulatedLimit",
  ],
  example: {
    params: [{ blockStateCalls: [{ calls: [call] }] }, "latest"],
    result: [
      {
        ...exampleBlock,
        calls: [
          { returnData: "0x", logs: [], gasUsed: "0x5208", maxUsedGas: "0x5208", status: "0x1" },
        ],
      },
    ],
  },
});
