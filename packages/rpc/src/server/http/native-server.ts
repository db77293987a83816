/** Finds the native HTTP server: a binary of uWebSockets.js for this machine and this version of Node. */
import { createRequire } from "node:module";
import type { Uws } from "./uws.js";

/** The HTTP server: uWebSockets.js or Node's own. */
export type Transport = "uws" | "node";

const require = createRequire(import.meta.url);

/** Returns whether the environment requests Node's own server (`UWS_USE_FALLBACK=1`). */
const isFallbackForced = () => /^(1|true)$/i.test(process.env.UWS_USE_FALLBACK ?? "");

/** Returns the native module, or undefined if there is no binary that can be loaded here. */
export function loadUws(): Uws | undefined {
  const { platform, arch, versions } = process;
  try {
    return require(`uWebSockets.js/binaries/uws_${platform}_${arch}_${versions.modules}.node`);
  } catch {
    return undefined;
  }
}

/** Returns the default server: the native one, if it is available and not disabled. */
export const defaultTransport = (): Transport =>
  isFallbackForced() || loadUws() === undefined ? "node" : "uws";

/** Describes a server for people. */
export const describeTransport = (transport: Transport): string =>
  transport === "uws"
    ? "uWebSockets.js"
    : `Node's own; uWebSockets.js is ${isFallbackForced() ? "turned off by UWS_USE_FALLBACK" : `not available for Node ${process.versions.node} here`}`;
