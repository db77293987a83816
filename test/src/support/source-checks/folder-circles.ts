/** Finds circles of imports, of files and of folders. */

/** An import of one file by another, both by their paths from one folder. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** The files and folders of one folder: for each the others that it imports, and an import that shows it. */
type Neighbours = Map<string, Map<string, FileImport>>;

/** Returns a circle of files that import each other, as its imports; undefined if there is none. */
export function fileCircle(imports: readonly FileImport[]): FileImport[] | undefined {
  let left = imports;
  for (;;) {
    // A file that imports nothing, or only such files, is in no circle.
    const importing = new Set(left.map(({ from }) => from));
    const next = left.filter(({ to }) => importing.has(to));
    if (next.length === left.length) break;
    left = next;
  }
  const neighbours: Neighbours = new Map();
  for (const one of left) {
    const imported = neighbours.get(one.from) ?? new Map<string, FileImport>();
    neighbours.set(one.from, imported.set(one.to, one));
  }
  return [...neighbours.keys()]
    .map((name) => circleThrough(name, neighbours))
    .find((circle) => circle !== undefined);
}

/**
 * Returns the shortest circle of each folder whose files and folders form one, as the imports of files that tie it. The files
 * of two folders need not form a circle: one file of each may import another file of the other.
 */
export function folderCircles(imports: readonly FileImport[]): FileImport[][] {
  const folders = new Map<string, Neighbours>();
  for (const one of imports) {
    const [from, to] = [one.from.split("/"), one.to.split("/")];
    const depth = from.findIndex((part, i) => part !== to[i]);
    if (depth < 0) continue;
    const folder = from.slice(0, depth).join("/");
    const neighbours: Neighbours = folders.get(folder) ?? new Map();
    folders.set(folder, neighbours);
    const [name, other] = [from[depth] as string, to[depth] as string];
    const imported = neighbours.get(name) ?? new Map<string, FileImport>();
    neighbours.set(name, imported.set(other, imported.get(other) ?? one));
  }
  return [...folders.values()].flatMap((neighbours) => {
    const circles = [...neighbours.keys()].map((name) => circleThrough(name, neighbours));
    return circles
      .filter((circle) => circle !== undefined)
      .sort(byLength)
      .slice(0, 1);
  });
}

const byLength = (a: readonly unknown[], b: readonly unknown[]) => a.length - b.length;

/** Returns the shortest circle through a file or a folder, by breadth-first search. */
function circleThrough(start: string, neighbours: Neighbours): FileImport[] | undefined {
  const ways = new Map<string, FileImport[]>([[start, []]]);
  for (const [name, way] of ways) {
    for (const [next, one] of neighbours.get(name) ?? []) {
      if (next === start) return [...way, one];
      if (!ways.has(next)) ways.set(next, [...way, one]);
    }
  }
  return undefined;
}
