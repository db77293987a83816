/**
 * Finds the frames that were open when an execution failed, by scripts in geth's form (docs/tracers.md)
 * for `debug_traceTransaction` and `debug_traceCall`.
 */
import { type Address, fromHex, type TracerRequest, toHex } from "@tandem/primitives";
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
  readonly to: Address;
  /** Its init code or its contract's code; undefined if none of its instructions failed. */
  readonly code: Uint8Array | undefined;
  /** The position of the failed instruction, or of the one that called the next frame. */
  readonly position: number | undefined;
  /** The outermost first. */
  readonly functions: readonly OpenFunction[];
  /** The position of the last instruction of a statement. */
  readonly statement?: number | undefined;
}

/** The marks of a code. */
export interface FrameMarks {
  /** The frames that execute it, by the number of frames before each. */
  readonly orders: readonly number[];
  /** A jump into a function is `i`, one back `o`, another instruction of a statement `s`. */
  readonly positions: Readonly<Record<number, "i" | "o" | "s">>;
}

/**
 * The script keeps the position of the failed instruction of each frame. A frame belongs to the failure
 * if its caller failed after it with the same output, but not if the call was refused, such as for lack of
 * value: it executed nothing. A delegation of EIP-7702 is followed.
 */
const script = (step: string) => `{
  marks: {}, order: 0, codes: {}, open: [{ order: 0, functions: [{ arrivals: [] }] }],
  setup: function (config) {
    var marks = this.marks;
    JSON.parse(config).marks.forEach(function (of) {
      of.orders.forEach(function (order) { marks[order] = of.positions; });
    });
  },${step}
  enter: function (frame) {
    var type = frame.getType();
    var one = { order: ++this.order, functions: [{ arrivals: [] }], to: toHex(frame.getTo()) };
    if (type === "CREATE" || type === "CREATE2") one.init = toHex(frame.getInput());
    var caller = this.open[this.open.length - 1];
    caller.call = caller.pc;
    this.open.push(one);
  },
  exit: function (result) {
    var frame = this.open.pop();
    var error = result.getError();
    var isRefused = frame.pc === undefined && !isPrecompiled(toAddress(frame.to));
    this.end(frame, toHex(result.getOutput()));
    this.open[this.open.length - 1].failed = error && !isRefused ? frame : undefined;
  },
  end: function (frame, output) {
    frame.output = output;
    if (frame.failed !== undefined && frame.failed.output !== output) frame.failed = undefined;
  },
  fault: function (log, db) {
    var frame = this.open[this.open.length - 1];
    frame.position = log.getPC();
    if (frame.init !== undefined) return;
    if (frame.to === undefined) frame.to = toHex(log.contract.getAddress());
    if (this.codes[frame.to] !== undefined) return;
    var code = db.getCode(toAddress(frame.to));
    if (code.length === 23 && code[0] === 0xef && code[1] === 1) code = db.getCode(slice(code, 3, 23));
    this.codes[frame.to] = toHex(code);
  },
  result: function (ctx) {
    var outermost = this.open[0];
    if (ctx.type === "CREATE") outermost.init = toHex(ctx.input);
    outermost.to = toHex(ctx.to);
    this.end(outermost, toHex(ctx.output));
    var frames = [];
    for (var frame = ctx.error ? outermost : undefined; frame !== undefined; frame = frame.failed) {
      frames.push({
        order: frame.order, to: frame.to, init: frame.init, functions: frame.functions,
        position: frame.failed === undefined ? frame.position : frame.call, statement: frame.statement
      });
    }
    return JSON.stringify({ frames: frames, codes: this.codes });
  }
}`;

/**
 * The beginning of each step. An instruction that fails before it begins, such as one without gas, has no
 * `fault`. Without `step` geth sets no position in `fault`.
 */
const stepBeginning = `
    var frame = this.open[this.open.length - 1];
    frame.pc = log.getPC();
    if (log.getError() !== undefined) this.fault(log, db);`;

const withoutMarks = script(`
  step: function (log, db) {${stepBeginning}
  },`);

/** JUMP, JUMPI and JUMPDEST. */
const [jump, jumpIf, target] = [0x56, 0x57, 0x5b];

/** The number of arrivals that are kept of a function. */
const arrivalsMax = 8;

const withMarks = script(`
  step: function (log, db) {${stepBeginning}
    var marks = this.marks[frame.order];
    if (marks === undefined) return;
    var op = log.op.toNumber(), mark = marks[frame.pc], left = frame.left;
    if (mark === "s") frame.statement = frame.pc;
    if (left !== undefined) frame.left = undefined;
    if (op === ${target}) this.arrive(frame, left);
    else if (left !== undefined) this.pass(frame);
    if (op !== ${jump} && op !== ${jumpIf}) return;
    frame.left = { from: frame.pc, isBranch: op === ${jumpIf}, mark: mark };
    if (op === ${jump} && mark === "i") frame.functions.push({ call: frame.pc, arrivals: [] });
    if (op === ${jump} && mark === "o") {
      frame.left.from = frame.functions.length > 1 ? frame.functions.pop().call : undefined;
    }
  },
  arrive: function (frame, left) {
    var last = frame.functions[frame.functions.length - 1];
    if (left !== undefined && left.mark === "i" && !left.isBranch) { last.entry = frame.pc; return; }
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
      position,
      functions: z.array(openFunction),
      statement: position,
    }),
  ),
  codes: z.record(z.string(), hex),
});

/** Executes a transaction or call again, and returns the result of a tracer. */
export type Trace = (request: TracerRequest) => Promise<unknown>;

/**
 * Returns the frames that were open when the execution failed, the outermost first; none if it succeeded.
 * @param marks without them there are neither functions nor statements.
 */
export async function openFramesOf(
  trace: Trace,
  marks: readonly FrameMarks[] = [],
): Promise<readonly OpenFrame[]> {
  const config = JSON.stringify({ marks });
  const code = marks.length === 0 ? withoutMarks : withMarks;
  const { frames, codes } = answer.parse(
    JSON.parse(`${await trace({ kind: "script", code, config })}`),
  );
  const codeAt = new Map(Object.entries(codes));
  return frames.map(({ init, ...frame }) => ({
    ...frame,
    position: frame.position,
    isCreation: init !== undefined,
    code: init ?? codeAt.get(toHex(frame.to)),
  }));
}
