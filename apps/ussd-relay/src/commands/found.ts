/** The result of a command: for JSON, and as text. */
export interface Found {
  readonly facts: object;
  readonly text: string;
}
