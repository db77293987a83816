/**
 * Decides which methods are available: development controls are not available on every chain and
 * host.
 */
import { distance } from "fastest-levenshtein";
import { absentMethods } from "../contract/absent.js";
import { RpcError } from "../contract/errors.js";
import { contract, namesOf } from "../contract/index.js";
import type { Method } from "../contract/method.js";

export interface Access {
  /** Turns off controls and `debug_importBlocks`. */
  readonly areControlsOff?: boolean;
  /** The name of a chain that has no controls. */
  readonly guardedChain?: string | undefined;
  /**
   * Refuses controls whose effect is in no block, because the other nodes of a cluster would not
   * receive it.
   */
  readonly isClustered?: boolean;
  /** False refuses methods that sign with a key. */
  readonly areKeysHeld?: boolean;
}

function wordsFor(method: Method, access: Access): string | undefined {
  const { isControl, isImport, needsKeys, isBeyondBlocks } = method;
  if (access.areControlsOff && (isControl || isImport)) {
    return "is turned off here by --no-dev-rpc";
  }
  if (isControl && access.guardedChain !== undefined) {
    return `is for development chains, and this is the chain ${access.guardedChain}`;
  }
  if (isBeyondBlocks && access.isClustered) {
    return "changes the chain other than by a block, which the other nodes of the cluster cannot reproduce";
  }
  if (needsKeys && access.areKeysHeld === false) {
    return "signs with a key, and the node holds none: --unlocked holds those of the development accounts";
  }
  return undefined;
}

/** Returns the refused methods, each with the end of the error message that follows the method's name. */
export function refusalsOf(access: Access): ReadonlyMap<Method, string> {
  return new Map(
    contract.flatMap((method) => {
      const words = wordsFor(method, access);
      return words === undefined ? [] : [[method, words] as const];
    }),
  );
}

export const notAvailable = (name: string, words: string): RpcError =>
  new RpcError("method", `the method ${name} ${words}`);

/** The number of characters of a method's name that an error repeats. */
export const shownNameMax = 80;

/** The names of all methods. */
const names: readonly string[] = contract.flatMap(namesOf);

/** Returns what follows the namespace in a method's name, with the underscore. */
const wordOf = (name: string): string => name.slice(name.indexOf("_"));

/** The first method of each word: other nodes have it in another namespace, such as `eth_getWork`. */
const namesByWord: ReadonlyMap<string, string> = new Map(
  names.map((name) => [wordOf(name), name] as const).reverse(),
);

/** The maximum number of edits between a name and its misspelling. */
const editsMax = 3;

/** Returns the method of the same word, or the one whose name is nearest, as a question; empty if none is near or the name is too long. */
function nearestName(name: string): string {
  if (name.length > shownNameMax) return "";
  const sameWord = namesByWord.get(wordOf(name));
  if (sameWord !== undefined) return ` (did you mean ${sameWord}?)`;
  let nearest = "";
  let edits = editsMax + 1;
  for (const known of names) {
    // A name whose length differs by more has more edits.
    if (Math.abs(known.length - name.length) >= edits) continue;
    const count = distance(name, known);
    if (count >= edits) continue;
    nearest = known;
    edits = count;
  }
  return nearest === "" ? "" : ` (did you mean ${nearest}?)`;
}

export const unknownMethod = (name: string): RpcError =>
  notAvailable(
    name.slice(0, shownNameMax),
    absentMethods.get(name) ?? `does not exist or is not available${nearestName(name)}`,
  );

export const notOverHttp = (name: string): RpcError =>
  new RpcError("method", `${name} is available over WebSocket and IPC only`);
