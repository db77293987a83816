/** Declares the ambient services of packages, such as clock and logger, which are passed in. */

export interface Clock {
  /** Returns milliseconds: Unix time, or, where a duration is measured, the time since any start. */
  now(): number;
}

export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** A clock for durations: it goes on evenly while the machine's clock is set. */
export const steadyClock: Clock = { now: () => performance.now() };

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {} };
