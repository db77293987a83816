/** Decodes UTF-8, in slices if there are many bytes: decoding takes four nanoseconds a byte. */
import { StringDecoder } from "node:string_decoder";
import { isSliceOver, nextSlice } from "@tandem/runtime";

/** The number of bytes that are decoded at once, in about a millisecond. */
const sliceBytes = 256 * 1024;

export const isLarge = (bytes: Uint8Array): boolean => bytes.length > sliceBytes;

/**
 * Decodes a body or message.
 * @param bytes must not change until the text is complete.
 */
export function decode(bytes: Buffer): string | Promise<string> {
  return isLarge(bytes) ? decodeInSlices(bytes) : bytes.toString();
}

async function decodeInSlices(bytes: Buffer): Promise<string> {
  const decoder = new StringDecoder("utf8");
  let text = "";
  for (let at = 0; at < bytes.length; at += sliceBytes) {
    text += decoder.write(bytes.subarray(at, at + sliceBytes));
    if (isSliceOver()) await nextSlice();
  }
  return text + decoder.end();
}
