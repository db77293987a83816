/** Parses JSON files with a schema. */

/**
 * The used part of zod's schemas: comparing a schema with the whole of zod's class takes the
 * compiler a second.
 */
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
 * Parses the content of a file.
 * @param what a description of the file, for example "the results of a run".
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
