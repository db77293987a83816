/** Declares the ambient services of packages, such as clock and logger, which are passed in. */

export interface Clock {
  /** Returns Unix time in milliseconds. */
  now(): number;
}

export interface Logger {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  info(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}

export const systemClock: Clock = { now: () => Date.now() };

export const silentLogger: Logger = { error() {}, warn() {}, info() {}, debug() {} };
