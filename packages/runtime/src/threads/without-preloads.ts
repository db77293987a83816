/** Flags of Node that name modules to load before the program. */
const preloadFlag = /^(-r|--require|--import|--loader|--experimental-loader)(=|$)/;

/**
 * Returns options of a thread that does not load what the process loaded before its program, such as the
 * user's project under `hardhat run`. Without such modules a thread inherits the flags, those of
 * V8's profiler among them.
 */
export function withoutPreloads(flags: readonly string[] = process.execArgv): {
  readonly execArgv?: string[];
} {
  return flags.some((flag) => preloadFlag.test(flag)) ? { execArgv: [] } : {};
}
