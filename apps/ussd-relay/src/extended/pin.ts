/** Validates and hashes PINs: four to six digits, hashed by scrypt (RFC 7914) with salt and pepper. */
import { createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { TaskNotStarted, Turns } from "@tandem/runtime";
import { relayLimits } from "../limits.js";

export interface PinHash {
  /** Hex, random per user. */
  readonly salt: string;
  /** Hex. */
  readonly hash: string;
  /** Binary logarithm of scrypt's N, stored so that N can grow while old hashes stay valid. */
  readonly costBits: number;
}

/** Costs 16 MB and about 40 ms of one core. */
const costBits = 14;
const blockSize = 8;
const lanes = 1;
const saltBytes = 16;
const hashBytes = 32;
const derive = promisify<string | Buffer, Buffer, number, object, Buffer>(scrypt);

export type PinProblem = "malformed" | "weak";

/** Returns the problem of a new PIN, or undefined when it is accepted. */
export function pinProblem(pin: string): PinProblem | undefined {
  if (!/^[0-9]{4,6}$/.test(pin)) return "malformed";
  return isRun(pin, 0) || isRun(pin, 1) || isRun(pin, -1) ? "weak" : undefined;
}

/** Returns whether the digits form a sequence with a constant step: 0000, 1234, 9876. */
const isRun = (pin: string, step: number) =>
  [...pin].every((digit, i) => i === 0 || Number(digit) - Number(pin[i - 1]) === step);

/** @throws as `digestOf`. */
export async function hashPin(pin: string, pepper: Uint8Array): Promise<PinHash> {
  const salt = randomBytes(saltBytes);
  const hash = await digestOf(pin, pepper, salt, costBits);
  return { salt: salt.toString("hex"), hash: hash.toString("hex"), costBits };
}

/** Returns whether a PIN matches its hash, compared in constant time. @throws as `digestOf`. */
export async function isPin(pin: string, kept: PinHash, pepper: Uint8Array): Promise<boolean> {
  const salt = Buffer.from(kept.salt, "hex");
  const found = await digestOf(pin, pepper, salt, kept.costBits);
  return timingSafeEqual(found, Buffer.from(kept.hash, "hex"));
}

const { pinHashesMax: max } = relayLimits;
const turns = new Turns({ max, clientMax: max });
/** The client of all hashes: whose PIN it is may be known only afterwards. */
const anyone = "";

/** @throws {TaskNotStarted} when others' PINs had to be hashed for so long that the gateway gives up. */
async function digestOf(
  pin: string,
  pepper: Uint8Array,
  salt: Buffer,
  bits: number,
): Promise<Buffer> {
  const peppered = createHmac("sha256", pepper).update(pin).digest();
  const cost = { N: 2 ** bits, r: blockSize, p: lanes };
  const lastStart = performance.now() + relayLimits.queueMsMax;
  const assertInTime = () => {
    if (performance.now() > lastStart) throw new TaskNotStarted("too many PINs are waiting");
  };
  return turns.run(anyone, assertInTime, () => derive(peppered, salt, hashBytes, cost));
}
