/** Measures how deep JSON is nested while it arrives, since what parses and writes it goes down level by level. */

const quote = 0x22;
const backslash = 0x5c;
/** A bracket and a brace differ in this bit alone. */
const braceBit = 0x20;
const opening = 0x7b;
const closing = 0x7d;

export class Nesting {
  #depth = 0;
  #isInText = false;
  #isEscaped = false;

  /** Reads the next bytes. Returns whether arrays and objects were nested in more than `levels` levels there. */
  exceeds(chunk: Uint8Array, levels: number): boolean {
    for (const byte of chunk) {
      if (this.#isInText) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === backslash) this.#isEscaped = true;
        else if (byte === quote) this.#isInText = false;
      } else if (byte === quote) this.#isInText = true;
      else if ((byte | braceBit) === opening && ++this.#depth > levels) return true;
      else if ((byte | braceBit) === closing) this.#depth--;
    }
    return false;
  }
}
