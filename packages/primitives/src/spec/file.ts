/** Reads a chain spec from a JSON file: this project's form, or a geth `genesis.json`. */
import * as z from "zod";
import { unusableData } from "../fault.js";
import { fileSchemas, type GethFile, type OwnFile } from "./file-schemas.js";
import { minimumGasLimitFrom } from "./genesis-gas-limit.js";
import { testSpec } from "./networks.js";
import { evmForks, type ForkHeights } from "./rules.js";
import type { ChainSpec } from "./spec.js";

/** The members that a file may omit. */
export type OpenMember = "gasLimit" | "minimumGasPrice" | "accounts" | "codeSizeLimit";

export interface SpecFile {
  /** The spec, with the test chain's values and no accounts for members that the file omits. */
  readonly spec: ChainSpec;
  readonly open: ReadonlySet<OpenMember>;
}

/**
 * Parses a spec. @param json a parsed file of either form; a geth genesis is recognized by its
 * member `config`.
 * @throws {Fault} `unusable-data`, naming the wrong member.
 */
export function readSpec(json: unknown): SpecFile {
  const isGeth = typeof json === "object" && json !== null && "config" in json;
  const { gethGenesis, specFile } = fileSchemas();
  try {
    return isGeth
      ? fromGeth(gethGenesis.parse(json, { error: plainly }))
      : fromOurs(specFile.parse(json, { error: plainly }));
  } catch (cause) {
    if (!(cause instanceof z.ZodError)) throw cause;
    const form = isGeth ? "geth genesis" : "chain spec";
    throw unusableData([`${form}:`, ...problemsOf(cause)].join("\n  "), cause);
  }
}

/** The names of types in JSON. */
const typeNames: Readonly<Record<string, string>> = {
  object: "an object",
  record: "an object",
  string: "text",
};

/** Returns what is expected, where a schema does not say it itself. */
function plainly(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type": {
      const type = `expected ${typeNames[issue.expected] ?? issue.expected}`;
      return issue.input === undefined ? `it is missing: ${type}` : type;
    }
    case "unrecognized_keys":
      return `not known here: ${issue.keys?.join(", ")}`;
    case "too_small":
      return `expected at least ${issue.minimum} characters`;
    case "too_big":
      return `expected at most ${issue.maximum} characters`;
    default:
      return "not one of the allowed forms";
  }
}

/** Returns a line for each problem: the path of the member, and what is expected. */
const problemsOf = ({ issues }: z.ZodError): string[] =>
  issues.map(({ path, message }) => `${path.join(".") || "the file"}: ${message}`);

/** Returns the optional members that a file omits. */
const openOf = (stated: Readonly<Record<OpenMember, unknown>>): ReadonlySet<OpenMember> =>
  new Set((Object.keys(stated) as OpenMember[]).filter((name) => stated[name] === undefined));

function fromOurs({ genesis: stated, forks, ...rest }: OwnFile): SpecFile {
  const { alloc: accounts, gasLimit, minimumGasPrice, ...values } = stated;
  const known = Object.entries(forks).filter(([, height]) => height !== undefined);
  const { codeSizeLimit, transactionGasLimitCap, blockSizeLimit, impersonation, ...parameters } =
    rest;
  const spec: ChainSpec = {
    ...parameters,
    // Omitted rather than undefined, so that the identity of specs from before these members does
    // not change.
    ...(codeSizeLimit === undefined ? {} : { codeSizeLimit }),
    ...(transactionGasLimitCap === undefined ? {} : { transactionGasLimitCap }),
    ...(blockSizeLimit === undefined ? {} : { blockSizeLimit }),
    ...(impersonation === false ? { impersonation } : {}),
    forks: assertRunnable(Object.fromEntries(known)),
    genesis: {
      ...values,
      gasLimit: gasLimit ?? testSpec.genesis.gasLimit,
      minimumGasPrice: minimumGasPrice ?? testSpec.genesis.minimumGasPrice,
      accounts: accounts ?? [],
    },
  };
  return { spec, open: openOf({ gasLimit, minimumGasPrice, accounts, codeSizeLimit }) };
}

function fromGeth(file: GethFile): SpecFile {
  const { config } = file;
  const timed = {
    shanghai: config.shanghaiTime,
    cancun: config.cancunTime,
    prague: config.pragueTime,
    osaka: config.osakaTime,
  };
  const forks: Record<string, number> = { orchid: 0, wasabi: 0, papyrus: 0, iris: 0 };
  forks.london = config.londonBlock;
  for (const [fork, time] of Object.entries(timed)) {
    if (time === undefined) continue;
    if (time > file.timestamp) {
      throw unusableData(
        `geth genesis: config.${fork}Time is after genesis; this chain's forks have heights, state it in a chain spec file`,
      );
    }
    forks[fork] = 0;
  }
  const spec: ChainSpec = {
    ...testSpec,
    name: `geth-${config.chainId}`,
    chainId: config.chainId,
    minimumGasLimit: minimumGasLimitFrom(file.gasLimit, testSpec.minimumGasLimit),
    forks: assertRunnable(forks),
    genesis: {
      timestamp: file.timestamp,
      difficulty: file.difficulty > 0n ? file.difficulty : 1n,
      gasLimit: file.gasLimit,
      minimumGasPrice: file.baseFeePerGas ?? testSpec.genesis.minimumGasPrice,
      extraData: file.extraData.subarray(0, 32),
      coinbase: file.coinbase,
      accounts: file.alloc ?? [],
    },
  };
  const { gasLimit, baseFeePerGas: minimumGasPrice, alloc: accounts } = file;
  return { spec, open: openOf({ gasLimit, minimumGasPrice, accounts, codeSizeLimit: undefined }) };
}

function assertRunnable(forks: ForkHeights): ForkHeights {
  const ordered = evmForks.map((fork) => forks[fork]);
  // Before orchid a proof has a form that is not created here, so no block could be sealed.
  if (forks.orchid !== 0) throw unusableData("chain spec: the fork orchid must begin at height 0");
  if (ordered[0] !== 0) throw unusableData("chain spec: the fork london must begin at height 0");
  const stated = ordered.filter((height) => height !== undefined);
  if (stated.some((height, i) => i > 0 && height < (stated[i - 1] as number))) {
    throw unusableData(`chain spec: the forks ${evmForks.join(", ")} must begin in this order`);
  }
  return forks;
}
