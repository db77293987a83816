/** Parses the gateway's post: a form of three fields (specification section 2). */
import { relayLimits } from "../limits.js";

export interface Post {
  /** Entries so far joined by `*`. */
  readonly text: string;
  /** Phone number with its leading plus sign. */
  readonly phoneNumber: string;
  readonly sessionId: string;
}

/** Thrown for a body that is not a post; the message completes the sentence of the answer. */
export class BadPost extends Error {}

const fields = ["text", "phoneNumber", "sessionId"] as const;

/** Returns whether a text is printable ASCII, which fits a screen and a key. */
const isPlain = (text: string) => /^[\x20-\x7e]+$/.test(text);

/**
 * @param body `application/x-www-form-urlencoded`; fields it does not know are ignored.
 * @throws {BadPost} when a field is missing, given twice, or has a value that no gateway sends.
 */
export function readPost(body: string): Post {
  const form = new URLSearchParams(body);
  for (const name of fields) {
    const { length } = form.getAll(name);
    if (length !== 1) throw new BadPost(`${name} is ${length === 0 ? "missing" : "given twice"}`);
  }
  const text = form.get("text") ?? "";
  const sessionId = form.get("sessionId") ?? "";
  const phoneNumber = withPlusSign(form.get("phoneNumber") ?? "");
  const { sessionIdLengthMax, phoneNumberLengthMax } = relayLimits;
  if (!isPlain(sessionId) || sessionId.length > sessionIdLengthMax) {
    throw new BadPost(`sessionId must be 1 to ${sessionIdLengthMax} plain characters`);
  }
  if (!/^\+?[0-9]+$/.test(phoneNumber) || phoneNumber.length > phoneNumberLengthMax) {
    throw new BadPost(`phoneNumber must be + and at most ${phoneNumberLengthMax - 1} digits`);
  }
  return { text, phoneNumber, sessionId };
}

/** A plus sign that was not encoded arrives as a space. */
const withPlusSign = (phoneNumber: string) => phoneNumber.replace(/^ /, "+");
