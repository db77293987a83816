/**
 * A curve in an instance of mcl's WebAssembly, and its points in the EVM's encoding; G1 for curves
 * with pairings. Points and scalars are at fixed addresses of the instance, and valid for at most
 * one slice of work.
 */
import { compare } from "@tandem/primitives";
import { pointsInSlice } from "../limits.js";
import { loadMcl, type MclModule } from "./mcl-module.js";

export interface CurveForm {
  /** mcl's number of the curve. */
  readonly id: number;
  /** The prime of the field, big-endian. */
  readonly modulus: Uint8Array;
  /** Bytes of a coordinate in the EVM, including leading zeros. */
  readonly coordinateBytes: number;
  /** Whether the imaginary part of a coordinate of G2 comes first. */
  readonly isImaginaryFirst: boolean;
}

/** The reason why bytes are not a valid point. */
export type PointFlaw = "not-in-field" | "not-on-curve" | "not-in-subgroup";

/** Sizes of mcl's own forms, the same for every curve. */
const fieldBytes = 48;
const scalarBytes = 32;
const g1Bytes = 3 * fieldBytes;
const g2Bytes = 6 * fieldBytes;
const gtBytes = 12 * fieldBytes;

/** Returns whether all bytes are zero: zero coordinates encode the point at infinity. */
function isAllZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

export class Curve {
  readonly form: CurveForm;
  readonly mcl: MclModule;
  /** Bytes of a point in the EVM. */
  readonly g1Length: number;
  readonly g2Length: number;
  readonly #g1: number;
  readonly #g2: number;
  readonly #scalars: number;
  readonly #text: number;
  /** One more of each, for sums. */
  readonly g1Sum: number;
  readonly g2Sum: number;
  readonly gtSum: number;
  readonly gtPart: number;

  constructor(form: CurveForm, mcl: MclModule) {
    this.form = form;
    this.mcl = mcl;
    this.g1Length = 2 * form.coordinateBytes;
    this.g2Length = 4 * form.coordinateBytes;
    this.#g1 = mcl.malloc((pointsInSlice + 1) * g1Bytes);
    this.g1Sum = this.#g1 + pointsInSlice * g1Bytes;
    this.#g2 = mcl.malloc((pointsInSlice + 1) * g2Bytes);
    this.g2Sum = this.#g2 + pointsInSlice * g2Bytes;
    this.#scalars = mcl.malloc(pointsInSlice * scalarBytes);
    this.gtSum = mcl.malloc(2 * gtBytes);
    this.gtPart = this.gtSum + gtBytes;
    this.#text = mcl.malloc(fieldBytes);
  }

  /** Addresses of the n-th point or scalar of a slice. */
  g1At = (index: number): number => this.#g1 + index * g1Bytes;
  g2At = (index: number): number => this.#g2 + index * g2Bytes;
  scalarAt = (index: number): number => this.#scalars + index * scalarBytes;

  /** Returns the instance's memory, which may have grown since the last access. */
  get #bytes(): Uint8Array {
    return new Uint8Array(this.mcl.memory.buffer);
  }

  /** Reads a field element. @returns false for a number that is not below the modulus. */
  #readField(to: number, input: Uint8Array, at: number): boolean {
    const { coordinateBytes, modulus } = this.form;
    const end = at + coordinateBytes;
    const digits = input.subarray(end - modulus.length, end);
    if (compare(digits, modulus) >= 0) return false;
    this.#bytes.set(digits, this.#text);
    this.mcl.mclBnFp_setBigEndianMod(to, this.#text, digits.length);
    return true;
  }

  /** Reads an element of Fp2, whose parts mcl stores in the order real, imaginary. */
  #readField2(to: number, input: Uint8Array, at: number): boolean {
    const { coordinateBytes, isImaginaryFirst } = this.form;
    const [first, second] = isImaginaryFirst ? [to + fieldBytes, to] : [to, to + fieldBytes];
    return (
      this.#readField(first, input, at) && this.#readField(second, input, at + coordinateBytes)
    );
  }

  readG1(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    const { mcl } = this;
    if (isAllZero(input, at, at + this.g1Length)) {
      mcl.mclBnG1_clear(to);
      return undefined;
    }
    const isInField =
      this.#readField(to, input, at) &&
      this.#readField(to + fieldBytes, input, at + this.form.coordinateBytes);
    if (!isInField) return "not-in-field";
    mcl.mclBnFp_setInt32(to + 2 * fieldBytes, 1);
    return mcl.mclBnG1_isValid(to) === 1 ? undefined : "not-on-curve";
  }

  readG2(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    const { mcl } = this;
    if (isAllZero(input, at, at + this.g2Length)) {
      mcl.mclBnG2_clear(to);
      return undefined;
    }
    const isInField =
      this.#readField2(to, input, at) &&
      this.#readField2(to + 2 * fieldBytes, input, at + 2 * this.form.coordinateBytes);
    if (!isInField) return "not-in-field";
    mcl.mclBnFp_setInt32(to + 4 * fieldBytes, 1);
    mcl.mclBnFp_clear(to + 5 * fieldBytes);
    return mcl.mclBnG2_isValid(to) === 1 ? undefined : "not-on-curve";
  }

  /** Does the same as `readG1`, but accepts only points of the subgroup. */
  readSubgroupG1(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    const flaw = this.readG1(to, input, at);
    if (flaw !== undefined) return flaw;
    return this.mcl.mclBnG1_isValidOrder(to) === 1 ? undefined : "not-in-subgroup";
  }

  readSubgroupG2(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    const flaw = this.readG2(to, input, at);
    if (flaw !== undefined) return flaw;
    return this.mcl.mclBnG2_isValidOrder(to) === 1 ? undefined : "not-in-subgroup";
  }

  /** Reads a scalar of 32 bytes, modulo the order of the group. */
  readScalar(to: number, input: Uint8Array, at: number): void {
    this.#bytes.set(input.subarray(at, at + scalarBytes), this.#text);
    this.mcl.mclBnFr_setBigEndianMod(to, this.#text, scalarBytes);
  }

  #writeField(out: Uint8Array, at: number, from: number): void {
    const length = this.mcl.mclBnFp_getLittleEndian(this.#text, fieldBytes, from);
    const digits = this.#bytes.subarray(this.#text, this.#text + length);
    const last = at + this.form.coordinateBytes - 1;
    for (let i = 0; i < length; i++) out[last - i] = digits[i] as number;
  }

  /** Returns a point in the EVM's encoding. */
  writeG1(from: number): Uint8Array {
    const { mcl, form } = this;
    const out = new Uint8Array(this.g1Length);
    if (mcl.mclBnG1_isZero(from) === 1) return out;
    mcl.mclBnG1_normalize(from, from);
    this.#writeField(out, 0, from);
    this.#writeField(out, form.coordinateBytes, from + fieldBytes);
    return out;
  }

  /** Returns a point in the EVM's encoding of a curve whose real parts come first. */
  writeG2(from: number): Uint8Array {
    const { mcl, form } = this;
    const out = new Uint8Array(this.g2Length);
    if (mcl.mclBnG2_isZero(from) === 1) return out;
    mcl.mclBnG2_normalize(from, from);
    for (let part = 0; part < 4; part++) {
      this.#writeField(out, part * form.coordinateBytes, from + part * fieldBytes);
    }
    return out;
  }

  /**
   * Maps a field element to a point.
   * @returns undefined for a number that is not below the modulus.
   */
  mapToG1(input: Uint8Array): Uint8Array | undefined {
    const [number, point] = [this.gtPart, this.g1Sum];
    if (!this.#readField(number, input, 0)) return undefined;
    this.mcl.mclBnFp_mapToG1(point, number);
    return this.writeG1(point);
  }

  mapToG2(input: Uint8Array): Uint8Array | undefined {
    const [number, point] = [this.gtPart, this.g2Sum];
    if (!this.#readField2(number, input, 0)) return undefined;
    this.mcl.mclBnFp2_mapToG2(point, number);
    return this.writeG2(point);
  }

  /** Copies a part of the instance's memory. @returns a function that restores it. */
  save(at: number, length: number): () => void {
    const kept = this.#bytes.slice(at, at + length);
    return () => this.#bytes.set(kept, at);
  }

  saveG1 = () => this.save(this.g1Sum, g1Bytes);
  saveG2 = () => this.save(this.g2Sum, g2Bytes);
  saveGt = () => this.save(this.gtSum, gtBytes);
}

/** Loads a curve on first use; later calls return it at once. */
export function lazyCurve(form: CurveForm): () => Curve | Promise<Curve> {
  let loaded: Curve | undefined;
  let loading: Promise<Curve> | undefined;
  return () => {
    if (loaded !== undefined) return loaded;
    loading ??= loadMcl(form.id).then((mcl) => {
      loaded = new Curve(form, mcl);
      return loaded;
    });
    return loading;
  };
}
