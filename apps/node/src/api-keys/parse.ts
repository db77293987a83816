/**
 * Parses a file of API keys: JSON, a list of objects; or lines, each with a key or `name=value` pairs.
 * An error names the position and never the content, since that may be a key.
 */
import { type ApiKey, digestOf, methodsNamed } from "@tandem/rpc";
import * as z from "@tandem/schema";
import { apiKeysMax, keyNameMax } from "./limits.js";

/** Describes a problem of the file without any of its content. */
export class KeysProblem extends Error {}

const requestsMax = 1_000_000;
const socketsMax = 1_000_000;

const number = (min: number, max: number) => {
  const error = `expected a number from ${min} to ${max}`;
  return z.number(error).min(min, error).max(max, error);
};

const memberNames = "name, key or sha256, requestsPerSecond, methods, sockets, metrics";

const entrySchema = z
  .strictObject(
    {
      name: z
        .string("expected a name")
        .min(1, "expected a name")
        .regex(/^[^\p{C}]+$/u, "expected a name without control characters")
        .max(keyNameMax, `expected a name of at most ${keyNameMax} characters`),
      key: z.string("expected a key").min(1, "expected a key").optional(),
      sha256: z
        .string("expected 64 hexadecimal digits")
        .regex(/^(?:0x)?[0-9a-f]{64}$/i, "expected 64 hexadecimal digits")
        .optional(),
      requestsPerSecond: number(0.001, requestsMax).optional(),
      methods: z
        .array(
          z
            .string("expected the name of a method")
            .refine(
              (pattern) => methodsNamed(pattern).length > 0,
              "expected the name of a method, or a prefix of names and a star",
            ),
          "expected a list of methods",
        )
        .min(1, "expected a method")
        .optional(),
      sockets: number(0, socketsMax).int("expected an integer").optional(),
      metrics: z.boolean("expected true or false").optional(),
    },
    `expected an object with the members ${memberNames}`,
  )
  .refine(
    ({ key, sha256 }) => (key === undefined) !== (sha256 === undefined),
    "expected either key or sha256",
  );

/** @throws {KeysProblem} */
function entryOf(value: unknown, place: string): ApiKey {
  const result = entrySchema.safeParse(value);
  if (!result.success) {
    const [issue] = result.error.issues;
    const member = issue?.path.map((part) => ` ${String(part)}:`).join("") ?? "";
    // The message of the library for an unknown member repeats the member.
    const isUnknown = issue?.code === "unrecognized_keys";
    const words = isUnknown ? `it has a member other than ${memberNames}` : issue?.message;
    throw new KeysProblem(`${place}:${member} ${words}`);
  }
  const { name, key, sha256, requestsPerSecond, methods, sockets, metrics } = result.data;
  const digest =
    key === undefined
      ? new Uint8Array(Buffer.from((sha256 ?? "").replace(/^0x/i, ""), "hex"))
      : digestOf(key);
  // A key with its own name belongs to a user of the node, who must not see the metrics of others.
  return { name, digest, requestsPerSecond, methods, sockets, mayReadMetrics: metrics ?? false };
}

/** @throws {KeysProblem} */
function fromJson(text: string): ApiKey[] {
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    throw new KeysProblem("it is not valid JSON");
  }
  if (!Array.isArray(values)) throw new KeysProblem("expected a JSON list of keys");
  return values.map((value, i) => entryOf(value, `entry ${i + 1}`));
}

const members: Readonly<Record<string, string>> = {
  name: "name",
  key: "key",
  sha256: "sha256",
  "requests-per-second": "requestsPerSecond",
  methods: "methods",
  sockets: "sockets",
  metrics: "metrics",
};

/** Parses the value of a pair as JSON. Other text stays text, and is refused later. */
function memberOf(member: string, text: string): unknown {
  if (member === "methods") return text.split(",");
  if (member === "metrics") return /^(?:true|false)$/.test(text) ? text === "true" : text;
  const isNumber = member === "requestsPerSecond" || member === "sockets";
  return isNumber && /^\d+(?:\.\d+)?$/.test(text) ? Number(text) : text;
}

/** Matches a line that begins with a pair, in whichever order they are. */
const pairLine = new RegExp(`^(?:${Object.keys(members).join("|")})=`);

/** @throws {KeysProblem} */
function fromPairs(line: string, place: string): ApiKey {
  const entry: Record<string, unknown> = {};
  for (const pair of line.split(/\s+/)) {
    const [given = "", ...rest] = pair.split("=");
    const member = Object.hasOwn(members, given) ? members[given] : undefined;
    if (member === undefined || rest.length === 0) {
      throw new KeysProblem(`${place}: expected pairs of ${Object.keys(members).join("=, ")}=`);
    }
    if (Object.hasOwn(entry, member)) throw new KeysProblem(`${place}: ${given} is given twice`);
    entry[member] = memberOf(member, rest.join("="));
  }
  return entryOf(entry, place);
}

/**
 * Parses the text of a file; a line without pairs is a key without restrictions. Blank lines and
 * lines with # are ignored.
 * @throws {KeysProblem}
 */
export function parseKeys(text: string): ApiKey[] {
  if (/^\s*[[{]/.test(text)) return fromJson(text);
  const keys: ApiKey[] = [];
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const content = line.trim();
    if (content === "" || content.startsWith("#")) continue;
    if (pairLine.test(content)) keys.push(fromPairs(content, `line ${i + 1}`));
    else keys.push({ name: `key-${keys.length + 1}`, digest: digestOf(content) });
  }
  return keys;
}

const isPlain = ({ mayReadMetrics }: ApiKey) => mayReadMetrics === undefined;

/**
 * Merges keys.
 * @param keys of all sources.
 * @returns them without plain ones that are listed twice.
 * @throws {KeysProblem} for no key, too many keys, and two keys that share a name or a digest.
 */
export function joinKeys(keys: readonly ApiKey[]): readonly ApiKey[] {
  const [names, digests] = [new Set<string>(), new Set<string>()];
  const joined: ApiKey[] = [];
  for (const [i, key] of keys.entries()) {
    const digest = Buffer.from(key.digest).toString("hex");
    if (digests.has(digest)) {
      if (isPlain(key)) continue;
      throw new KeysProblem(`key ${i + 1}: the key is a duplicate`);
    }
    if (names.has(key.name)) throw new KeysProblem(`key ${i + 1}: its name is a duplicate`);
    names.add(key.name);
    digests.add(digest);
    joined.push(key);
  }
  // Without any key the node would admit every request, which the user of a key file does not
  // intend.
  if (joined.length === 0) throw new KeysProblem("it has no key");
  if (joined.length > apiKeysMax) throw new KeysProblem(`there are more than ${apiKeysMax} keys`);
  return joined;
}
