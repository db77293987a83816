/** Bytes to text, a slice at a time where there are many: UTF-8 takes four nanoseconds a byte. */
import { StringDecoder } from "node:string_decoder";
import { isSliceOver, nextSlice } from "@tandem/runtime";

/** Bytes decoded in one go, in about a millisecond. */
const sliceBytes = 256 * 1024;

export const isLarge = (bytes: Uint8Array): boolean => bytes.length > sliceBytes;

/** @param bytes of a body or message, which nobody changes until its text is there. */
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
