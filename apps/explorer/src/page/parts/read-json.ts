/** Reads files of JSON by a schema. */
import type { z } from "zod";

/**
 * Returns what a file holds.
 * @param what the file should be, as in "the results of a run".
 * @throws {Error} with a sentence for people.
 */
export function readJson<T>(schema: z.ZodType<T>, text: string, what: string): T {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`The file is not JSON: expected ${what}.`);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw new Error(
    `The file is not ${what}: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`,
  );
}
