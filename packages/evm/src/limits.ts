/** The limits of this package, with their reasons. */

/**
 * Idle instances kept for each fork: as many as clients call at the same time. Making one costs a
 * third of a millisecond, ten times what a short call does.
 */
export const idleEvmInstancesMax = 128;

/** Instructions of the library between two looks at the clock, and gas, since some take longer than others. */
export const stepsBetweenLooks = 64;
export const gasBetweenLooks = 4096n;

/** Bytes one frame of a trace is counted as, beside its input and output. */
export const frameBytes = 128;

/** Is added for each frame around it, since its place is told by a number for each. */
export const placeBytes = 1;

/** Calls may be nested this deep (yellow paper, appendix H). */
export const callDepthMax = 1_024;

/** Bytes one event of a trace is counted as, beside its data. */
export const logBytes = 160;

/**
 * Bytes one execution that is done again may be told in. It becomes four times as much text, and
 * text of half a gigabyte is the longest there can be.
 */
export const debugBytesMax = 67_108_864;

/** Bytes one step of a struct log is counted as, beside memory, stack, storage and return data. */
export const stepBytes = 128;

/** Inputs told of one call at the address that is listened at, and bytes of them together. */
export const inputsHeardMax = 1000;
export const bytesHeardMax = 1_048_576;

/**
 * Bounds what is done of a long precompile between two looks at the clock: some two milliseconds of it,
 * up to twenty before V8 has optimised the WebAssembly. A multiple of ten, since the rounds' message
 * words repeat.
 */
export const blake2RoundsInSlice = 100_000;

/** Products of limbs of 32 bits: a modular power does this many, or their worth in BigInts. */
export const powerWorkInSlice = 1_000_000;

/** Bytes of the longest modulus whose powers our WebAssembly computes, which has places of this length. */
export const modulusBytesInWasmMax = 128;

/** Points of a multiplication, and pairs of a pairing, computed between two looks at the clock. */
export const pointsInSlice = 16;
export const pairsInSlice = 4;

/**
 * Bytes of the longest code that the engine translates, which takes ten milliseconds and some twenty times its length.
 * Only an override or a lifted limit of code sizes brings longer code, which the library runs.
 */
export const codeTranslatedMax = 131_072;

/** Bytes of the longest code that the library searches for jump destinations in one go: a millisecond. */
export const codeSearchedMax = 32_768;

/** Codes of which an instance of the library knows the jump destinations; what it knows takes thirty times their length. */
export const codesKnownMax = 16;

/** Bytes of longer code that are searched for jump destinations between two looks: a millisecond. */
export const codeScannedInSlice = 524_288;

/** Frames and logs of one execution that are converted to traces between two looks at the clock. */
export const traceItemsBeforeYield = 64;

/** Gas an engine runs between two looks at the clock: a tenth of a millisecond of most instructions. */
export const gasInSlice = 40_000n;

/** Changes, events or frames of an engine that are taken out between two looks at the clock. */
export const recordsBeforeLook = 256;

/**
 * Executions that may be under way in engines at the same time; the library runs others. V8 reserves ten gigabytes of
 * addresses for each memory, and refuses a hundred and twenty.
 */
export const enginesInUseMax = 96;

/** Engines kept for the next executions, and bytes of memory with which one is kept. */
export const enginesIdleMax = 8;
export const engineBytesKeptMax = 33_554_432;

/** Bytes of memory of an engine, and of all that are in use, beyond which the library runs the execution. */
export const engineBytesMax = 268_435_456;
export const enginesBytesMax = 1_073_741_824;

/**
 * Times an execution may begin again because a part of a forked state was not loaded; the library, which waits in
 * the middle, then runs it. Each of them is one request to the other chain, which takes longer than what is repeated.
 */
export const engineRestartsMax = 4_096;

/** Hashes of a forked chain's blocks that are kept for BLOCKHASH, which sees 256 of a block. */
export const loadedHashesMax = 1_024;

/** Gas above which the library runs an execution: the engine counts in 63 bits. */
export const engineGasMax = 2n ** 62n;
