/** The gateway's post, specification section 2: three fields of a form. */
import { relayLimits } from "../limits.js";

export interface Post {
  /** Entries so far joined by `*`. */
  readonly text: string;
  /** With its leading plus sign. */
  readonly phoneNumber: string;
  readonly sessionId: string;
}

/** Why a body is no post, as the end of a sentence for the gateway. */
export class BadPost extends Error {}

const fields = ["text", "phoneNumber", "sessionId"] as const;

/** Letters, digits and signs of ASCII: fit for a screen and for a key. */
const isPlain = (text: string) => /^[\x20-\x7e]+$/.test(text);

/**
 * @param body `application/x-www-form-urlencoded`; fields it does not know are ignored.
 * @throws {BadPost} when a field is missing, given twice, or nothing a gateway would send.
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
