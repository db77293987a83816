/** Reads HTTP answers of other nodes. */
import { isJsonObject, type JsonObject } from "@tandem/primitives";
import { readBody } from "@tandem/rpc/client";

/**
 * Returns the JSON object in the body of an answer, or undefined if it has none.
 * @param check may refuse the answer, as that of `readBody`.
 * @throws as `readBody`.
 */
export async function readJsonAnswer(
  response: Response,
  check: (chunk: Uint8Array) => void,
): Promise<JsonObject | undefined> {
  const bytes = await readBody(response, check);
  try {
    const answer: unknown = JSON.parse(bytes.toString());
    return isJsonObject(answer) ? answer : undefined;
  } catch {
    return undefined;
  }
}
