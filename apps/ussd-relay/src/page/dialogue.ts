/** Models a USSD session as gateways do: the code dialled, the entries, and the posted form. */

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
  /** An answer that begins with neither `CON` nor `END`: a gateway ends the session. */
  | { readonly kind: "broken"; readonly text: string };

/** Bytes of a session's identifier. */
const sessionBytes = 16;
/** Network code of a gateway's sandbox. */
const networkCode = "99999";

/** Parses a dialled code. @param serviceCode such as `*384#`. */
export function readDialled(code: string, serviceCode: string): Dialled {
  if (code === serviceCode) return { kind: "ours", entries: [] };
  const before = `${serviceCode.slice(0, -1)}*`;
  if (!code.startsWith(before) || !code.endsWith("#")) return { kind: "unknown" };
  return { kind: "ours", entries: code.slice(before.length, -1).split("*") };
}

/** Parses a service code; the final number sign may be missing, because URLs drop it. */
export function readServiceCode(given: string): string | undefined {
  const code = given.endsWith("#") ? given : `${given}#`;
  return /^\*[0-9]+(\*[0-9]+)*#$/.test(code) ? code : undefined;
}

/** @param randomBytes a cryptographic source. */
export function newSessionId(randomBytes: (length: number) => Uint8Array): string {
  const hex = [...randomBytes(sessionBytes)].map((byte) => byte.toString(16).padStart(2, "0"));
  return `ATUid_${hex.join("")}`;
}

export const withEntry = (dialogue: Dialogue, entry: string): Dialogue => ({
  ...dialogue,
  entries: [...dialogue.entries, entry],
});

/** Returns the entries joined by `*`; empty at the start. */
export const textOf = ({ entries }: Dialogue): string => entries.join("*");

/** Returns the form that a gateway posts. */
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

/** Parses an answer. @param body text of the response. */
export function readScreen(body: string): Screen {
  const [, word, text = ""] = /^(CON|END) ([\s\S]*)$/.exec(body) ?? [];
  if (word === undefined) return { kind: "broken", text: body };
  return { kind: word === "CON" ? "open" : "closed", text };
}

/** Returns whether a text is a plus sign and 6 to 15 digits (E.164). */
export const isPhoneNumber = (text: string): boolean => /^\+[0-9]{6,15}$/.test(text);
