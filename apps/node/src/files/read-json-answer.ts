/** Reads HTTP answers of other nodes. */
import { isJsonObject, type JsonObject } from "@tandem/primitives";

/**
 * Returns the JSON object in the body of an answer, or undefined if it has none.
 * @param check is called with each chunk, and throws to refuse the answer, for example if it is too long.
 * @throws what `check` throws, and the error of the connection if it breaks.
 */
export async function readJsonAnswer(
  { body }: Response,
  check: (chunk: Uint8Array) => void,
): Promise<JsonObject | undefined> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    check(chunk);
    chunks.push(chunk);
  }
  try {
    const answer: unknown = JSON.parse(Buffer.concat(chunks).toString());
    return isJsonObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
