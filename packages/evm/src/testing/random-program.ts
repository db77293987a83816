/**
 * Creates random programs with effects: most run to their end, call each other, create and destroy.
 */

/** Returns a number from 0 to below `bound`. */
export type Draw = (bound: number) => number;

/** Draws pseudo-random numbers from a seed (mulberry32). */
export function drawFrom(seed: number): Draw {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * bound);
  };
}

const pick = <Value>(draw: Draw, values: readonly Value[]): Value =>
  values[draw(values.length)] as Value;

const limit = 1n << 256n;

/** Returns a random word, often one at which arithmetic errors are likely. */
export function randomWord(draw: Draw): bigint {
  switch (draw(8)) {
    case 0:
      return BigInt(draw(5));
    case 1:
      return BigInt(draw(300));
    case 2:
      return (1n << BigInt(draw(257))) % limit;
    case 3:
      return (limit + (1n << BigInt(draw(256))) - BigInt(draw(3))) % limit;
    case 4:
      return limit - 1n - BigInt(draw(3));
    case 5:
      return (1n << 255n) + BigInt(draw(3)) - 1n;
    case 6:
      return BigInt(draw(4_294_967_296)) << BigInt(32 * draw(8));
    default: {
      let word = 0n;
      for (let i = 0; i < 8; i++) word = (word << 32n) | BigInt(draw(4_294_967_296));
      return word >> BigInt(draw(4) === 0 ? draw(256) : 0);
    }
  }
}

/** Returns a PUSH of the shortest length. */
export function push(word: bigint): number[] {
  const digits = word.toString(16);
  const bytes = [...Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex")];
  return [0x5f + bytes.length, ...bytes];
}

/** Instructions that only affect the stack, with the number of their operands. */
const pure: readonly (readonly [opcode: number, operands: number])[] = [
  ...[1, 2, 3, 4, 5, 6, 7, 10, 11].map((opcode) => [opcode, 2] as const),
  [8, 3],
  [9, 3],
  ...[0x10, 0x11, 0x12, 0x13, 0x14, 0x16, 0x17, 0x18, 0x1a, 0x1b, 0x1c, 0x1d].map(
    (opcode) => [opcode, 2] as const,
  ),
  [0x15, 1],
  [0x19, 1],
  [0x1e, 1],
  ...[0x30, 0x32, 0x33, 0x34, 0x36, 0x38, 0x3a, 0x3d, 0x58, 0x59, 0x5a].map(
    (opcode) => [opcode, 0] as const,
  ),
  ...[0x41, 0x42, 0x43, 0x44, 0x45, 0x46, 0x47, 0x48].map((opcode) => [opcode, 0] as const),
  [0x35, 1],
  [0x40, 1],
];

/** The accounts that a program may refer to. */
export interface Surroundings {
  /** Numbers of accounts, some of which have code, and precompiles. */
  readonly accounts: readonly bigint[];
}

type Snippet = (draw: Draw, surroundings: Surroundings) => number[];

const offset = (draw: Draw): bigint =>
  draw(60) === 0 ? randomWord(draw) : BigInt(draw(draw(6) === 0 ? 3000 : 200));
const length = (draw: Draw): bigint =>
  draw(60) === 0 ? randomWord(draw) : BigInt(draw(4) === 0 ? 0 : draw(100));
const key = (draw: Draw): bigint => BigInt(draw(6)) << BigInt(draw(8) === 0 ? 200 : 0);
const account = (draw: Draw, { accounts }: Surroundings): bigint =>
  draw(30) === 0 ? randomWord(draw) : pick(draw, accounts);
/** Pushes operands in the order of the yellow paper: the first is on top. */
const on = (operands: readonly bigint[], opcode: number) => [
  ...[...operands].reverse().flatMap(push),
  opcode,
];
const value = (draw: Draw): bigint => (draw(3) === 0 ? BigInt(draw(50)) : 0n);
const gasOf = (draw: Draw): number[] => (draw(3) === 0 ? push(BigInt(draw(60_000))) : [0x5a]);

const calling: Snippet = (draw, surroundings) => {
  const opcode = pick(draw, [0xf1, 0xf1, 0xf2, 0xf4, 0xfa]);
  const ranges = [length(draw), offset(draw), length(draw), offset(draw)].flatMap(push);
  const given = opcode < 0xf3 ? push(value(draw)) : [];
  return [...ranges, ...given, ...push(account(draw, surroundings)), ...gasOf(draw), opcode];
};

/** Init codes of at most 32 bytes, stored as a word. */
const initCodes: readonly (readonly number[])[] = [
  [0x60, 0x20, 0x60, 0x00, 0xf3],
  [0x60, 0x00, 0x60, 0x00, 0xf3],
  [0x60, 0x00, 0x60, 0x00, 0xfd],
  [0x60, 0x01, 0x60, 0x01, 0x55, 0x60, 0xfe, 0x60, 0x00, 0x53, 0x60, 0x01, 0x60, 0x00, 0xf3],
  [0x60, 0xef, 0x60, 0x00, 0x53, 0x60, 0x01, 0x60, 0x00, 0xf3],
  [0x33, 0xff],
  [0x30, 0xff],
  [0xfe],
  [0xef, 0x00],
  [0x60, 0x02, 0x60, 0x01, 0x55, 0x33, 0xff],
  [0x61, 0x60, 0x01, 0x60, 0x00, 0xf3],
];

const creating: Snippet = (draw) => {
  const code = pick(draw, initCodes);
  const word = BigInt(`0x${Buffer.from(code).toString("hex").padEnd(64, "0")}`);
  const store = on([0n, word], 0x52);
  const isSalted = draw(2) === 0;
  const salt = isSalted ? push(BigInt(draw(2))) : [];
  const size = draw(20) === 0 ? length(draw) : BigInt(code.length);
  const range = [...push(size), ...push(draw(30) === 0 ? offset(draw) : 0n)];
  return [...store, ...salt, ...range, ...push(value(draw)), isSalted ? 0xf5 : 0xf0];
};

/** Returns a loop that runs a few times, with a snippet that does not change the stack. */
const looping: Snippet = (draw) => [
  ...push(BigInt(1 + draw(5))),
  ...[0x5b, 0x60, 0x01, 0x90, 0x03],
  ...on([key(draw), BigInt(draw(3))], 0x55),
  0x80,
];

const snippets: readonly Snippet[] = [
  ...Array.from(
    { length: 8 },
    (): Snippet => (draw) => {
      const [opcode, operands] = pick(draw, pure);
      return on(
        Array.from({ length: operands }, () => randomWord(draw)),
        opcode,
      );
    },
  ),
  (draw) => [pick(draw, pure)[0]],
  (draw) => on([offset(draw)], 0x51),
  (draw) => on([offset(draw), randomWord(draw)], 0x52),
  (draw) => on([offset(draw), randomWord(draw)], 0x53),
  (draw) => on([key(draw)], 0x54),
  (draw) => on([key(draw), BigInt(draw(3))], 0x55),
  (draw) => on([key(draw), BigInt(draw(3))], 0x55),
  (draw) => on([key(draw)], 0x5c),
  (draw) => on([key(draw), randomWord(draw)], 0x5d),
  (draw) => on([offset(draw), length(draw)], 0x20),
  (draw) => on([offset(draw), offset(draw), length(draw)], pick(draw, [0x37, 0x39, 0x5e])),
  (draw) => on([offset(draw), 0n, draw(9) === 0 ? BigInt(draw(40)) : 0n], 0x3e),
  () => [0x3d, 0x60, 0x00, 0x60, 0x00, 0x3e],
  (draw, all) => on([account(draw, all)], pick(draw, [0x31, 0x3b, 0x3f])),
  (draw, all) => on([account(draw, all), offset(draw), offset(draw), length(draw)], 0x3c),
  (draw) => {
    const topics = draw(5);
    const words = Array.from({ length: topics }, () => randomWord(draw));
    return on([offset(draw), length(draw), ...words], 0xa0 + topics);
  },
  (draw) => [0x80 + draw(draw(8) === 0 ? 16 : 3)],
  (draw) => [0x90 + draw(draw(8) === 0 ? 16 : 3)],
  () => [0x50],
  calling,
  calling,
  calling,
  calling,
  creating,
  looping,
];

const endings: readonly Snippet[] = [
  () => [0x00],
  () => [],
  (draw) => on([offset(draw), length(draw)], 0xf3),
  (draw) => on([offset(draw), length(draw)], 0xf3),
  (draw) => on([offset(draw), length(draw)], 0xfd),
  (draw) => on([randomWord(draw)], draw(3) === 0 ? 0x56 : 0x50),
  (draw, all) => on([account(draw, all)], 0xff),
  (draw) => [draw(256)],
];

/** Makes a program of up to `most` snippets. */
export function randomProgram(draw: Draw, surroundings: Surroundings, most: number): Uint8Array {
  const code = Array.from({ length: draw(8) }, () => push(randomWord(draw))).flat();
  const count = 1 + draw(most);
  for (let i = 0; i < count; i++) {
    if (draw(100) === 0) code.push(draw(256));
    if (draw(10) === 0) jumpOver(draw, code);
    code.push(...pick(draw, snippets)(draw, surroundings));
  }
  code.push(...pick(draw, endings)(draw, surroundings));
  return Uint8Array.from(code);
}

/** Appends a jump over a byte, taken or not. */
function jumpOver(draw: Draw, code: number[]): void {
  const isConditional = draw(2) === 0;
  const condition = isConditional ? push(BigInt(draw(2))) : [];
  const target = code.length + condition.length + 5;
  code.push(
    ...condition,
    0x61,
    target >> 8,
    target & 0xff,
    isConditional ? 0x57 : 0x56,
    0xfe,
    0x5b,
  );
}
