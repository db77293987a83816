/** Computes a flame graph of the calls of a transaction: depth from top to bottom, gas as width. */

/** A call with its inner calls, as geth's callTracer returns it. */
export interface Call {
  readonly type: string;
  readonly from: Uint8Array;
  readonly to?: Uint8Array | undefined;
  readonly gas: bigint;
  readonly gasUsed: bigint;
  readonly input: Uint8Array;
  readonly output?: Uint8Array | undefined;
  readonly value?: bigint | undefined;
  readonly error?: string | undefined;
  readonly calls?: readonly Call[] | undefined;
}

export interface FlameBar {
  readonly call: Call;
  readonly depth: number;
  /** The position as a fraction of the total width, from 0 to 1. */
  readonly start: number;
  readonly width: number;
}

export interface Flame {
  /** The bars, depth first. */
  readonly bars: readonly FlameBar[];
  /** The number of calls over the limit, which have no bar. */
  readonly omitted: number;
  readonly depths: number;
}

/** The maximum number of calls that are drawn. */
export const barsMax = 2000;

const shareOf = (part: bigint, whole: bigint) => (whole === 0n ? 0 : Number(part) / Number(whole));

/** Returns the bars of a call and of all calls inside it. */
export function flameOf(top: Call, max = barsMax): Flame {
  const bars: FlameBar[] = [];
  let omitted = 0;
  const pending: FlameBar[] = [{ call: top, depth: 0, start: 0, width: 1 }];
  for (let bar = pending.pop(); bar !== undefined; bar = pending.pop()) {
    if (bars.length < max) bars.push(bar);
    else omitted += 1;
    const { call, depth, width } = bar;
    let { start } = bar;
    const end = start + width;
    const inner = (call.calls ?? []).map((child) => {
      // A refund can make a call cheaper than its inner calls.
      const share = Math.min(shareOf(child.gasUsed, top.gasUsed), end - start);
      const placed = { call: child, depth: depth + 1, start, width: Math.max(0, share) };
      start += placed.width;
      return placed;
    });
    pending.push(...inner.reverse());
  }
  return { bars, omitted, depths: Math.max(...bars.map(({ depth }) => depth)) + 1 };
}
