// Checks the ports among the flags of scripts before they start anything.

const portMax = 65_535;

/** @throws {Error} for text that is no port. */
export function assertPort(flag, text) {
  if (/^\d{1,5}$/.test(text) && Number(text) <= portMax) return;
  throw new Error(`--${flag}: expected an integer from 0 to ${portMax}, got ${text}`);
}
