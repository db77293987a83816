/** Decides which methods are available: development controls are not for every chain and host. */
import { RpcError } from "../../contract/errors.js";
import { contract } from "../../contract/index.js";
import type { Method } from "../../contract/method.js";

export interface Access {
  /** Turns off controls and `debug_importBlocks`. */
  readonly areControlsOff?: boolean;
  /** The name of a chain that has no controls. */
  readonly guardedChain?: string | undefined;
  /** False refuses methods that sign with a key. */
  readonly areKeysHeld?: boolean;
}

function wordsFor({ isControl, isImport, needsKeys }: Method, access: Access): string | undefined {
  if (access.areControlsOff && (isControl || isImport)) {
    return "is turned off here by --no-dev-rpc";
  }
  if (isControl && access.guardedChain !== undefined) {
    return `is for development chains, and this is the chain ${access.guardedChain}`;
  }
  if (needsKeys && access.areKeysHeld === false) {
    return "signs with a key, and the node holds none: --unlocked holds those of the development accounts";
  }
  return undefined;
}

/**
 * Returns the refused methods, each with the end of the error message that follows the method's name.
 */
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
const shownNameMax = 80;

export const unknownMethod = (name: string): RpcError =>
  new RpcError(
    "method",
    `the method ${name.slice(0, shownNameMax)} does not exist or is not available`,
  );

export const notOverHttp = (name: string): RpcError =>
  new RpcError("method", `${name} is available over WebSocket only`);
