/** Declares the sizes of a drawing, in its own units. */
export const size = { width: 720, height: 300 };
export const plot = { left: 72, right: 708, top: 10, bottom: 248 };

/** A label of the bottom axis. */
export interface BottomLabel {
  /** The position of the middle. */
  readonly at: number;
  readonly text: string;
}
