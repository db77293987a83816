/**
 * Finds the frames that were open when an execution failed, by scripts in geth's form (docs/tracers.md)
 * for `debug_traceTransaction` and `debug_traceCall`.
 */
import { type Address, emptyBytes, fromHex, type TracerRequest, toHex } from "@tandem/primitives";
import * as z from "zod";

/** The arrival at a JUMPDEST. */
export interface Arrival {
  readonly at: number;
  /**
   * The position of the jump, or, after a function that returned, of the jump into it; undefined if the
   * code before ran on.
   */
  readonly from?: number | undefined;
  /** Whether the jump was a JUMPI, and no other JUMPI followed. */
  readonly isBranch?: boolean | undefined;
}

/** A function that had not returned, or the code of a frame outside of functions. */
export interface OpenFunction {
  /** The position of the jump into it. */
  readonly call?: number | undefined;
  /** The position of its first instruction. */
  readonly entry?: number | undefined;
  /** The last ones, the newest last. */
  readonly arrivals: readonly Arrival[];
}

/** A frame that was open when the execution failed. */
export interface OpenFrame {
  /** The number of frames that began before it. */
  readonly order: number;
  readonly isCreation: boolean;
  readonly isPrecompile: boolean;
  readonly to: Address;
  /** The first four bytes of a call's input, or fewer. */
  readonly selector: Uint8Array | undefined;
  /** The number of bytes of a call's input. */
  readonly inputBytes: number | undefined;
  readonly outputBytes: number;
  /** The wei that the frame sees, which are its caller's in a DELEGATECALL. */
  readonly value: bigint;
  /** Its init code or its contract's code. */
  readonly code: Uint8Array;
  /**
   * The position of the failed instruction, or of the one that called the next frame; undefined without
   * steps, and if no instruction was executed.
   */
  readonly position: number | undefined;
  /** The position of the last instruction that called a frame, if that one succeeded. */
  readonly returned?: number | undefined;
  /** The outermost first. */
  readonly functions: readonly OpenFunction[];
  /** The position of the last instruction of a statement. */
  readonly statement?: number | undefined;
}

/** The marks of a code. Each position is given by its distance from the one before it. */
export interface FrameMarks {
  /** The frames that execute it, by the number of frames before each. */
  readonly orders: readonly number[];
  readonly length: number;
  /** The positions of jumps into functions, and of jumps back. */
  readonly into: readonly number[];
  readonly back: readonly number[];
  /** The positions at which code of statements begins and ends, in turns. */
  readonly statements: readonly number[];
}

/**
 * Writes a script. A frame belongs to the failure if its caller failed after it with the same output, but
 * not if the call was refused, such as for lack of value: it executed nothing, which only steps show. A
 * delegation of EIP-7702 is followed. A code is read at the failure, since a contract that was created in
 * the same transaction has none at the end.
 */
const script = (steps = "") => `{
  order: 0, codes: {}, open: [{ order: 0, functions: [{ arrivals: [] }] }],${steps}
  enter: function (frame) {
    var type = frame.getType();
    var one = { order: ++this.order, functions: [{ arrivals: [] }], to: toHex(frame.getTo()) };
    if (type !== "DELEGATECALL") one.value = (frame.getValue() || 0).toString();
    this.began(one, type === "CREATE" || type === "CREATE2", frame.getInput());
    var caller = this.open[this.open.length - 1];
    caller.call = caller.pc;
    this.open.push(one);
  },
  began: function (frame, isCreation, input) {
    frame.isPrecompile = isPrecompiled(toAddress(frame.to));
    if (isCreation) frame.init = input;
    else {
      frame.selector = toHex(slice(input, 0, Math.min(input.length, 4)));
      frame.inputBytes = input.length;
    }
  },
  exit: function (result) {
    var frame = this.open.pop();
    var isRefused = this.step !== undefined && frame.pc === undefined && !frame.isPrecompile;
    this.end(frame, result.getOutput());
    var caller = this.open[this.open.length - 1];
    caller.failed = result.getError() && !isRefused ? frame : undefined;
    caller.returned = result.getError() ? undefined : caller.call;
  },
  end: function (frame, output) {
    var failed = frame.failed;
    frame.output = output;
    frame.outputBytes = output.length;
    if (failed === undefined) return;
    if (!this.isSame(failed.output, output)) frame.failed = undefined;
    failed.output = undefined;
  },
  isSame: function (one, other) {
    if (one.length !== other.length) return false;
    for (var i = 0; i < one.length; i++) if (one[i] !== other[i]) return false;
    return true;
  },
  read: function (frame, db) {
    if (frame.init !== undefined || frame.isPrecompile || this.codes[frame.to] !== undefined) return;
    var code = db.getCode(toAddress(frame.to));
    if (code.length === 23 && code[0] === 0xef && code[1] === 1) code = db.getCode(slice(code, 3, 23));
    this.codes[frame.to] = toHex(code);
  },
  fault: function (log, db) {
    var frame = this.open[this.open.length - 1];
    frame.position = frame.pc;
    if (frame.to !== undefined) this.read(frame, db);
  },
  result: function (ctx, db) {
    var outermost = this.open[0];
    outermost.to = toHex(ctx.to);
    this.began(outermost, ctx.type === "CREATE", ctx.input);
    this.end(outermost, ctx.output);
    var frames = [], value = ctx.value.toString();
    for (var frame = ctx.error ? outermost : undefined; frame !== undefined; frame = frame.failed) {
      this.read(frame, db);
      if (frame.value !== undefined) value = frame.value;
      frames.push({
        order: frame.order, to: frame.to, init: frame.init && toHex(frame.init),
        selector: frame.selector, inputBytes: frame.inputBytes, value: value,
        isPrecompile: frame.isPrecompile, outputBytes: frame.outputBytes, returned: frame.returned,
        functions: frame.functions, statement: frame.statement,
        position: frame.failed === undefined ? frame.position : frame.call
      });
    }
    return JSON.stringify({ frames: frames, codes: this.codes });
  }
}`;

const withoutSteps = script();

/** JUMP, JUMPI and JUMPDEST. */
const jump = 0x56;
const jumpIf = 0x57;
const target = 0x5b;

/** The number of arrivals that are kept of a function. */
const arrivalsMax = 8;

/** The marks in the script: an instruction of a statement, a jump into a function, and one back. */
const ofStatement = 1;
const into = 2;
const back = 3;

/**
 * An instruction that fails before it begins, such as one without gas, has no `fault`. Without `step` geth
 * sets no position in `fault`.
 */
const withSteps = script(`
  marks: {},
  setup: function (config) {
    var marks = this.marks;
    JSON.parse(config).marks.forEach(function (of) {
      var bytes = new Uint8Array(of.length), at = 0;
      of.statements.forEach(function (distance, i) {
        if (i % 2 === 1) for (var p = at; p < at + distance; p++) bytes[p] = ${ofStatement};
        at += distance;
      });
      [of.into, of.back].forEach(function (distances, i) {
        var at = 0;
        distances.forEach(function (distance) { bytes[at += distance] = i === 0 ? ${into} : ${back}; });
      });
      of.orders.forEach(function (order) { marks[order] = bytes; });
    });
  },
  step: function (log, db) {
    var frame = this.open[this.open.length - 1];
    var pc = frame.pc = log.getPC();
    if (log.getError() !== undefined) this.fault(log, db);
    var marks = this.marks[frame.order];
    if (marks === undefined) return;
    var op = log.op.toNumber(), mark = marks[pc], left = frame.left;
    if (mark === ${ofStatement}) frame.statement = pc;
    if (left !== undefined) frame.left = undefined;
    if (op === ${target}) this.arrive(frame, left);
    else if (left !== undefined) this.pass(frame);
    if (op !== ${jump} && op !== ${jumpIf}) return;
    frame.left = { from: pc, isBranch: op === ${jumpIf}, mark: mark };
    if (op === ${jump} && mark === ${into}) frame.functions.push({ call: pc, arrivals: [] });
    if (op === ${jump} && mark === ${back}) {
      frame.left.from = frame.functions.length > 1 ? frame.functions.pop().call : undefined;
    }
  },
  arrive: function (frame, left) {
    var last = frame.functions[frame.functions.length - 1];
    if (left !== undefined && left.mark === ${into} && !left.isBranch) { last.entry = frame.pc; return; }
    var arrival = left === undefined ? { at: frame.pc } : { at: frame.pc, from: left.from, isBranch: left.isBranch };
    last.arrivals.push(arrival);
    if (last.arrivals.length > ${arrivalsMax}) last.arrivals.shift();
  },
  pass: function (frame) {
    var arrivals = frame.functions[frame.functions.length - 1].arrivals;
    if (arrivals.length > 0) arrivals[arrivals.length - 1].isBranch = false;
  },`);

const hex = z.string().transform((text) => fromHex(text));
const position = z.number().optional();
const arrival = z.object({ at: z.number(), from: position, isBranch: z.boolean().optional() });
const openFunction = z.object({ call: position, entry: position, arrivals: z.array(arrival) });
const answer = z.object({
  frames: z.array(
    z.object({
      order: z.number(),
      to: hex.transform((bytes) => bytes as Address),
      init: hex.optional(),
      selector: hex.optional(),
      inputBytes: z.number().optional(),
      value: z.string().transform(BigInt),
      outputBytes: z.number(),
      returned: position,
      isPrecompile: z.boolean(),
      position,
      functions: z.array(openFunction),
      statement: position,
    }),
  ),
  codes: z.record(z.string(), hex),
});

/** Is thrown if an execution cannot be repeated, with the reason. */
export class NotExecuted extends Error {}

/**
 * Executes a transaction or call again, and returns the result of a tracer.
 * @throws {NotExecuted}
 */
export type Trace = (request: TracerRequest) => Promise<unknown>;

/**
 * Returns the frames that were open when the execution failed, the outermost first; none if it succeeded.
 * @param marks without them there are neither positions nor functions nor statements, and a call that was
 * refused is shown as a last frame.
 */
export async function openFramesOf(
  trace: Trace,
  marks?: readonly FrameMarks[],
): Promise<readonly OpenFrame[]> {
  const config = JSON.stringify({ marks });
  const code = marks === undefined ? withoutSteps : withSteps;
  const { frames, codes } = answer.parse(
    JSON.parse(`${await trace({ kind: "trustedScript", code, config })}`),
  );
  const codeAt = new Map(Object.entries(codes));
  return frames.map(({ init, ...frame }) => ({
    ...frame,
    selector: frame.selector,
    inputBytes: frame.inputBytes,
    position: frame.position,
    isCreation: init !== undefined,
    code: init ?? codeAt.get(toHex(frame.to)) ?? emptyBytes,
  }));
}
