/** Tells tests of the native HTTP server whether it can run here. */
import { chosenTransport } from "@tandem/rpc";

/** The reason to skip a test of uWebSockets.js; false if it has a binary for this version of Node. */
export const lacksNativeServer: string | false =
  chosenTransport("auto") === "uws" ? false : "there is no binary of uWebSockets.js here";
