/** Lists the cases that are skipped because this chain lacks a feature by design, each with a reason. */
import { evmForks } from "@tandem/primitives";
import type { StateCase } from "./format.js";

const isRun = (fork: string) => (evmForks as readonly string[]).includes(fork.toLowerCase());

/** The first byte of type 3 (EIP-4844). */
const isBlob = ({ post }: StateCase) => post.txbytes.startsWith("0x03");

const blobInstructions = "BLOBHASH and BLOBBASEFEE are not there: no blobs (EIP-4844, EIP-7516)";
const blobPrecompile = "0x0a is no precompiled contract: no blobs (EIP-4844)";
const draft = "made by a draft of EIP-2537, with other addresses and prices";
const containers = "EOF is in no fork (EIP-3540 and after)";

/** Skips by parts of names: folder, file, test, fork and indexes. */
const byName: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/eip4844_blobs\/(invalid_)?(precompile|point_evaluation)/, blobPrecompile],
  [/eip4844_blobs\//, blobInstructions],
  [/eip7516_blobgasfee\//, blobInstructions],
  [/stEIP4844[-_]blobtransactions\//i, blobInstructions],
  [/\/opc49DiffPlaces\//, blobInstructions],
  [/\/opc4ADiffPlaces\//, blobInstructions],
  [/\/undefinedOpcodeFirstByte\/(Cancun|Prague|Osaka)\//, blobInstructions],
  [/\/idPrecomps\/(Cancun|Prague|Osaka)\/d9g/, blobPrecompile],
  [/\/failed_tx_xcf416c53_Paris\/(Cancun|Prague|Osaka)\//, blobPrecompile],
  // These rows of its table use 0x0a: one of every kind of call.
  [
    /\/precompsEIP2929Cancun\/(Cancun|Prague|Osaka)\/d(12|27|45|63|81|99|117|135|153|171)g/,
    blobPrecompile,
  ],
  [
    /\/precompsEIP2929Cancun\/(Cancun|Prague|Osaka)\/d(189|207|225|243|261|279|297|315)g/,
    blobPrecompile,
  ],
  [/\/precompsEIP2929Cancun\/(Cancun|Prague|Osaka)\/d(333|351|369|387)g/, blobPrecompile],
  [/stEIP2537\//, draft],
  [/stEOF\//, containers],
];

/** @returns the reason why a case is not run; undefined if it is. */
export function skipReason(test: StateCase): string | undefined {
  if (!isRun(test.fork)) return `the chain has no fork ${test.fork}`;
  if (isBlob(test)) return "transactions with blobs are refused by name (EIP-4844)";
  return byName.find(([pattern]) => pattern.test(test.name))?.[1];
}
