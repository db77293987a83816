/** Receives bodies, and limits their bytes for each client and for all. */

import { JoinedChunks } from "@tandem/runtime";
import type { Share } from "../../access/share.js";
import { decode } from "../request/decode.js";
import type { Post } from "./http.js";
import type { HttpAnswer } from "./http-answers.js";

export interface BodyOutcome {
  onText(text: string): void;
  /** Called with the answer if the body is refused; the rest of it is not read. */
  onRefused(answer: HttpAnswer | Promise<HttpAnswer>): void;
}

/** The bytes of each body that are not counted: ordinary calls are answered beside large bodies. */
const smallBodyMax = 4096;

/** Collects the chunks of a request's body. */
export class Body {
  readonly #post: Post;
  readonly #share: Share;
  readonly #outcome: BodyOutcome;
  readonly #chunks: JoinedChunks;
  /** The bytes taken from the share. */
  #counted = 0;
  #isOver = false;

  /** @param isReused whether the memory of a chunk changes after it was taken. */
  constructor(post: Post, share: Share, outcome: BodyOutcome, isReused = false) {
    this.#chunks = new JoinedChunks(isReused);
    this.#post = post;
    this.#share = share;
    this.#outcome = outcome;
  }

  /** Adds a chunk. */
  take(chunk: Buffer, isLast: boolean): void {
    if (this.#isOver) return;
    const { client, bodyBytesMax } = this.#post;
    const length = this.#chunks.length + chunk.length;
    if (length > bodyBytesMax) {
      this.#refuse(this.#post.tooLarge());
      return;
    }
    const more = Math.max(0, length - smallBodyMax) - this.#counted;
    const exceeded = more === 0 ? undefined : this.#share.exceededBy(client, more);
    if (exceeded !== undefined) {
      this.#refuse(this.#post.overLimit(exceeded));
      return;
    }
    this.#share.add(client, more);
    this.#counted += more;
    this.#chunks.add(chunk);
    if (isLast) void this.#finish();
  }

  async #finish(): Promise<void> {
    const decoded = decode(this.#chunks.take());
    const text = typeof decoded === "string" ? decoded : await decoded;
    if (this.#isOver) return;
    this.close();
    this.#outcome.onText(text);
  }

  #refuse(answer: HttpAnswer | Promise<HttpAnswer>): void {
    this.close();
    this.#outcome.onRefused(answer);
  }

  /**
   * Drops the chunks and releases their bytes; later chunks are ignored. May be called more than once.
   */
  close(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#share.give(this.#post.client, this.#counted);
    this.#chunks.clear();
  }
}
