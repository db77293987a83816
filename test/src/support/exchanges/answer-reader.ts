/** Reads what a server sends on one connection as answers (RFC 9112), and accepts nothing else. */
import assert from "node:assert/strict";
import { gunzipSync } from "node:zlib";

export interface ReadAnswer {
  readonly status: number;
  /** The text of the body, which was decompressed. */
  readonly body: string;
}

interface Head {
  readonly status: number;
  readonly isPacked: boolean;
  readonly bodyLength: number;
}

const headEnd = "\r\n\r\n";
const [continues, switches] = [100, 101];
/** The statuses of answers without content (RFC 9110, sections 15.3.5 and 15.4.5). */
const withoutBody: readonly number[] = [204, 304];

function headOf(text: string): Head {
  const [, digits] = /^HTTP\/1\.1 (\d{3}) /.exec(text) ?? [];
  assert.ok(digits !== undefined, `no answer begins with ${text.slice(0, 80)}`);
  const status = Number(digits);
  const [, length] = /\r\ncontent-length: (\d+)/i.exec(text) ?? [];
  const hasBody = status >= 200 && !withoutBody.includes(status);
  assert.equal(length !== undefined, hasBody, text);
  return {
    status,
    isPacked: /\r\ncontent-encoding: gzip/i.test(text),
    bodyLength: Number(length ?? 0),
  };
}

export class AnswerReader {
  /** The answers that are complete, without those that say to continue. */
  readonly answers: ReadAnswer[] = [];
  #chunks: Buffer[] = [];
  #length = 0;
  #head: Head | undefined;

  /** Returns whether the last answer is complete, and nothing follows it. */
  get isAtEnd(): boolean {
    return this.#length === 0 && this.#head === undefined;
  }

  /** @throws {AssertionError} if it is not what a server may send. */
  take(bytes: Buffer): void {
    this.#chunks.push(bytes);
    this.#length += bytes.length;
    while (this.#readOne());
  }

  /** Returns whether something was complete. */
  #readOne(): boolean {
    if (this.#head === undefined) return this.#readHead();
    const { status, isPacked, bodyLength } = this.#head;
    if (this.#length < bodyLength) return false;
    const body = this.#cut(bodyLength);
    this.#head = undefined;
    this.answers.push({ status, body: (isPacked ? gunzipSync(body) : body).toString() });
    // What follows an upgrade is another protocol.
    return status !== switches;
  }

  #readHead(): boolean {
    const end = this.#joined().indexOf(headEnd);
    if (end < 0) return false;
    const head = headOf(this.#cut(end + headEnd.length).toString("latin1"));
    if (head.status !== continues) this.#head = head;
    return true;
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (first !== undefined && this.#chunks.length === 1) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }

  #cut(length: number): Buffer {
    const all = this.#joined();
    this.#chunks = [all.subarray(length)];
    this.#length -= length;
    return all.subarray(0, length);
  }
}
