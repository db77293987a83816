/** Parses the text of a body or message within its bounds, at once unless it is long. */
import { runSync, runYielding } from "@tandem/runtime";
import { RpcError } from "../../contract/errors.js";
import { parsedAtOnceMax } from "../../limits.js";
import { isRounded, type JsonBounds, type ParsedValue, parseSteps } from "./json-slices.js";

/** The text of a request or of a batch with its value. */
export interface ParsedText extends ParsedValue {
  readonly text: string;
}

/** Parses a short text. Returns the error if it is not JSON or exceeds a bound. */
export const parseShort = (text: string, bounds: JsonBounds): ParsedText | RpcError =>
  parseAtOnce(text, bounds) ?? runSync(readSteps(text, bounds));

/** Parses a text, in slices if it is long. Returns the error if it is not JSON or exceeds a bound. */
export const parseInSlices = async (
  text: string,
  bounds: JsonBounds,
): Promise<ParsedText | RpcError> =>
  (text.length <= parsedAtOnceMax ? parseAtOnce(text, bounds) : undefined) ??
  runYielding(readSteps(text, bounds));

const noNumbers: ParsedText["idNumbers"] = new Map();

/** Returns undefined for a text that is refused, or whose ids must be read from it. */
function parseAtOnce(text: string, bounds: JsonBounds): ParsedText | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isWithin(value, text, bounds) || hasRoundedId(value)) return undefined;
    return { text, value, idNumbers: noNumbers };
  } catch {
    return undefined;
  }
}

function* readSteps(text: string, bounds: JsonBounds): Generator<void, ParsedText | RpcError> {
  try {
    const read = yield* parseSteps(text, bounds);
    return read instanceof RpcError ? read : { text, ...read };
  } catch (error) {
    if (error instanceof SyntaxError) return new RpcError("parse", "the body is not valid JSON");
    throw error;
  }
}

const isIdRounded = (request: unknown): boolean =>
  isRounded((request as { readonly id?: unknown } | null)?.id);

const hasRoundedId = (value: unknown): boolean =>
  Array.isArray(value) ? value.some(isIdRounded) : isIdRounded(value);

/** The characters of the shortest member with a comma. */
const memberCharacters = '"":0,'.length;

function isWithin(value: unknown, { length }: string, bounds: JsonBounds): boolean {
  const { jsonDepthMax, jsonValuesMax, jsonMembersMax, batchEntriesMax } = bounds;
  // A text of so few characters cannot have more values, members or levels.
  if (length > jsonValuesMax || length > memberCharacters * jsonMembersMax) return false;
  if (Array.isArray(value) && value.length > batchEntriesMax) return false;
  return length <= 2 * jsonDepthMax || !isDeeperThan(value, jsonDepthMax);
}

/** Returns whether arrays and objects are nested in more than `levels` levels. */
function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (levels === 0) return true;
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) {
      if (isDeeperThan(value[i], levels - 1)) return true;
    }
    return false;
  }
  for (const name in value) {
    if (isDeeperThan(value[name as keyof typeof value], levels - 1)) return true;
  }
  return false;
}
