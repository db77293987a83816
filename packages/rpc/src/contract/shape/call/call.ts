/**
 * Defines the call object of specification section 2 and state overrides. Unknown members are ignored
 * and null counts as absent, as in other nodes. `to` may be absent for a contract creation: every
 * client estimates deployments that way.
 */
import {
  type AccountOverride,
  type CallRequest,
  cutBytesOfHex,
  type FaultData,
  isEqual,
  type StateOverrides,
  toHex,
  toQuantity,
} from "@tandem/primitives";
import * as z from "@tandem/schema";
import { type Shortcut, shortcut, shortcutOf } from "../../codec/shortcut.js";
import { sliced } from "../../codec/slices.js";
import {
  address,
  addressText,
  bytesOfText,
  count,
  data,
  hash32,
  objectOf,
  quantity,
  quantity64,
} from "../../codec/wire.js";
import { accessList } from "../transaction.js";
import { callSteps } from "./sliced-call.js";
import { overrideSteps } from "./sliced-overrides.js";

const authorizations = z.array(
  z.object({
    chainId: quantity,
    address,
    nonce: quantity64,
    yParity: count,
    r: quantity,
    s: quantity,
  }),
  "expected an array of authorizations",
);

const typeText = "expected a transaction type: 0x and one or two hex digits";

const hexType = z.string(typeText).regex(/^0x[0-9a-fA-F]{1,2}$/, typeText);
const numericType = z.int(typeText).min(0, typeText).max(0xff, typeText);

/**
 * The type of a transaction (EIP-2718), also with a leading zero or as a JSON number, as some clients send it: web3.py
 * reads the type of a transaction as a number, and sends it back so when it replaces the transaction.
 */
const transactionType = z.codec(z.union([hexType, numericType], typeText), z.number(), {
  decode: (type) => Number(type),
  encode: (type) => toQuantity(type),
});

const callMembers = {
  from: address.nullish(),
  to: address.nullish(),
  gas: quantity64.nullish(),
  gasPrice: quantity.nullish(),
  maxFeePerGas: quantity.nullish(),
  maxPriorityFeePerGas: quantity.nullish(),
  value: quantity.nullish(),
  nonce: quantity64.nullish(),
  data: data.nullish(),
  /** The newer name of `data`; some clients send both. */
  input: data.nullish(),
  accessList: accessList.nullish(),
  authorizationList: authorizations.nullish(),
  /** A request for another chain is refused. */
  chainId: quantity.nullish(),
  type: transactionType.nullish(),
  blobVersionedHashes: z.null("expected no blobs: this chain has none (EIP-4844)").optional(),
};
const objectOfMembers = (what: string) => objectOf(what, callMembers);
type CallObject = z.output<ReturnType<typeof objectOfMembers>>;

type Given<T> = { [K in keyof T]?: NonNullable<T[K]> };

/** Returns only the members that are present. */
function given<T extends object>(object: T): Given<T> {
  return Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null && value !== undefined),
  ) as Given<T>;
}

/** A description of an inconsistency, and what other nodes name it by. */
interface Problem {
  readonly message: string;
  readonly params?: Pick<Extract<FaultData, { readonly code: "bad-request" }>, "feeWithPrice">;
}

/** Returns an inconsistency in a call object, or undefined. */
function contradiction(call: Given<CallObject>): Problem | undefined {
  if (call.data !== undefined && call.input !== undefined && !isEqual(call.data, call.input)) {
    return { message: "expected data and input to be equal when both are given" };
  }
  if (call.gasPrice === undefined) return undefined;
  const feeWithPrice = (["maxFeePerGas", "maxPriorityFeePerGas"] as const).find(
    (name) => call[name] !== undefined,
  );
  if (feeWithPrice === undefined) return undefined;
  const message = "expected either gasPrice or maxFeePerGas and maxPriorityFeePerGas";
  return { message, params: { feeWithPrice } };
}

/** Returns why no transaction of the requested type can be made of a call object, or undefined. */
function typeMessage({ type, authorizationList }: Given<CallObject>): string | undefined {
  if (type === undefined || type <= 2) return undefined;
  if (type === 3) return "expected another type: blob transactions (type 3) are not accepted";
  if (type !== 4) return `expected the type 0x0, 0x1, 0x2 or 0x4, not ${toQuantity(type)}`;
  return authorizationList === undefined ? "expected an authorizationList for type 0x4" : undefined;
}

function typeProblem(members: Given<CallObject>): Problem | undefined {
  const message = typeMessage(members);
  return message === undefined ? undefined : { message };
}

/**
 * Returns the schema of a request.
 * @param what names it in errors.
 * @param isSent whether a transaction is made of it. A call has no type, so that it is ignored there.
 */
const requestOf = (what: string, isSent: boolean) =>
  z.codec(objectOfMembers(what), z.custom<CallRequest>(), {
    decode(wire, context) {
      const members = given<CallObject>(wire);
      const problem = contradiction(members) ?? (isSent ? typeProblem(members) : undefined);
      if (problem !== undefined) {
        context.issues.push({ code: "custom", input: wire, ...problem });
        return z.NEVER;
      }
      const { input, type, ...call } = members;
      return {
        ...call,
        ...(input === undefined ? {} : { data: input }),
        ...(isSent && type !== undefined ? { type } : {}),
      } as CallRequest;
    },
    encode: (call) => call as CallObject,
  });

const takeAddress = shortcutOf(address) as Shortcut;

/** Decodes data that is dropped after the call. */
const takeData: Shortcut = (value) =>
  typeof value === "string" ? cutBytesOfHex(value) : undefined;

type CallMembers = Readonly<Record<keyof typeof callMembers, unknown>>;

/** Returns whether a call has members besides `from`, `to` and `data`. */
function hasOthers(call: CallMembers): boolean {
  const { gas, gasPrice, maxFeePerGas, maxPriorityFeePerGas, value, nonce } = call;
  const { input, accessList: slots, authorizationList, chainId, type, blobVersionedHashes } = call;
  const fees = gas ?? gasPrice ?? maxFeePerGas ?? maxPriorityFeePerGas;
  const lists = slots ?? authorizationList ?? blobVersionedHashes;
  return (fees ?? value ?? nonce ?? input ?? lists ?? chainId ?? type ?? undefined) !== undefined;
}

/**
 * Decodes a call with an address and at most data and a sender, as most calls are. It reads members
 * by their names, since an object can have a million others, which are ignored.
 * @returns undefined for any other call, which the schema decodes.
 */
function plainCall(value: unknown): CallRequest | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const members = value as CallMembers;
  const to = takeAddress(members.to);
  const from = takeAddress(members.from);
  const bytes = takeData(members.data);
  if (to === undefined || hasOthers(members)) return undefined;
  if (from === undefined && members.from !== undefined) return undefined;
  if (bytes === undefined && members.data !== undefined) return undefined;
  const call: Record<string, unknown> = { to };
  if (from !== undefined) call.from = from;
  if (bytes !== undefined) call.data = bytes;
  return call;
}

export const callRequest = sliced(
  shortcut(requestOf("a call object", false), plainCall).meta({ id: "CallObject" }),
  callSteps,
);

/** A call that becomes a transaction. */
export const sentRequest = sliced(
  requestOf("a transaction object", true).meta({ id: "TransactionObject" }),
  callSteps,
);

const slotText = z.string().regex(/^0x[0-9a-fA-F]{64}$/);
const slots = z.record(slotText, hash32, "expected an object from 32-byte slots to 32-byte values");

const accountOverride = objectOf("an account override", {
  balance: quantity.nullish(),
  nonce: quantity64.nullish(),
  code: data.nullish(),
  /** Replaces the whole storage. */
  state: slots.nullish(),
  /** Replaces single slots. */
  stateDiff: slots.nullish(),
  movePrecompileToAddress: z
    .null("expected no movePrecompileToAddress: precompiles stay at their addresses")
    .optional(),
}).refine(({ state, stateDiff }) => !(state && stateDiff), "expected either state or stateDiff");

const slotPairs = (record: z.output<typeof slots>) =>
  Object.entries(record).map(([slot, value]) => [bytesOfText(slot), value] as const);

function decodeOverride(wire: z.output<typeof accountOverride>): AccountOverride {
  const { state, stateDiff, ...account } = given(wire);
  return {
    ...account,
    ...(state === undefined ? {} : { state: slotPairs(state) }),
    ...(stateDiff === undefined ? {} : { stateDiff: slotPairs(stateDiff) }),
  };
}

const recordOf = (pairs: readonly (readonly [Uint8Array, Uint8Array])[]) =>
  Object.fromEntries(pairs.map(([slot, value]) => [toHex(slot), value]));

function encodeOverride({ state, stateDiff, ...account }: AccountOverride) {
  return {
    ...account,
    ...(state === undefined ? {} : { state: recordOf(state) }),
    ...(stateDiff === undefined ? {} : { stateDiff: recordOf(stateDiff) }),
  };
}

/** The overrides of accounts by address, for one call. */
export const stateOverrides = sliced(
  z
    .codec(
      z.record(
        addressText,
        accountOverride,
        "expected an object from addresses to account overrides",
      ),
      z.custom<StateOverrides>(),
      {
        decode: (record): StateOverrides =>
          Object.entries(record).map(([account, override]) => [
            bytesOfText(account),
            decodeOverride(override),
          ]),
        encode: (overrides) =>
          Object.fromEntries(
            overrides.map(([account, override]) => [toHex(account), encodeOverride(override)]),
          ),
      },
    )
    .meta({ id: "StateOverrides" }),
  (value, decode) => overrideSteps(value, (part) => decode(part) as StateOverrides),
);
