/** Loads the decoder when a component needs it. */
import { useModule } from "../parts/use-module.js";

export type Decoder = typeof import("../../abi/decode.js");

const load = (): Promise<Decoder> => import("../../abi/decode.js");

/** Returns the decoder, or undefined until it is loaded. @param isWanted false loads nothing. */
export const useDecoder = (isWanted: boolean): Decoder | undefined => useModule(load, isWanted);
