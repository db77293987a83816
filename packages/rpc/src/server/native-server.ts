/** Finds the native HTTP server: a binary of uWebSockets.js for this machine and this version of Node. */
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { unusableData } from "@tandem/primitives";
import type { Uws } from "./http/uws.js";

/** The HTTP server: uWebSockets.js or Node's own. */
export type Transport = "uws" | "node";

/** The selected server; `auto` is the native one if it can be loaded. */
export type TransportChoice = Transport | "auto";

const require = createRequire(import.meta.url);

/** Returns whether the environment requests Node's own server (`UWS_USE_FALLBACK=1`). */
const isFallbackForced = () => /^(1|true)$/i.test(process.env.UWS_USE_FALLBACK ?? "");

/**
 * Returns the native module, or undefined if there is no binary that can be loaded here.
 * @param from resolves the package.
 */
export function loadUws(from: NodeJS.Require = require): Uws | undefined {
  const { platform, arch, versions } = process;
  const file = `uws_${platform}_${arch}_${versions.modules}.node`;
  // The packages with binaries differ in the folder that has them, and not all name it in their exports.
  for (const folder of [".", "../binaries"]) {
    try {
      return from(join(dirname(from.resolve("uWebSockets.js")), folder, file));
    } catch {}
  }
  return undefined;
}

/** Returns the default server: the native one, if it is available and not disabled. */
export const defaultTransport = (): Transport =>
  isFallbackForced() || loadUws() === undefined ? "node" : "uws";

const notHere = () => `uWebSockets.js is not installed for Node ${process.versions.node}`;

/**
 * Returns the selected server.
 * @throws {Fault} `unusable-data` if the native one is selected and there is no binary of it.
 */
export function chosenTransport(choice: TransportChoice): Transport {
  if (choice === "auto") return defaultTransport();
  if (choice === "uws" && loadUws() === undefined) {
    throw unusableData(`cannot serve: ${notHere()}; leave --server out, or give --server node`);
  }
  return choice;
}

/** The first versions of Node 22 and 23 whose own server can share a port. */
const sharingSince: Readonly<Record<string, number>> = { 22: 12, 23: 1 };

/**
 * Returns whether several threads can listen on one port.
 * @param version of Node.
 */
export function canSharePort(transport: Transport, version = process.versions.node): boolean {
  const [major = "", minor = ""] = version.split(".");
  if (transport === "uws" || Number(major) > 23) return true;
  return Number(minor) >= (sharingSince[major] ?? Number.POSITIVE_INFINITY);
}

/** Describes a server for people, with the reason if the default is not the native one. */
export function describeTransport(transport: Transport, choice: TransportChoice): string {
  if (transport === "uws") return "uWebSockets.js";
  if (choice === "node") return "Node's own";
  return `Node's own; ${isFallbackForced() ? "uWebSockets.js is turned off by UWS_USE_FALLBACK" : notHere()}`;
}
