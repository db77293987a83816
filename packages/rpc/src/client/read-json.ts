/** Reads the bodies of HTTP answers, which may not end. */

/**
 * Returns the bytes of a body.
 * @param check is called with each chunk, and throws to refuse the answer, for example if it is too long. The rest is not
 * read then.
 * @throws what `check` throws, and the error of the connection if it breaks.
 */
export async function readBody(
  { body }: Response,
  check: (chunk: Uint8Array) => void,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of body ?? []) {
    check(chunk);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Returns the value in a body.
 * @throws {RangeError} if it has more than `bytesMax` bytes.
 * @throws {SyntaxError} if it is not JSON, and the error of the connection if it breaks.
 */
export async function readJson(response: Response, bytesMax: number): Promise<unknown> {
  let length = 0;
  const bytes = await readBody(response, (chunk) => {
    length += chunk.length;
    if (length > bytesMax) throw new RangeError(`the answer is longer than ${bytesMax} bytes`);
  });
  return JSON.parse(new TextDecoder().decode(bytes));
}
