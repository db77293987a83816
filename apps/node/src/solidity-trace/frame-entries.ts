/** Names the open functions of a frame. */
import { type Address, type StackEntry, toBigInt } from "@tandem/primitives";
import type { ExecutedContract } from "./compiled-contracts.js";
import type { OpenFrame } from "./failure-tracer.js";
import { declarationOf, isFunction, isOfStatement, isWithin, partsAt } from "./function-place.js";
import { isSamePart, type MappedInstruction, type SourceRange } from "./source-map.js";

/** An open function, and where it was: at the failure, or where it called the next one. */
interface Place {
  readonly parts: readonly MappedInstruction[];
  /** Is undefined for a function of the compiler, and for code outside of functions. */
  readonly declared: MappedInstruction | undefined;
}

/** Returns the open functions of a frame, the innermost first. */
export function entriesOf(frame: OpenFrame, contract: ExecutedContract | undefined): StackEntry[] {
  const address = frame.to;
  if (frame.isPrecompile) return [{ address, name: `precompiled contract ${toBigInt(address)}` }];
  if (contract === undefined) return [{ address }];
  const shown = shownOf(frame, contract);
  const isInFunction = shown.some(({ parts }) =>
    parts.some((part) => isOfFunction(part, contract)),
  );
  const called = isInFunction ? undefined : contract.entryOf(frame.selector);
  const entry = called && entryOf(called, contract, address);
  if (entry !== undefined) return [entry];
  const entries: StackEntry[] = [];
  let isOfCompiler = true;
  for (const { parts, declared } of shown) {
    const own = parts.flatMap((part) => entryOf(part, contract, address) ?? []);
    // Code of the compiler is of the statement that called it. A function that calls itself is shown again.
    const isSame = isOfCompiler && isSamePlace(own[0], entries.at(-1));
    entries.push(...(isSame ? own.slice(1) : own));
    isOfCompiler = declared === undefined;
  }
  return entries.length > 0 ? entries : [{ address, name: contract.name }];
}

/** Returns the part of the source in which a frame failed. */
export const innermostPartOf = (
  frame: OpenFrame,
  contract: ExecutedContract,
): MappedInstruction | undefined => shownOf(frame, contract)[0]?.parts[0];

/** Returns the open functions with a statement, or what is known of a frame without any. */
function shownOf(frame: OpenFrame, contract: ExecutedContract): readonly Place[] {
  const places = placesOf(frame, contract);
  const { statement } = frame;
  const last = statement === undefined ? undefined : contract.instructions.get(statement);
  const shown = places.flatMap((place, i) => {
    if (isOfStatement(place.parts[0], contract)) return [place];
    const inner = places[i - 1];
    if (inner !== undefined) return isCallOf(inner, place, contract) ? [place] : [];
    return place.declared === undefined ? [] : [withStatement(place, last, contract)];
  });
  if (shown.length > 0) return shown;
  return last === undefined ? places : [{ parts: [last], declared: undefined }];
}

/** Returns the open functions, the innermost first. */
function placesOf({ position, functions }: OpenFrame, contract: ExecutedContract): Place[] {
  const positions = [...functions.slice(1).map(({ call }) => call), position];
  const places = functions.map((one, i) => {
    const at = positions[i];
    const declared = declarationOf(one, contract);
    return { parts: at === undefined ? [] : partsAt(at, one, contract), declared };
  });
  return places.reverse();
}

/**
 * Returns whether a function called an inner one in code of no statement: of a modifier, or by way of Yul.
 * The code that chooses a function is of its declaration too, and calls it.
 */
function isCallOf(inner: Place, { parts, declared }: Place, contract: ExecutedContract): boolean {
  const [part] = parts;
  if (inner.declared === undefined || part === undefined || !isFunction(part, contract))
    return false;
  return declared !== undefined || !isSamePart(part, inner.declared);
}

/** Returns a function that failed in code of no statement, with the last statement that it executed. */
function withStatement(
  place: Place,
  last: MappedInstruction | undefined,
  contract: ExecutedContract,
): Place {
  const { declared } = place;
  const isOwn = declared !== undefined && last !== undefined && isWithin(declared, last, contract);
  return isOwn ? { ...place, parts: [last] } : place;
}

/** Returns whether a part is within a function; the code that chooses one is of the contract. */
const isOfFunction = (part: MappedInstruction, contract: ExecutedContract) =>
  contract.sourceOf(part)?.isInFunction(part) === true;

function entryOf(
  part: SourceRange,
  contract: ExecutedContract,
  address: Address,
): StackEntry | undefined {
  const source = contract.sourceOf(part);
  if (source === undefined) return undefined;
  const name = source.nameAt(part) ?? contract.name;
  return { address, name, file: source.name, ...source.positionOf(part) };
}

const isSamePlace = (a: StackEntry | undefined, b: StackEntry | undefined) =>
  a !== undefined && a.name === b?.name && a.file === b?.file && a.line === b?.line;
