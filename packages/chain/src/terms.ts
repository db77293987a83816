/** What logs are found by: a term for each address, and for each topic at its place. */
import { keccak256, type LogFilter, type StoredBlock, toHex } from "@tandem/primitives";
import { type TermAt, termBytes } from "@tandem/store";

/** First byte of a term: an address, or the topic at place 0 to 3. */
const addressKind = 0;
const topicKind = 1;

/** A digest instead of the value: terms have one length, whatever the value ends in. */
function termOf(kind: number, value: Uint8Array): Uint8Array {
  const term = keccak256(value).slice(0, termBytes);
  term[0] = kind;
  return term;
}

export type IndexRow = readonly [TermAt, readonly number[]];

/** Gathers, a term at a time, the positions a block has it at. */
export function createTermRows(height: number) {
  const rows = new Map<string, { term: Uint8Array; positions: number[] }>();
  return {
    add(term: Uint8Array, position: number): void {
      const key = toHex(term);
      const row = rows.get(key);
      if (row === undefined) rows.set(key, { term, positions: [position] });
      else if (row.positions.at(-1) !== position) row.positions.push(position);
    },
    rows: (): IndexRow[] =>
      [...rows.values()].map(({ term, positions }) => [{ term, height }, positions]),
  };
}

/** Rows of the log index that a canonical block stands for. Positions are log indexes. */
export function logRows({ header, receipts }: StoredBlock): IndexRow[] {
  const terms = createTermRows(header.number);
  let logIndex = 0;
  for (const { logs } of receipts) {
    for (const { address, topics } of logs) {
      terms.add(termOf(addressKind, address), logIndex);
      topics.forEach((topic, place) => {
        terms.add(termOf(topicKind + place, topic), logIndex);
      });
      logIndex++;
    }
  }
  return terms.rows();
}

/** A log must have one of the terms of each clause. */
export type Clause = readonly Uint8Array[];

/** No clause means that every log matches. */
export function clausesOf({ addresses, topics }: LogFilter): Clause[] {
  const clauses: Clause[] = topics.flatMap((wanted, place) =>
    wanted === undefined ? [] : [wanted.map((topic) => termOf(topicKind + place, topic))],
  );
  if (addresses.length === 0) return clauses;
  return [addresses.map((address) => termOf(addressKind, address)), ...clauses];
}
