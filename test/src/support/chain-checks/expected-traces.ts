/** Builds traces and contracts for tests, with defaults for the obvious members. */
import {
  type Address,
  type CallTrace,
  type CallType,
  type CreateTrace,
  emptyBytes,
  fromHex,
  padStart,
  type SuicideTrace,
  type TraceError,
  type TracePath,
} from "@tandem/primitives";
import { assemble, type Part } from "../assemble.js";

export const contract = (address: Address, ...parts: readonly Part[]) => ({
  address,
  code: assemble(...parts),
});

export interface CallParts {
  readonly callType?: CallType;
  readonly gas: bigint;
  readonly used?: bigint;
  readonly value?: bigint;
  readonly input?: Uint8Array;
  readonly output?: Uint8Array;
  readonly error?: TraceError;
  readonly at: readonly number[];
  readonly below?: number;
}

const pathOf = (at: readonly number[]) =>
  at.reduce<TracePath | undefined>((parent, index) => ({ parent, index }), undefined);

export function call(from: Address, to: Address, parts: CallParts): CallTrace {
  const { callType = "call", gas, value = 0n, input = emptyBytes, output = emptyBytes } = parts;
  return {
    type: "call",
    action: { callType, from, to, gas, input, value },
    subtraces: parts.below ?? 0,
    path: pathOf(parts.at),
    ...(parts.error === undefined
      ? { result: { gasUsed: parts.used ?? 0n, output } }
      : { error: parts.error }),
  };
}

export function create(
  from: Address,
  init: Uint8Array,
  parts: Omit<CallParts, "callType" | "input"> & {
    readonly method?: "create2";
    readonly address?: string;
  },
): CreateTrace {
  const { gas, value = 0n, output: code = emptyBytes } = parts;
  return {
    type: "create",
    action: { creationMethod: parts.method ?? "create", from, gas, init, value },
    subtraces: parts.below ?? 0,
    path: pathOf(parts.at),
    ...(parts.error === undefined
      ? {
          result: {
            gasUsed: parts.used ?? 0n,
            code,
            address: fromHex((parts.address ?? "0x") as `0x${string}`),
          },
        }
      : { error: parts.error }),
  };
}

export const suicide = (
  address: Address,
  refundAddress: Address,
  balance: bigint,
  at: readonly number[],
): SuicideTrace => ({
  type: "suicide",
  action: { address, refundAddress, balance },
  subtraces: 0,
  path: pathOf(at),
});

export const word = (value: number) => padStart(Uint8Array.of(value), 32);
