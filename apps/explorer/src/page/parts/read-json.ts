/** Reads files of JSON by a schema. */

/** What is used of a schema of zod; comparing a schema with the whole of zod's class takes the compiler a second. */
interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { readonly success: true; readonly data: T }
    | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
}

interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/**
 * Returns what a file holds.
 * @param what the file should be, as in "the results of a run".
 * @throws {Error} with a sentence for people.
 */
export function readJson<T>(schema: Schema<T>, text: string, what: string): T {
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
