/** What a setting is, and the shapes several of them have. */
import type { Hex } from "viem";
import { z } from "zod";

export interface SettingDeclaration<T> {
  /** Text to the value; rejects with what was expected. */
  readonly schema: z.ZodType<T, string>;
  /** As text; undefined when there is none and the setting must be given. */
  readonly fallback: string | undefined;
  readonly about: string;
  /** What stands for the value in help. */
  readonly valueName: string;
  /** Not shown, and not taken from the command line, which everybody on a machine can read. */
  readonly isSecret?: true;
  /** A part of it is a secret: what was given is not shown where it is wrong. */
  readonly holdsKey?: true;
  /** What may be shown of a value; all of it when this is absent. */
  show?(value: T): string;
}

export const declare = <T>(
  schema: z.ZodType<T, string>,
  fallback: string | undefined,
  valueName: string,
  about: string,
): SettingDeclaration<T> => ({ schema, fallback, about, valueName });

/** From the environment or its file only, and never shown. */
export const secret = <T>(
  schema: z.ZodType<T, string>,
  valueName: string,
  about: string,
): SettingDeclaration<T> & { readonly isSecret: true } => ({
  ...declare(schema, undefined, valueName, `${about}; from the environment or its file only`),
  isSecret: true,
});

export const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^[0-9]{1,15}$/, `expected an integer from ${min} to ${max}`)
    .transform(Number)
    .refine((n) => n >= min && n <= max, `expected an integer from ${min} to ${max}`);

export const text = z.string().min(1, "expected text");

export const hex = (bytes: number, expected: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`), expected)
    .transform((given) => given.toLowerCase() as Hex);
