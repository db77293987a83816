/** Writes what geth's erc7562Tracer shows of a call beside the members of callTracer. */
import { type CallUsage, type SlotCounts, toHex } from "@tandem/primitives";
import type { JsonCollector } from "../../contract/codec/json-collector.js";

/** Writes the members without the braces around them. @throws {Fault} `limit-exceeded`. */
export async function addUsage(text: JsonCollector, usage: CallUsage): Promise<void> {
  const { usedOpcodes, extCodeAccesses, contracts, isOutOfGas, keccakInputs = [] } = usage;
  text.add('"accessedSlots":{"reads":{');
  await text.addList(usage.reads, ([slot, value]) => `"${toHex(slot)}":["${toHex(value)}"]`);
  text.add("}");
  await addCounts(text, "writes", usage.writes);
  await addCounts(text, "transientReads", usage.transientReads);
  await addCounts(text, "transientWrites", usage.transientWrites);
  text.add('},"extCodeAccessInfo":[');
  await text.addList(extCodeAccesses, (address) => `"${toHex(address)}"`);
  text.add('],"usedOpcodes":{');
  await text.addList(usedOpcodes, ([opcode, count]) => `"0x${opcode.toString(16)}":${count}`);
  text.add('},"contractSize":{');
  await text.addList(
    contracts,
    ({ address, codeLength, opcode }) =>
      `"${toHex(address)}":{"contractSize":${codeLength},"opcode":${opcode}}`,
  );
  text.add(`},"outOfGas":${isOutOfGas}`);
  if (keccakInputs.length === 0) return;
  text.add(',"keccak":[');
  await text.addList(keccakInputs, (input) => `"${toHex(input)}"`);
  text.add("]");
}

async function addCounts(text: JsonCollector, name: string, counts: SlotCounts): Promise<void> {
  text.add(`,"${name}":{`);
  await text.addList(counts, ([slot, count]) => `"${toHex(slot)}":${count}`);
  text.add("}");
}
