/**
 * Collects JSON of results that may be large. The text is encoded as it grows, so that no text of many
 * megabytes has to be joined and encoded at once.
 */

import { assertAtMost } from "@tandem/primitives";
import { type Cancellation, isSliceOver, nextSliceUnlessCancelled } from "@tandem/runtime";
import { JsonBytes, JsonText } from "../../written-json.js";
import { flat } from "./writer.js";

/** The number of characters that are encoded together. */
const pieceCharacters = 64 * 1024;

/** The call whose result is collected. */
export interface Collected extends Cancellation {
  /** The maximum number of characters. */
  readonly answerCharactersMax: number;
  /** Counts the bytes that are collected. */
  readonly held: {
    /** @throws {Fault} `limit-exceeded`. */
    take(bytes: number): void;
  };
}

export class JsonCollector {
  readonly #call: Collected;
  readonly #pieces: Uint8Array[] = [];
  #length = 0;
  #text = "";

  constructor(call: Collected) {
    this.#call = call;
  }

  /**
   * Adds a part of the text.
   * @throws {Fault} `limit-exceeded` if the text grows too long.
   */
  add(text: string): void {
    this.#text += text;
    if (this.#text.length > pieceCharacters) this.#seal();
  }

  /**
   * Adds a text that may be long, and yields to other work in between.
   * @throws as `addList` does.
   */
  async addLong(text: string): Promise<void> {
    for (let at = 0; at < text.length; ) {
      if (isSliceOver()) await nextSliceUnlessCancelled(this.#call);
      const end = at + pieceCharacters;
      // The two halves of a character beyond the first 65,536 are encoded together.
      const isHalf = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
      const piece = text.slice(at, isHalf ? end + 1 : end);
      this.add(piece);
      at += piece.length;
    }
  }

  /**
   * Adds items separated by commas, and yields to other work in between.
   * @param write returns the text of an item, or adds a long item itself, in slices.
   * @throws {Fault} `limit-exceeded` if the text grows too long. @throws an AbortError once the
   * call is cancelled.
   */
  async addList<T>(items: Iterable<T>, write: (item: T) => string | Promise<void>): Promise<void> {
    let isFirst = true;
    for (const item of items) {
      if (isSliceOver()) await nextSliceUnlessCancelled(this.#call);
      if (!isFirst) this.add(",");
      isFirst = false;
      const written = write(item);
      if (typeof written === "string") this.add(written);
      else await written;
    }
  }

  /**
   * Adds an object whose member `name` was written as an empty list, and writes the items into that
   * list.
   * @throws as `addList` does.
   */
  async addWithList<T>(
    object: string,
    name: string,
    items: Iterable<T>,
    write: (item: T) => string,
  ): Promise<void> {
    // Quotation marks inside a string are escaped, so that this text occurs nowhere else.
    const opening = `"${name}":[`;
    const at = object.indexOf(`${opening}]`) + opening.length;
    this.add(object.slice(0, at));
    await this.addList(items, write);
    this.add(object.slice(at));
  }

  /** Returns the text. Nothing can be added afterwards. */
  finish(): JsonText | JsonBytes {
    if (this.#pieces.length === 0) return new JsonText(flat(this.#text));
    this.#seal();
    const pieces = this.#pieces;
    return new JsonBytes(this.#length, () => pieces);
  }

  #seal(): void {
    const bytes = Buffer.from(this.#text);
    this.#text = "";
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    const { answerCharactersMax: max, held } = this.#call;
    assertAtMost("answer-characters", this.#length, max);
    held.take(bytes.length);
  }
}

/**
 * Writes items as a JSON array.
 * @param write returns the text of an item, or adds a long item to the text itself, in slices.
 * @throws as `addList` does.
 */
export async function collectArray<T>(
  items: Iterable<T>,
  write: (item: T, text: JsonCollector) => string | Promise<void>,
  call: Collected,
): Promise<JsonText | JsonBytes> {
  const text = new JsonCollector(call);
  text.add("[");
  await text.addList(items, (item) => write(item, text));
  text.add("]");
  return text.finish();
}
