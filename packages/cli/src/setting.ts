/** Declarations of settings and of the flags of commands, and the forms of value that many have. */
import { z } from "zod";

export interface Setting<T> {
  /** Reads text of a command line or variable, or JSON of a file; its issues say what was expected. */
  readonly schema: z.ZodType<T>;
  /** The value where no source has one. */
  readonly fallback: T;
  readonly about: string;
  readonly kind: "value" | "list" | "switch";
  /** Stands for the value in help; alternatives are separated by `|`. */
  readonly valueName?: string;
  /** No value of this setting is ever shown. */
  readonly isSecret?: boolean;
  /** A part of the value is secret: a wrong value is not repeated in the error. */
  readonly holdsKey?: boolean;
  /** Refused on the command line, which every user of a machine can read. */
  readonly isOffCommandLine?: boolean;
  /** Formats a value for help and `--print-config`. */
  show?(value: T): string;
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

/** A setting that is given as often as there are values, and with commas between them in a variable. */
export const list = (
  schema: z.ZodType<string>,
  valueName: string,
  about: string,
): Setting<string[]> => ({ schema: z.array(schema), fallback: [], about, kind: "list", valueName });

const truth = z
  .union([z.boolean(), z.enum(["true", "false", "1", "0"])], { error: "expected true or false" })
  .transform((given) => given === true || given === "true" || given === "1");

/** A setting that is on when its flag is there. */
export const toggle = (about: string): Setting<boolean> => ({
  schema: truth,
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

/** Accepts an address that `URL` parses. */
export const address = text.refine(
  (given) => URL.canParse(given),
  "expected the address of a node",
);

export const maybe = <T>(schema: z.ZodType<T>) => schema.optional() as z.ZodType<T | undefined>;
