/** Defines the schemas of a chain spec's file and of a geth genesis. */
import * as z from "zod";
import type { GenesisAccount } from "../account.js";
import { createValues, type FileValues } from "./file-values.js";
import {
  blockSizeLimitMin,
  chainIdMax,
  codeSizeLimitMax,
  codeSizeLimitMin,
  timestampMax,
} from "./limits.js";
import { consensusForks, evmForks } from "./rules.js";

function allocOf({ address, balance, bytes, nonce, word }: FileValues) {
  const account = z.object({
    balance: balance.default(0n),
    nonce: nonce.optional(),
    code: bytes.optional(),
    storage: z.record(z.string(), word).optional(),
  });
  const storageSlots = (storage: Record<string, Uint8Array>) =>
    Object.entries(storage).map(([slot, value]) => [word.parse(slot), value] as const);
  return z.record(z.string(), account).transform((entries): GenesisAccount[] =>
    Object.entries(entries).map(([key, { balance, nonce, code, storage }]) => ({
      address: address.parse(key),
      balance,
      ...(nonce === undefined ? {} : { nonce }),
      ...(code === undefined ? {} : { code }),
      ...(storage === undefined ? {} : { storage: storageSlots(storage) }),
    })),
  );
}

/** The forks that a chain of this node can have; headers of `reed` are decoded but not created. */
const ownForks = [...consensusForks.filter((fork) => fork !== "reed"), ...evmForks];

/** Returns the schema of the chain id. */
const chainIdOf = ({ positiveCount }: FileValues) =>
  positiveCount("expected a chain id above 0").refine(
    (value) => value <= chainIdMax,
    `expected a chain id of at most ${chainIdMax}`,
  );

/** Returns the schema of the time of genesis in Unix seconds. */
const timestampOf = ({ count }: FileValues) =>
  count.refine((value) => value <= timestampMax, `expected at most ${timestampMax}`);

function specFileOf(values: FileValues, alloc: ReturnType<typeof allocOf>) {
  const { amount, bytes, bytesOf, count, difficulty, positiveCount, price } = values;
  const codeSizeLimit = count.refine(
    (value) => value >= codeSizeLimitMin && value <= codeSizeLimitMax,
    `expected ${codeSizeLimitMin} to ${codeSizeLimitMax}`,
  );
  const blockSizeLimit = count.refine(
    (value) => value >= blockSizeLimitMin,
    `expected at least ${blockSizeLimitMin}`,
  );
  const timestamp = timestampOf(values);
  return z.strictObject({
    name: z.string().min(1).max(64),
    chainId: chainIdOf(values),
    forks: z.strictObject(Object.fromEntries(ownForks.map((fork) => [fork, count.optional()]))),
    blockSeconds: positiveCount("expected at least 1"),
    difficultyDivisor: amount.refine((value) => value > 0n, "expected at least 1"),
    minimumDifficulty: difficulty.refine((value) => value > 0n, "expected at least 1"),
    minimumGasLimit: amount,
    futureSecondsMax: count,
    bitcoinTimeSecondsMax: count,
    codeSizeLimit: codeSizeLimit.optional(),
    transactionGasLimitCap: amount.optional(),
    blockSizeLimit: blockSizeLimit.optional(),
    impersonation: z.boolean("expected true or false").default(true),
    // Other sources may provide the optional members, which `readSpec` reports.
    genesis: z.strictObject({
      timestamp,
      difficulty,
      gasLimit: amount.optional(),
      minimumGasPrice: price.optional(),
      extraData: bytes.default(() => new Uint8Array(0)),
      coinbase: bytesOf(20).default(() => new Uint8Array(20)),
      alloc: alloc.optional(),
    }),
  });
}

function gethGenesisOf(values: FileValues, alloc: ReturnType<typeof allocOf>) {
  const { address, amount, bytes, count, difficulty, price } = values;
  return z.object({
    config: z.object({
      chainId: chainIdOf(values),
      londonBlock: count.default(0),
      shanghaiTime: count.optional(),
      cancunTime: count.optional(),
      pragueTime: count.optional(),
      osakaTime: count.optional(),
    }),
    timestamp: timestampOf(values).default(0),
    extraData: bytes.default(() => new Uint8Array(0)),
    gasLimit: amount,
    difficulty: difficulty.default(1n),
    coinbase: address.default(() => new Uint8Array(20)),
    // geth writes null for a genesis that leaves it open.
    baseFeePerGas: price.nullish().transform((value) => value ?? undefined),
    alloc: alloc.optional(),
  });
}

/** A parsed file of this project's form. */
export type OwnFile = z.output<ReturnType<typeof specFileOf>>;
/** A parsed geth genesis. */
export type GethFile = z.output<ReturnType<typeof gethGenesisOf>>;

function createSchemas() {
  const values = createValues();
  const alloc = allocOf(values);
  return { specFile: specFileOf(values, alloc), gethGenesis: gethGenesisOf(values, alloc) };
}

let created: ReturnType<typeof createSchemas> | undefined;

/** Returns the schemas, which the first file creates: a node of a built-in chain starts without them. */
export function fileSchemas(): ReturnType<typeof createSchemas> {
  created ??= createSchemas();
  return created;
}
