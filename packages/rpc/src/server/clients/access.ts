/** Which methods can be had at this door: a developer's controls are not for every chain and host. */
import { RpcError } from "../../contract/errors.js";
import { contract } from "../../contract/index.js";
import type { Method } from "../../contract/method.js";

export interface Access {
  /** Controls are turned off, and so is bringing blocks in. */
  readonly areControlsOff?: boolean;
  /** Name of a chain on which there are no controls. */
  readonly guardedChain?: string | undefined;
}

function wordsFor({ isControl, isImport }: Method, access: Access): string | undefined {
  if (access.areControlsOff && (isControl || isImport)) {
    return "is turned off here by --no-dev-rpc";
  }
  if (isControl && access.guardedChain !== undefined) {
    return `is for development chains, and this is the chain ${access.guardedChain}`;
  }
  return undefined;
}

/** Why a method cannot be had, in the words that follow its name; no entry where it can. */
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
