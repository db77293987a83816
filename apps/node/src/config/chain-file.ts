/** Reads the chain that the settings name: a built-in one, or that of a file. */
import { didYouMean, isMissingFile, ownValue, UsageError, unreadable } from "@tandem/cli";
import {
  type ChainSpec,
  Fault,
  mainSpec,
  type OpenMember,
  readSpec,
  type SpecFile,
  testSpec,
} from "@tandem/primitives";
import { readTextSync } from "@tandem/runtime/files";
import { chainFileBytesMax } from "../files/limits.js";
import { parseJson } from "../files/read-json.js";

const builtIn: Readonly<Record<string, ChainSpec>> = { test: testSpec, main: mainSpec };

export const isBuiltIn = (chain: string): boolean => Object.hasOwn(builtIn, chain);

/** All members of a built-in chain that settings may set. */
const allOpen: ReadonlySet<OpenMember> = new Set([
  "gasLimit",
  "minimumGasPrice",
  "accounts",
  "codeSizeLimit",
]);

/**
 * Returns a chain with its open members, by its built-in name or from its file.
 * @param place the name of the setting, for errors.
 * @throws {UsageError} if the file cannot be read or is invalid.
 */
export function readChain(chain: string, place: string): SpecFile {
  const spec = ownValue(builtIn, chain);
  return spec === undefined ? readSpecFile(chain, place) : { spec, open: allOpen };
}

function readSpecFile(fileName: string, place: string): SpecFile {
  let text: string;
  try {
    text = readTextSync(fileName, chainFileBytesMax);
  } catch (cause) {
    if (!isMissingFile(cause)) {
      throw new UsageError(`${place}: ${unreadable(fileName, cause)}`, { cause });
    }
    const hint = didYouMean(fileName, Object.keys(builtIn));
    throw new UsageError(
      `${place}: expected test, main or a readable file, got ${fileName}${hint}`,
      { cause },
    );
  }
  return parseSpecFile(text, `${place}: ${fileName}`);
}

function parseSpecFile(text: string, place: string): SpecFile {
  const json = parseJson(text, place);
  try {
    return readSpec(json);
  } catch (cause) {
    if (!(cause instanceof Fault)) throw cause;
    throw new UsageError(`${place} is no chain file: ${cause.message}`, { cause });
  }
}
