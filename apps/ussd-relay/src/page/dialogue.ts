/**
 * A USSD session as a gateway keeps it: what was dialled, the entries since, and the form that is
 * posted for them. Pure.
 */

export interface Dialogue {
  readonly sessionId: string;
  readonly phoneNumber: string;
  readonly serviceCode: string;
  readonly entries: readonly string[];
}

export type Dialled =
  /** Entries that follow the service code, as in `*384*2#`. */
  { readonly kind: "ours"; readonly entries: readonly string[] } | { readonly kind: "unknown" };

export type Screen =
  | { readonly kind: "open"; readonly text: string }
  | { readonly kind: "closed"; readonly text: string }
  /** Neither `CON` nor `END`: a gateway ends the session. */
  | { readonly kind: "broken"; readonly text: string };

/** Bytes of a session's identifier. */
const sessionBytes = 16;
/** The network's number in a gateway's sandbox. */
const networkCode = "99999";

/** @param serviceCode such as `*384#`. */
export function readDialled(code: string, serviceCode: string): Dialled {
  if (code === serviceCode) return { kind: "ours", entries: [] };
  const before = `${serviceCode.slice(0, -1)}*`;
  if (!code.startsWith(before) || !code.endsWith("#")) return { kind: "unknown" };
  return { kind: "ours", entries: code.slice(before.length, -1).split("*") };
}

/** A star, digits and stars, and a number sign, which an address bar easily loses. */
export function readServiceCode(given: string): string | undefined {
  const code = given.endsWith("#") ? given : `${given}#`;
  return /^\*[0-9]+(\*[0-9]+)*#$/.test(code) ? code : undefined;
}

/** @param randomBytes that nobody can guess. */
export function newSessionId(randomBytes: (length: number) => Uint8Array): string {
  const hex = [...randomBytes(sessionBytes)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `ATUid_${hex.join("")}`;
}

export const withEntry = (dialogue: Dialogue, entry: string): Dialogue => ({
  ...dialogue,
  entries: [...dialogue.entries, entry],
});

/** Entries so far joined by `*`; empty at the start. */
export const textOf = ({ entries }: Dialogue): string => entries.join("*");

/** What a gateway posts. */
export function formOf(dialogue: Dialogue): URLSearchParams {
  const { sessionId, phoneNumber, serviceCode } = dialogue;
  return new URLSearchParams({
    sessionId,
    phoneNumber,
    networkCode,
    serviceCode,
    text: textOf(dialogue),
  });
}

/** @param body of an answer. */
export function readScreen(body: string): Screen {
  const [, word, text = ""] = /^(CON|END) ([\s\S]*)$/.exec(body) ?? [];
  if (word === undefined) return { kind: "broken", text: body };
  return { kind: word === "CON" ? "open" : "closed", text };
}

/** As networks know one: a plus sign and up to 15 digits (E.164). */
export const isPhoneNumber = (text: string): boolean => /^\+[0-9]{6,15}$/.test(text);
