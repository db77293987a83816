/** Declares settings and flags of commands, and common forms of values. */
import * as z from "@tandem/schema";

export interface Setting<T> {
  /**
   * Parses text of a command line or variable, or JSON of a file; its issues state what is expected.
   */
  readonly schema: z.ZodType<T>;
  /** The value if no source has one. */
  readonly fallback: T;
  readonly about: string;
  readonly kind: "value" | "list" | "switch";
  /** The placeholder of the value in help; alternatives are separated by `|`. */
  readonly valueName?: string;
  /** Hides every value of this setting. */
  readonly isSecret?: boolean;
  /** Hides an invalid value in errors, since a part of the value is secret. */
  readonly holdsKey?: boolean;
  /** Refuses the setting on the command line, which every user of a machine can read. */
  readonly isOffCommandLine?: boolean;
  /** The condition under which the setting has an effect; always by default. */
  readonly needs?: Need;
  /** Formats a value for help and `--print-config`. */
  show?(value: T): string;
}

/** Another setting that must be given, or must have a value. */
export interface Need {
  /** The name of the other setting. */
  readonly setting: string;
  /** The value that it must have; by default any. */
  readonly value?: unknown;
}

export type Settings = Readonly<Record<string, Setting<unknown>>>;

/** The values of settings by their names. */
export type Values<S extends Settings> = {
  readonly [Name in keyof S]: S[Name] extends Setting<infer T> ? T : never;
};

export const value = <T>(
  schema: z.ZodType<T>,
  fallback: NoInfer<T>,
  valueName: string,
  about: string,
): Setting<T> => ({ schema, fallback, about, kind: "value", valueName });

/** Declares a setting that may be repeated, with its values separated by commas in a variable. */
export const list = (
  schema: z.ZodType<string>,
  valueName: string,
  about: string,
): Setting<string[]> => {
  const error = `expected a list, such as ["${valueName}"]`;
  return { schema: z.array(schema, { error }), fallback: [], about, kind: "list", valueName };
};

/** Accepts a truth value as JSON or as text. */
export const yesOrNo = z
  .union([z.boolean(), z.enum(["true", "false", "1", "0"])], { error: "expected true or false" })
  .transform((given) => given === true || given === "true" || given === "1");

/** Declares a switch, which is on if its flag is given. */
export const toggle = (about: string): Setting<boolean> => ({
  schema: yesOrNo,
  fallback: false,
  about,
  kind: "switch",
});

/** Accepts a number or its decimal digits. */
export function integer(min: number, max: number): z.ZodType<number> {
  const error = `expected an integer from ${min} to ${max}`;
  return z
    .union(
      [z.int({ error }).min(min, error).max(max, error), z.string({ error }).regex(/^\d+$/, error)],
      {
        error,
      },
    )
    .transform(Number)
    .refine((given) => Number.isSafeInteger(given) && given >= min && given <= max, error);
}

export const oneOf = <const T extends string>(...names: readonly T[]) =>
  z.enum(names, { error: `expected one of ${names.join(", ")}` });

export const text = z.string({ error: "expected text" });

/**
 * Returns whether a word was no UTF-8: Node puts the same mark in the place of each byte that is not, so that it would
 * name another file.
 */
export const isGarbled = (word: string): boolean => word.includes("\ufffd");

const pathExpected = "expected the name of a file or folder";

/** Accepts the name of a file or folder: an empty one would be the current folder in some places and none in others. */
export const path = text
  .min(1, pathExpected)
  .refine((given) => !given.includes("\0"), pathExpected)
  .refine((given) => !isGarbled(given), "expected a name in UTF-8");

/**
 * Accepts an HTTP URL: `URL` takes the host of `localhost:8545` for the name of a scheme. A user and a password are refused:
 * no request is made with them, and its error would show them.
 */
export const address = text.refine((given) => {
  if (!URL.canParse(given)) return false;
  const { protocol, username, password } = new URL(given);
  return /^https?:$/.test(protocol) && username === "" && password === "";
}, "expected the address of a node without user and password, such as http://127.0.0.1:8545");

export const maybe = <T>(schema: z.ZodType<T>) => schema.optional() as z.ZodType<T | undefined>;
