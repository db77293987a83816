/** Tests the writing of a long answer, with a socket that accepts as many bytes as the test says. */
import assert from "node:assert/strict";
import { after, before, it, mock } from "node:test";
import { setImmediate as afterSockets } from "node:timers/promises";
import { isSliceOver, nextSlice } from "@tandem/runtime";
import { noClient } from "../../access/client.js";
import { createShares } from "../../access/shares.js";
import { defaultLimits, type Limits } from "../../limits.js";
import { PendingCall } from "../request/pending-call.js";
import { WaitingBytes } from "../sockets/waiting-bytes.js";
import type { HttpBody } from "./http-answers.js";
import type { TransportHandler } from "./transport.js";
import { listenWithUws, type Uws } from "./uws.js";

const setting = { limits: defaultLimits, ...createShares(defaultLimits) };

type Handler = (response: object, request: object) => void;

/** Implements the used part of a response; it accepts `room` bytes of an answer. */
class Response {
  readonly taken: number[] = [];
  room = Number.POSITIVE_INFINITY;
  isDone = false;
  isClosed = false;
  isPaused = false;
  receive: ((chunk: ArrayBuffer, isLast: boolean) => void) | undefined;
  #onWritable: ((offset: number) => boolean) | undefined;
  #onAborted: (() => void) | undefined;

  cork(write: () => void): void {
    write();
  }
  writeStatus(): void {}
  writeHeader(): void {}
  onData(take: (chunk: ArrayBuffer, isLast: boolean) => void): void {
    this.receive = take;
  }
  pause(): void {
    this.isPaused = true;
  }
  resume(): void {
    this.isPaused = false;
  }
  onAborted(aborted: () => void): void {
    this.#onAborted = aborted;
  }
  onWritable(onWritable: (offset: number) => boolean): void {
    this.#onWritable = onWritable;
  }
  getWriteOffset(): number {
    return this.taken.length;
  }
  tryEnd(piece: string | Uint8Array, total: number): [boolean, boolean] {
    assert.ok(!this.isDone && !this.isClosed, "touched when it was gone");
    const bytes = Buffer.from(piece);
    const part = bytes.subarray(0, this.room);
    this.room -= part.length;
    this.taken.push(...part);
    this.isDone = this.taken.length === total;
    return [part.length === bytes.length, this.isDone];
  }
  close(): void {
    this.isClosed = true;
    this.#onAborted?.();
  }
  /** Makes the socket accept more bytes. */
  drain(room: number): boolean | undefined {
    this.room = room;
    return this.#onWritable?.(this.taken.length);
  }
}

/** Begins to listen, and returns a function that makes a request. */
async function serve(begun: object, limits: Partial<Limits> = {}) {
  let onRequest: Handler | undefined;
  const app = {
    ws() {},
    any(_path: string, given: Handler) {
      onRequest = given;
    },
    listen: (
      _host: string,
      _port: number,
      _options: number,
      onListening: (token: object) => void,
    ) => onListening({}),
  };
  const uws = { _cfg() {}, App: () => app, us_socket_local_port: () => 1 } as unknown as Uws;
  const failures: unknown[] = [];
  let open = 0;
  const handler = {
    headHeaders: () => [
      ["tandem-height", "0"],
      ["tandem-hash", "0x"],
    ],
    http: { begin: () => begun },
    limits: { ...defaultLimits, ...limits },
    bodiesBytes: setting.bodiesBytes,
    waiting: new WaitingBytes(defaultLimits),
    openCall() {
      open++;
      return new PendingCall(setting, noClient);
    },
    closeCall: () => open--,
    answerFailed: (error: unknown) => failures.push(error),
  } as unknown as TransportHandler;
  await listenWithUws(uws)(handler, { host: "127.0.0.1", port: 0, isShared: false });
  // Begins a new time slice.
  await nextSlice();
  const request = () => {
    const response = new Response();
    const head = { getCaseSensitiveMethod: () => "POST", getUrl: () => "/", forEach() {} };
    onRequest?.(response, head);
    return response;
  };
  return { request, failures, open: () => open };
}

const ok = (body: HttpBody) => ({ status: "200 OK", headers: [], body });

/** Answers a request with these pieces. */
async function answer(pieces: () => Iterable<Uint8Array>, length: number) {
  const { request, ...more } = await serve(ok({ length, pieces }));
  return { response: request(), ...more };
}

const bytes = (...each: number[]) => Uint8Array.from(each);

/** The clock stands still, so that a time slice ends when the test says so. */
let time = 1_000;
before(() => void mock.method(performance, "now", () => time));
// The tests of other files follow in this process.
after(() => mock.restoreAll());
const useUpSlice = () => {
  while (!isSliceOver()) time += 1;
};

it("continues where the socket stopped accepting", async () => {
  const { response, open } = await answer(() => [bytes(1, 2), bytes(3, 4), bytes(5)], 5);
  assert.deepEqual(response.taken, [1, 2, 3, 4, 5]);
  assert.equal(open(), 0);
});

it("has every byte once if a socket fills up while the answer waits for its time slice", async () => {
  function* pieces() {
    yield bytes(1, 2, 3);
    useUpSlice();
    yield bytes(4, 5, 6);
    yield bytes(7, 8, 9);
  }
  const { response, failures, open } = await answer(pieces, 9);
  assert.deepEqual(response.taken, [1, 2, 3, 4, 5, 6], "then the slice is over");
  assert.equal(response.drain(1), true, "nothing is written before the next");
  await nextSlice();
  assert.deepEqual(response.taken, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(response.drain(1), false);
  assert.equal(response.drain(5), true);
  assert.deepEqual(response.taken, [1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.deepEqual([open(), failures], [0, []]);
});

it("truncates an answer whose next piece cannot be computed, and reports it", async () => {
  function* pieces() {
    yield bytes(1, 2, 3);
    throw new Error("gone");
  }
  const { response, failures, open } = await answer(pieces, 9);
  assert.deepEqual([response.isClosed, open()], [true, 0]);
  assert.match(String(failures), /gone/);
});

it("is sent in the next turn of the event loop if there were many in this one", async () => {
  const { request } = await serve(ok("answer"), { turnAnswersMax: 3 });
  const responses = Array.from({ length: 8 }, request);
  const areDone = () => responses.map(({ isDone }) => isDone);
  assert.deepEqual(areDone(), [true, true, true, false, false, false, false, false]);
  // A client that sends another request before its answer is disconnected by the native server.
  responses.at(-1)?.close();
  await afterSockets();
  assert.deepEqual(areDone(), [true, true, true, true, true, true, true, false]);
  assert.ok(request().isDone);
});

it("waits for a body, of which a limited number of pieces is received in a turn of the event loop", async () => {
  const post = {
    client: noClient,
    bodyBytesMax: 1000,
    finish: (text: string) => ok(`${text.length}`),
  };
  const { request, open } = await serve(post, { turnPiecesMax: 3 });
  const [response, left] = [request(), request()];
  const piece = Uint8Array.of(32).buffer;
  const paused: boolean[] = [];
  for (let n = 0; n < 5; n++) {
    response.receive?.(piece, false);
    left.receive?.(piece, false);
    paused.push(response.isPaused);
  }
  assert.deepEqual(paused, [false, false, false, true, true]);
  left.close();
  await afterSockets();
  assert.ok(!response.isPaused);
  assert.ok(left.isPaused, "touched when it was gone");
  response.receive?.(piece, true);
  assert.deepEqual(response.taken, [...Buffer.from("6")]);
  assert.equal(open(), 0);
});
