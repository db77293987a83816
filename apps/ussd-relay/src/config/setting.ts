/** Provides helpers that declare settings of the relay. */
import { text as anyText, type Setting, value } from "@tandem/cli";
import type { Hex } from "viem";
import * as z from "zod";

/** Declares a setting that comes from the environment or its file only, and is never shown. */
export const secret = <T>(
  schema: z.ZodType<T>,
  valueName: string,
  about: string,
): Setting<T | undefined> => ({
  ...value<T | undefined>(schema, undefined, valueName, about),
  isSecret: true,
  isOffCommandLine: true,
});

/** Declares a setting without a default. */
export const required = <T>(
  schema: z.ZodType<T>,
  valueName: string,
  about: string,
): Setting<T | undefined> => value<T | undefined>(schema, undefined, valueName, about);

export const text = anyText.min(1, "expected text");

export const hex = (bytes: number, expected: string) =>
  z
    .string()
    .regex(new RegExp(`^0x[0-9a-fA-F]{${2 * bytes}}$`), expected)
    .transform((given) => given.toLowerCase() as Hex);
