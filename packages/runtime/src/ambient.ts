/** What a package may want from the world, passed in and never reached for. */

export interface Clock {
  /** Unix time in milliseconds. */
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
