/** Makes ids of filters and subscriptions, which another client cannot guess. */
import { randomBytes } from "node:crypto";
import { toHex } from "@tandem/primitives";

/** Returns 16 random bytes in hex. */
export const randomId = (): string => toHex(randomBytes(16));
