/** Answers that never change, kept as text: those not asked for longest make room. */
import type { JsonText } from "../contract/writer.js";

export class ReadyTexts {
  readonly #texts = new Map<string, JsonText>();
  readonly #charactersMax: number;
  #characters = 0;

  /** @param charactersMax of all texts together; a longer one is not kept. */
  constructor(charactersMax: number) {
    this.#charactersMax = charactersMax;
  }

  /** The text of a key, written when it is not at hand. */
  get(key: string, write: () => JsonText): JsonText {
    const known = this.#texts.get(key);
    if (known !== undefined) {
      this.#texts.delete(key);
      this.#texts.set(key, known);
      return known;
    }
    const made = write();
    this.#keep(key, made);
    return made;
  }

  #keep(key: string, made: JsonText): void {
    if (made.text.length > this.#charactersMax) return;
    this.#texts.set(key, made);
    this.#characters += made.text.length;
    for (const [oldest, { text }] of this.#texts) {
      if (this.#characters <= this.#charactersMax) return;
      this.#texts.delete(oldest);
      this.#characters -= text.length;
    }
  }
}
