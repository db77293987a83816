/** Creates the error for a scenario that cannot be used. */
import { type Fault, unusableData } from "@tandem/primitives";

/** Returns a fault with the code `unusable-data`. @param message begins with the path of the member. */
export const unusable = (message: string, cause?: unknown): Fault =>
  unusableData(`scenario: ${message}`, cause);
