/** Implements a client that sends cut anywhere, and pauses its reading at random. */
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Seeded } from "../seeded.js";
import { AnswerReader } from "./answer-reader.js";

async function pass(turns: number): Promise<void> {
  for (let i = 0; i < turns; i++) await setImmediate();
}

export class RandomConnection {
  readonly #socket: Socket;
  readonly #chance: Seeded;
  readonly #reader = new AnswerReader();
  #failure: unknown;
  #isClosed = false;
  #onChange = () => {};

  private constructor(socket: Socket, chance: Seeded) {
    this.#socket = socket;
    this.#chance = chance;
    const lateTurns = chance.chance(0.2) ? chance.int(1000) : 0;
    const pauseShare = chance.pick([0, 0, 0.5]);
    socket.on("data", (bytes) => this.#take(bytes, pauseShare));
    socket.on("error", (error) => this.#fail(error));
    socket.on("close", () => {
      this.#isClosed = true;
      this.#onChange();
    });
    if (lateTurns > 0) void this.#pause(lateTurns);
  }

  static async open(port: number, chance: Seeded): Promise<RandomConnection> {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    await once(socket, "connect");
    return new RandomConnection(socket, chance);
  }

  get reader(): AnswerReader {
    return this.#reader;
  }

  #take(bytes: Buffer, pauseShare: number): void {
    try {
      this.#reader.take(bytes);
    } catch (error) {
      this.#fail(error);
      this.#socket.destroy();
    }
    if (this.#chance.chance(pauseShare)) void this.#pause(1 + this.#chance.int(30));
    this.#onChange();
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#onChange();
  }

  async #pause(turns: number): Promise<void> {
    this.#socket.pause();
    await pass(turns);
    this.#socket.resume();
  }

  /** Sends in parts of any length, with pauses between them. */
  async write(text: string): Promise<void> {
    const chance = this.#chance;
    for (let rest = Buffer.from(text, "latin1"); rest.length > 0 && !this.#isClosed; ) {
      const isWhole = chance.chance(0.4);
      const length = isWhole ? rest.length : 1 + chance.int(chance.pick([1, 100, 1000, 70_000]));
      const part = rest.subarray(0, length);
      rest = rest.subarray(length);
      await new Promise((sent) => this.#socket.write(part, sent));
      await pass(chance.pick([0, 0, 0, 1, 3]));
    }
  }

  /** Resolves when so many answers are complete. Rejects if the connection ends before. */
  async answered(count: number): Promise<void> {
    while (this.#reader.answers.length < count) {
      if (this.#failure !== undefined) throw this.#failure;
      if (this.#isClosed) throw new Error("the connection was closed");
      await new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
    }
  }

  /** Disconnects after some turns of the event loop, in one of the ways in which a client may leave. */
  async leave(turns: number): Promise<void> {
    await pass(turns);
    if (this.#chance.chance(0.5)) this.#socket.resetAndDestroy();
    else this.#socket.destroy();
  }

  close(): void {
    this.#socket.destroy();
  }
}
