/**
 * Builds the text of a batch's answer. A small answer is joined; a large one is encoded as it grows,
 * so that no text of many megabytes has to be joined and encoded at once.
 */
import { JsonBytes } from "../../../written-json.js";
import type { ResponseText } from "../../request/envelope.js";

/** The number of characters up to which answers stay text. */
const textCharactersMax = 64 * 1024;

const [opening, comma, closing] = ["[", ",", "]"].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

export class BatchText {
  /** Answers that are not encoded yet. */
  #texts: string[] = [];
  #characters = 0;
  readonly #pieces: (Uint8Array | JsonBytes)[] = [];
  #length = 0;

  /** Returns the length of the text so far, of which characters that are not encoded yet count as one. */
  get length(): number {
    return this.#length + this.#characters;
  }

  add(answer: string | JsonBytes): void {
    if (typeof answer !== "string") {
      this.#seal();
      this.#push(answer);
      return;
    }
    this.#texts.push(answer);
    this.#characters += answer.length;
    if (this.#characters > textCharactersMax) this.#seal();
  }

  /** Returns the text, or undefined if no answer was added. No answer can be added afterwards. */
  finish(): ResponseText {
    if (this.#pieces.length === 0) {
      return this.#texts.length === 0 ? undefined : `[${this.#texts.join(",")}]`;
    }
    this.#seal();
    const pieces = this.#pieces;
    return new JsonBytes(this.#length + closing.length, function* (isReused) {
      for (const piece of pieces) {
        if (piece instanceof JsonBytes) yield* piece.pieces(isReused);
        else yield piece;
      }
      yield closing;
    });
  }

  #seal(): void {
    if (this.#texts.length === 0) return;
    this.#push(Buffer.from(this.#texts.join(",")));
    this.#texts = [];
    this.#characters = 0;
  }

  #push(piece: Uint8Array | JsonBytes): void {
    const before = this.#pieces.length === 0 ? opening : comma;
    this.#pieces.push(before, piece);
    this.#length += before.length + piece.length;
  }
}
