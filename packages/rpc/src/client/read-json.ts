/** Reads JSON in the body of an HTTP answer. */

/**
 * Returns the value in a body. A body that is too long is not read to its end.
 * @throws {RangeError} if it has more than `bytesMax` bytes.
 * @throws {SyntaxError} if it is not JSON, and the error of the connection if it breaks.
 */
export async function readJson({ body }: Response, bytesMax: number): Promise<unknown> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for (;;) {
    const { value } = (await reader?.read()) ?? {};
    if (value === undefined) return JSON.parse(text + decoder.decode());
    length += value.length;
    if (length > bytesMax) {
      // The connection would go on with it otherwise. Whether it breaks by this does not matter.
      await reader?.cancel().catch(() => {});
      throw new RangeError(`the answer is longer than ${bytesMax} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
