/** Converts a case of our own to the standard JSON form, with the unpatched library's result. */
import { toHex } from "@tandem/primitives";
import type { StateCase } from "../format.js";
import { casesOfTest, type PostJson, type StateTestJson } from "../format.js";
import type { InspectedOutcome } from "../stock.js";
import {
  coinbase,
  type Fork,
  type Hex,
  type OwnAccount,
  type OwnCase,
  sender,
  target,
  wordOf,
} from "./case.js";
import { signedBytes } from "./sign.js";
import { assembleText } from "./text-assembler.js";

const quantity = (value: bigint): Hex => `0x${value.toString(16)}`;
const codeOf = (code = "") => (code.startsWith("0xef0100") ? code : toHex(assembleText(code)));

const accountJson = ({ balance = 0n, nonce = 0n, code, storage = {} }: OwnAccount) => ({
  balance: quantity(balance),
  nonce: quantity(nonce),
  code: codeOf(code),
  storage: Object.fromEntries(
    Object.entries(storage).map(([slot, value]) => [quantity(BigInt(slot)), quantity(value)]),
  ),
});

function preOf({ code = "STOP", pre = {} }: OwnCase) {
  const accounts: Record<string, OwnAccount> = {
    [sender]: { balance: 10n ** 18n },
    ...pre,
    [target]: { ...pre[target], code },
  };
  return Object.fromEntries(
    Object.entries(accounts).map(([address, account]) => [address, accountJson(account)]),
  );
}

const env = {
  currentCoinbase: coinbase,
  currentDifficulty: "0x20000",
  currentGasLimit: quantity(30_000_000n),
  currentNumber: "0x1",
  currentTimestamp: "0x3e8",
  currentBaseFee: "0xa",
  currentRandom: wordOf(0x20000n),
  currentExcessBlobGas: "0x0",
};

/** Runs a case and returns the state after it. */
export type Oracle = (test: StateCase) => Promise<InspectedOutcome>;

/** Returns the differences between the state after a case and the values computed by hand. */
async function contradictions(own: OwnCase, outcome: InspectedOutcome): Promise<string[]> {
  const wanted: Record<string, Readonly<Record<number, bigint>>> = { ...own.storedAt };
  if (own.stored !== undefined) wanted[target] = own.stored;
  const found: string[] = [];
  for (const [address, slots] of Object.entries(wanted)) {
    for (const [slot, value] of Object.entries(slots)) {
      const stored = await outcome.slot(address, wordOf(BigInt(slot)));
      if (stored !== value) found.push(`slot ${slot} of ${address}: ${stored}, by hand ${value}`);
    }
  }
  for (const [address, value] of Object.entries(own.balances ?? {})) {
    const balance = await outcome.balance(address);
    if (balance !== value) found.push(`balance of ${address}: ${balance}, by hand ${value}`);
  }
  if ((outcome.refusal !== undefined) !== (own.refused !== undefined)) {
    found.push(`refused: ${outcome.refusal}, by hand ${own.refused}`);
  }
  return found;
}

/** @throws {Error} if the oracle and the values computed by hand differ. */
export async function testOf(own: OwnCase, oracle: Oracle): Promise<StateTestJson> {
  const txbytes = toHex(signedBytes(own.tx ?? {}));
  const indexes = { data: 0, gas: 0, value: 0 };
  const blank: PostJson = { hash: "0x", logs: "0x", txbytes, indexes };
  const posts = (list: readonly Fork[]) => Object.fromEntries(list.map((fork) => [fork, [blank]]));
  const test: StateTestJson = {
    _info: { source: own.source },
    env,
    pre: preOf(own),
    transaction: { sender },
    post: posts(own.forks),
  };
  const post: Record<string, PostJson[]> = {};
  for (const one of casesOfTest(own.name, test)) {
    const outcome = await oracle(one);
    const wrong = await contradictions(own, outcome);
    if (wrong.length > 0) throw new Error(`${one.name}: ${wrong.join("; ")}`);
    const refused = own.refused === undefined ? {} : { expectException: own.refused };
    post[one.fork] = [{ ...blank, hash: outcome.stateRoot, logs: outcome.logsHash, ...refused }];
  }
  return { ...test, post };
}
