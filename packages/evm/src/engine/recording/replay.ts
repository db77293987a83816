/** Replays an engine's recorded events to a sink. */
import type { EVMError } from "@ethereumjs/evm";
import { type Address, createBytesCutter, emptyBytes, type FrameFailure } from "@tandem/primitives";
import { type FrameBeginning, type FrameSink, refusalOf } from "../../frames/frame-sink.js";
import { failureOf } from "../../library/frame-failure.js";
import { openings } from "../../library/probe.js";
import type { Engine } from "../engine.js";
import { failureMembers } from "../failures.js";
import { eventAt, eventKind, reasonOf } from "../layout.js";
import { readLog } from "./read-log.js";

const addressBytes = 20;

/** Allocates inputs and outputs of frames, of which a recording keeps all or none. */
const frameData = createBytesCutter(32_768);

class Replay {
  readonly #engine: Engine;
  readonly #sink: FrameSink;
  readonly #precompileErrors: Iterator<EVMError>;
  readonly #failures = new Map<number, FrameFailure | undefined>();

  constructor(engine: Engine, sink: FrameSink) {
    this.#engine = engine;
    this.#sink = sink;
    this.#precompileErrors = engine.precompileErrors.values();
  }

  *run(): Generator<void, void> {
    const { memory, exports } = this.#engine;
    for (let at = exports.firstEvent.value; at !== 0; at = memory.number(at + eventAt.next)) {
      this.#tell(at);
      yield;
    }
  }

  #tell(at: number): void {
    const { memory } = this.#engine;
    const number = (offset: number) => memory.number(at + offset);
    switch (number(eventAt.kind)) {
      case eventKind.open:
        this.#sink.begin?.(this.#beginning(at));
        break;
      case eventKind.close:
        this.#sink.end?.({
          gasUsed: memory.limb(at + eventAt.gas),
          failure: this.#failure(number(eventAt.failure), number(eventAt.opcode)),
          output: this.#data(at),
          created: this.#address(number(eventAt.created)),
        });
        break;
      case eventKind.refuse:
        this.#sink.refuse?.(
          this.#beginning(at),
          refusalOf(number(eventAt.failure) === reasonOf.tooDeep),
        );
        break;
      case eventKind.destroy:
        this.#sink.destroy?.(
          this.#address(number(eventAt.account)) ?? emptyBytes,
          this.#address(number(eventAt.other)) ?? emptyBytes,
          memory.word(at + eventAt.value),
        );
        break;
      default:
        this.#sink.log?.(readLog(this.#engine, number(eventAt.log)));
    }
  }

  #beginning(at: number): FrameBeginning {
    const { memory } = this.#engine;
    return {
      opening: openings.get(memory.number(at + eventAt.opcode)) ?? "call",
      from: this.#address(memory.number(at + eventAt.account)) ?? emptyBytes,
      to: this.#address(memory.number(at + eventAt.other)),
      gas: memory.limb(at + eventAt.gas),
      value: memory.word(at + eventAt.value),
      input: this.#data(at),
    };
  }

  #data(at: number): Uint8Array {
    const { memory } = this.#engine;
    const length = memory.number(at + eventAt.length);
    if (length === 0) return emptyBytes;
    const data = frameData(length);
    memory.copyTo(data, memory.number(at + eventAt.data));
    return data;
  }

  /** Returns undefined if there is no account. */
  #address(account: number): Address | undefined {
    return account === 0 ? undefined : this.#engine.memory.bytesOfWord(account, addressBytes);
  }

  #failure(reason: number, opcode: number): FrameFailure | undefined {
    if (reason === 0) return undefined;
    if (reason === reasonOf.precompileFailed) return this.#precompileFailure();
    const key = reason * 256 + opcode;
    if (!this.#failures.has(key)) {
      this.#failures.set(key, failureOf(failureMembers(reason, opcode)));
    }
    return this.#failures.get(key);
  }

  #precompileFailure(): FrameFailure | undefined {
    const { value } = this.#precompileErrors.next();
    if (value === undefined) throw new Error("a precompiled contract failed without a reason");
    return failureOf({ exceptionError: value });
  }
}

/** Replays the recorded events in order. */
export const replay = (engine: Engine, sink: FrameSink): Generator<void, void> =>
  new Replay(engine, sink).run();
