/** Defines a logger whose lines below warnings can be turned off while the node runs. */
import type { Logger } from "@tandem/runtime";

export interface GatedLogger extends Logger {
  /** Turns lines of the levels info and debug on or off. Initially they are on. */
  setEnabled(isEnabled: boolean): void;
}

export function gatedLogger(logger: Logger): GatedLogger {
  let isOn = true;
  return {
    error: (fields, message) => logger.error(fields, message),
    warn: (fields, message) => logger.warn(fields, message),
    info(fields, message) {
      if (isOn) logger.info(fields, message);
    },
    debug(fields, message) {
      if (isOn) logger.debug(fields, message);
    },
    setEnabled(isEnabled) {
      isOn = isEnabled;
    },
  };
}
