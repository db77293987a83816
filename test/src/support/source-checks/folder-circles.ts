/**
 * Finds folders that import each other in a circle. Their files need not: of two folders, one file of each may import
 * another file of the other.
 */

/** An import of one file by another, both by their paths from one folder. */
export interface FileImport {
  readonly from: string;
  readonly to: string;
}

/** The files and folders of one folder: for each the others that it imports, and an import that shows it. */
type Neighbours = Map<string, Map<string, FileImport>>;

/** Returns the shortest circle of each folder whose files and folders form one, as the imports of files that tie it. */
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
