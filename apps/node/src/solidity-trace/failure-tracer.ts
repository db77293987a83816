/**
 * Finds the frames that were open when an execution failed, by scripts in geth's form (docs/tracers.md)
 * for `debug_traceTransaction` and `debug_traceCall`.
 */
import { fromHex, type TracerRequest, toHex } from "@tandem/primitives";
import * as z from "zod";

/** A frame that was open when the execution failed. */
export interface OpenFrame {
  /** The number of frames that began before it. */
  readonly order: number;
  readonly isCreation: boolean;
  readonly to: Uint8Array;
  /** Its init code or its contract's code; undefined if none of its instructions failed. */
  readonly code: Uint8Array | undefined;
  /** The position of the failed instruction. */
  readonly position: number | undefined;
  /** The positions of jumps into functions that had not returned, the first one first. */
  readonly calls: readonly number[];
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
 * if its caller failed after it with the same output. A delegation of EIP-7702 is followed.
 */
const script = (step: string) => `{
  marks: {}, order: 0, codes: {}, open: [{ order: 0, calls: [] }],
  setup: function (config) {
    var marks = this.marks;
    JSON.parse(config).marks.forEach(function (of) {
      of.orders.forEach(function (order) { marks[order] = of.positions; });
    });
  },${step}
  enter: function (frame) {
    var type = frame.getType();
    var one = { order: ++this.order, calls: [], to: toHex(frame.getTo()) };
    if (type === "CREATE" || type === "CREATE2") one.init = toHex(frame.getInput());
    this.open.push(one);
  },
  exit: function (result) {
    var frame = this.open.pop();
    var error = result.getError();
    this.end(frame, toHex(result.getOutput()));
    this.open[this.open.length - 1].failed = error ? frame : undefined;
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
        order: frame.order, to: frame.to, init: frame.init,
        position: frame.position, calls: frame.calls, statement: frame.statement
      });
    }
    return JSON.stringify({ frames: frames, codes: this.codes });
  }
}`;

/**
 * The test of a step for an error: an instruction that fails before it begins, such as one without gas, has
 * no `fault`. Without `step` geth sets no position in `fault`.
 */
const failsInStep = "if (log.getError() !== undefined) this.fault(log, db);";
const withoutMarks = script(`
  step: function (log, db) { ${failsInStep} },`);

const jumpOpcode = 0x56;
const withMarks = script(`
  step: function (log, db) {
    ${failsInStep}
    var frame = this.open[this.open.length - 1];
    var marks = this.marks[frame.order];
    if (marks === undefined) return;
    var mark = marks[log.getPC()];
    if (mark === undefined) return;
    if (mark === "s") { frame.statement = log.getPC(); return; }
    if (log.op.toNumber() !== ${jumpOpcode}) return;
    if (mark === "i") frame.calls.push(log.getPC());
    else frame.calls.pop();
  },`);

const hex = z.string().transform((text) => fromHex(text));
const answer = z.object({
  frames: z.array(
    z.object({
      order: z.number(),
      to: hex,
      init: hex.optional(),
      position: z.number().optional(),
      calls: z.array(z.number()),
      statement: z.number().optional(),
    }),
  ),
  codes: z.record(z.string(), hex),
});

/** Executes a transaction or call again, and returns the result of a tracer. */
export type Trace = (request: TracerRequest) => Promise<unknown>;

/**
 * Returns the frames that were open when the execution failed, the outermost first; none if it succeeded.
 * @param marks without them there are neither calls nor statements.
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
