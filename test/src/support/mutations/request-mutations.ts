/** Generates requests that no client sends: mutated examples of every method, and noise. */
import { contract, namesOf } from "@tandem/rpc";
import fc from "fast-check";
import type { Hex } from "../wire.js";

/** Values that replace those of the examples, so that they exist. */
export interface Known {
  readonly blockHash: Hex;
  readonly transactionHash: Hex;
  readonly contract: Hex;
}

interface Example {
  readonly method: string;
  readonly params: readonly unknown[];
}

export interface FuzzRequest {
  readonly jsonrpc: unknown;
  readonly id: unknown;
  readonly method: unknown;
  readonly params?: unknown;
}

const exampleOf = (name: string) =>
  String(contract.find((method) => method.name === name)?.example.params[0]);

/** Returns an example for every name of every method. */
function examplesOf({ blockHash, transactionHash, contract: address }: Known): Example[] {
  const names = [
    [exampleOf("eth_getBlockByHash"), blockHash],
    [exampleOf("eth_getTransactionByHash"), transactionHash],
    [exampleOf("eth_getCode"), address],
  ] as const;
  return contract.flatMap((method) => {
    const text = JSON.stringify(method.example.params);
    const known = names.reduce((sum, [from, to]) => sum.replaceAll(from, to), text);
    return namesOf(method).map((name) => ({ method: name, params: JSON.parse(known) }));
  });
}

const hexDigits = fc.constantFrom(..."0123456789abcdefABCDEF");
/** A batch is refused as a whole above 64 levels; deeper bodies are sent alone. */
const nested = (levels: number): unknown => (levels === 0 ? [] : [nested(levels - 1)]);

/** Generates values of a wrong type. */
const oddity: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(null, true, false, 0, -1, 1.5, 1e21, 2 ** 53, Number.MAX_VALUE, "", "0x", "0x0"),
  fc.constantFrom("latest", "earliest", "pending", "safe", "finalized", "newest", "0xg", "0X1"),
  fc.constantFrom("0x00", `0x${"f".repeat(16)}`, `0x${"f".repeat(64)}`, `0x${"f".repeat(65)}`),
  fc.constantFrom(`0x${"00".repeat(20)}`, `0x${"00".repeat(32)}`, `0x${"ff".repeat(10_000)}`),
  fc.constantFrom("__proto__", "constructor", "toString", "\u0000", "\ud800", "ä€😀"),
  fc.constantFrom<unknown>({}, [], [[]], { __proto__: null }, nested(20), nested(40)),
  fc.integer().map((n) => `0x${(n >>> 0).toString(16)}`),
  fc.array(hexDigits, { maxLength: 80 }).map((digits) => `0x${digits.join("")}`),
  fc.string({ maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
);

const knownMembers = contract
  .flatMap((method) => method.example.params)
  .flatMap((param) => (typeof param === "object" && param !== null ? Object.keys(param) : []));
const member = fc.constantFrom(
  ...new Set([...knownMembers, "data", "input", "gasPrice", "value", "nonce", "blockHash"]),
  ...["accessList", "authorizationList", "maxFeePerGas", "topics", "address", "blockNumber"],
  ...["tracer", "tracerConfig", "timeout", "stateDiff", "code", "count", "after", "toAddress"],
);

const step = fc.record({
  at: fc.nat(),
  deeper: fc.boolean(),
  kind: fc.constantFrom("replace", "replace", "remove", "add", "wrap", "bend"),
  member,
  value: oddity,
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Changes, removes or duplicates one character of a string. */
function bend(text: string, at: number): string {
  const place = at % (text.length + 1);
  const rest = text.slice(place + (at % 3 === 0 ? 0 : 1));
  return text.slice(0, place) + (at % 3 === 1 ? "" : "f") + rest;
}

function mutate(value: unknown, change: Step): unknown {
  const { at, kind, deeper } = change;
  if (kind === "wrap" && !deeper) return [value];
  if (typeof value === "string" && kind === "bend") return bend(value, at);
  if (Array.isArray(value)) {
    const place = at % (value.length + 1);
    if (kind === "add") return [...value.slice(0, place), change.value, ...value.slice(place)];
    if (kind === "remove") return value.filter((_, i) => i !== place);
    return value.map((item, i) => (i === at % value.length ? mutateWithin(item, change) : item));
  }
  if (typeof value !== "object" || value === null) return change.value;
  const entries = Object.entries(value);
  if (kind === "add" || entries.length === 0) return { ...value, [change.member]: change.value };
  const chosen = at % entries.length;
  if (kind === "remove") return Object.fromEntries(entries.filter((_, i) => i !== chosen));
  return Object.fromEntries(
    entries.map(([key, item], i) => [key, i === chosen ? mutateWithin(item, change) : item]),
  );
}

/** Mutates the whole value or a part of it. */
const mutateWithin = (value: unknown, change: Step): unknown =>
  change.deeper || change.kind === "bend" ? mutate(value, change) : change.value;

/** Generates random code, executed as a creation, or in place of a contract's code. */
function executionsAbout({ contract: to }: Known): fc.Arbitrary<Example> {
  const methods = ["eth_call", "eth_estimateGas", "eth_createAccessList", "debug_traceCall"];
  const opcodes = fc.oneof(fc.nat({ max: 255 }), fc.constantFrom(0x5b, 0x5f, 0x60, 0x54, 0xf1));
  const code = fc
    .array(opcodes, { maxLength: 48 })
    .map((bytes) => `0x${Buffer.from(bytes).toString("hex")}`);
  const gas = fc.constantFrom("0x5208", "0x30d40", "0x7a120");
  return fc
    .record({ method: fc.constantFrom(...methods), code, gas, isCreation: fc.boolean() })
    .map(({ method, code: data, gas: limit, isCreation }) => {
      if (isCreation) return { method, params: [{ data, gas: limit }, "latest"] };
      const override = { [to]: { code: data, balance: "0x1", stateDiff: {} } };
      const call = { to, gas: limit, data };
      const isTraced = method === "debug_traceCall";
      const last = isTraced ? { tracer: "callTracer", stateOverrides: override } : override;
      return { method, params: [call, "latest", last] };
    });
}

/** Generates valid requests with up to three mutations, and methods with arbitrary parameters. */
export function requestsAbout(known: Known): fc.Arbitrary<FuzzRequest> {
  const example = fc.constantFrom(...examplesOf(known));
  const bent = fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: example }, { weight: 1, arbitrary: executionsAbout(known) }),
      fc.array(step, { maxLength: 3 }),
    )
    .map(([{ method, params }, steps]) => ({
      method,
      params: steps.reduce<unknown>(mutate, params),
    }));
  const noise = fc.record({
    method: example.map(({ method }) => method),
    params: fc.oneof(fc.array(oddity, { maxLength: 5 }), oddity),
  });
  const stranger = fc.record({ method: oddity, params: fc.array(oddity, { maxLength: 2 }) });
  const called = fc.oneof(
    { weight: 12, arbitrary: bent },
    { weight: 6, arbitrary: noise },
    { weight: 1, arbitrary: stranger },
  );
  const envelope = fc.record({
    jsonrpc: fc.oneof({ weight: 30, arbitrary: fc.constant("2.0") }, oddity),
    id: fc.oneof({ weight: 20, arbitrary: fc.nat() }, oddity),
  });
  return fc.tuple(envelope, called).map(([head, call]) => ({ ...head, ...call }));
}

/** Generates whole bodies: no JSON, JSON that is not a request, a truncated request. */
export function bodiesAbout(known: Known): fc.Arbitrary<string> {
  const request = requestsAbout(known);
  const cut = fc.tuple(request, fc.nat()).map(([one, at]) => {
    const text = JSON.stringify(one);
    return text.slice(0, at % text.length);
  });
  const other = fc.oneof(fc.jsonValue(), oddity).map((value) => JSON.stringify(value));
  const deep = fc.nat({ max: 100_000 }).map((levels) => "[".repeat(levels) + "]".repeat(levels));
  const closed = deep.map(
    (levels) => `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${levels}}`,
  );
  return fc.oneof(
    { weight: 9, arbitrary: fc.oneof(cut, fc.string(), other) },
    { weight: 1, arbitrary: fc.oneof(deep, closed) },
  );
}
