/**
 * A curve in an instance of mcl's WebAssembly, and its points in the EVM's encoding; G1 for curves
 * with pairings. Points and scalars are at fixed addresses of the instance, and valid for at most
 * one slice of work.
 */
import { compare } from "@tandem/primitives";
import { loadOnce } from "@tandem/runtime";
import { pointsInSlice } from "../limits.js";
import { type GroupFunctions, groupFunctions, loadMcl, type MclModule } from "./mcl-module.js";

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
const gtBytes = 12 * fieldBytes;

/** Returns whether all bytes are zero: zero coordinates encode the point at infinity. */
function isAllZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let at = from; at < to; at++) if (bytes[at] !== 0) return false;
  return true;
}

/** A group of points. */
export class PointGroup {
  readonly mcl: GroupFunctions;
  /** Bytes of a point in the EVM. */
  readonly length: number;
  /** The address of one more point, for sums. */
  readonly sum: number;
  readonly #curve: Curve;
  /** The elements of the field that are a coordinate. */
  readonly #parts: 1 | 2;
  readonly #pointBytes: number;
  readonly #points: number;

  constructor(curve: Curve, parts: 1 | 2, mcl: GroupFunctions) {
    this.mcl = mcl;
    this.#curve = curve;
    this.#parts = parts;
    this.length = 2 * parts * curve.form.coordinateBytes;
    this.#pointBytes = 3 * parts * fieldBytes;
    this.#points = curve.mcl.malloc((pointsInSlice + 1) * this.#pointBytes);
    this.sum = this.at(pointsInSlice);
  }

  /** Returns the address of the n-th point of a slice. */
  at(index: number): number {
    return this.#points + index * this.#pointBytes;
  }

  /** Reads a point, which need not be in the subgroup. */
  read(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    if (isAllZero(input, at, at + this.length)) {
      this.mcl.clear(to);
      return undefined;
    }
    const coordinateBytes = this.#parts * fieldBytes;
    const isInField =
      this.#readCoordinate(to, input, at) &&
      this.#readCoordinate(to + coordinateBytes, input, at + this.length / 2);
    if (!isInField) return "not-in-field";
    const { mcl } = this.#curve;
    mcl.mclBnFp_setInt32(to + 2 * coordinateBytes, 1);
    if (this.#parts === 2) mcl.mclBnFp_clear(to + 5 * fieldBytes);
    return this.mcl.isValid(to) === 1 ? undefined : "not-on-curve";
  }

  /** Does the same as `read`, but accepts only points of the subgroup. */
  readInSubgroup(to: number, input: Uint8Array, at: number): PointFlaw | undefined {
    const flaw = this.read(to, input, at);
    if (flaw !== undefined) return flaw;
    return this.mcl.isValidOrder(to) === 1 ? undefined : "not-in-subgroup";
  }

  /** Reads a coordinate; mcl stores the parts of one of Fp2 in the order real, imaginary. */
  #readCoordinate(to: number, input: Uint8Array, at: number): boolean {
    const curve = this.#curve;
    if (this.#parts === 1) return curve.readField(to, input, at);
    const { coordinateBytes, isImaginaryFirst } = curve.form;
    const [first, second] = isImaginaryFirst ? [to + fieldBytes, to] : [to, to + fieldBytes];
    return (
      curve.readField(first, input, at) && curve.readField(second, input, at + coordinateBytes)
    );
  }

  /** Returns a point in the EVM's encoding; one of G2 only of a curve whose real parts come first. */
  write(from: number): Uint8Array {
    const out = new Uint8Array(this.length);
    if (this.mcl.isZero(from) === 1) return out;
    this.mcl.normalize(from, from);
    const { coordinateBytes } = this.#curve.form;
    for (let part = 0; part < 2 * this.#parts; part++) {
      this.#curve.writeField(out, part * coordinateBytes, from + part * fieldBytes);
    }
    return out;
  }

  /**
   * Maps a coordinate to a point.
   * @returns undefined for a number that is not below the modulus.
   */
  map(input: Uint8Array): Uint8Array | undefined {
    const { mcl, gtPart: number } = this.#curve;
    if (!this.#readCoordinate(number, input, 0)) return undefined;
    if (this.#parts === 1) mcl.mclBnFp_mapToG1(this.sum, number);
    else mcl.mclBnFp2_mapToG2(this.sum, number);
    return this.write(this.sum);
  }

  saveSum = () => this.#curve.save(this.sum, this.#pointBytes);
}

export class Curve {
  readonly form: CurveForm;
  readonly mcl: MclModule;
  readonly g1: PointGroup;
  readonly g2: PointGroup;
  readonly #scalars: number;
  readonly #text: number;
  readonly gtSum: number;
  readonly gtPart: number;

  constructor(form: CurveForm, mcl: MclModule) {
    this.form = form;
    this.mcl = mcl;
    this.g1 = new PointGroup(this, 1, groupFunctions(mcl, "G1"));
    this.g2 = new PointGroup(this, 2, groupFunctions(mcl, "G2"));
    this.#scalars = mcl.malloc(pointsInSlice * scalarBytes);
    this.gtSum = mcl.malloc(2 * gtBytes);
    this.gtPart = this.gtSum + gtBytes;
    this.#text = mcl.malloc(fieldBytes);
  }

  /** Returns the address of the n-th scalar of a slice. */
  scalarAt(index: number): number {
    return this.#scalars + index * scalarBytes;
  }

  /** Returns the instance's memory, which may have grown since the last access. */
  get #bytes(): Uint8Array {
    return new Uint8Array(this.mcl.memory.buffer);
  }

  /** Reads a field element. @returns false for a number that is not below the modulus. */
  readField(to: number, input: Uint8Array, at: number): boolean {
    const { coordinateBytes, modulus } = this.form;
    const end = at + coordinateBytes;
    const digits = input.subarray(end - modulus.length, end);
    if (compare(digits, modulus) >= 0) return false;
    this.#bytes.set(digits, this.#text);
    this.mcl.mclBnFp_setBigEndianMod(to, this.#text, digits.length);
    return true;
  }

  writeField(out: Uint8Array, at: number, from: number): void {
    const length = this.mcl.mclBnFp_getLittleEndian(this.#text, fieldBytes, from);
    const digits = this.#bytes.subarray(this.#text, this.#text + length);
    const last = at + this.form.coordinateBytes - 1;
    for (let i = 0; i < length; i++) out[last - i] = digits[i] as number;
  }

  /** Reads a scalar of 32 bytes, modulo the order of the group. */
  readScalar(to: number, input: Uint8Array, at: number): void {
    this.#bytes.set(input.subarray(at, at + scalarBytes), this.#text);
    this.mcl.mclBnFr_setBigEndianMod(to, this.#text, scalarBytes);
  }

  /** Copies a part of the instance's memory. @returns a function that restores it. */
  save(at: number, length: number): () => void {
    const kept = this.#bytes.slice(at, at + length);
    return () => this.#bytes.set(kept, at);
  }

  saveGt = () => this.save(this.gtSum, gtBytes);
}

/** Loads a curve on first use; later calls return it at once. */
export function lazyCurve(form: CurveForm): () => Curve | Promise<Curve> {
  let loaded: Curve | undefined;
  const load = loadOnce(async () => {
    loaded = new Curve(form, await loadMcl(form.id));
    return loaded;
  });
  return () => loaded ?? load();
}
