/** Draws the tree of the newest blocks: the chain in one line, uncles and replaced branches below it. */
import { useEffect, useRef } from "preact/hooks";
import { counted } from "../format/amounts.js";
import { BlockHashLink, HeightLink } from "../parts/links.js";
import { links } from "../router.js";
import { type PlacedNode, placeNodes, type SeenReorg, type TreeNode } from "./chain-tree.js";

/** Distances and sizes in pixels. A column has space for targets of 24 pixels. */
const column = 28;
const lane = 36;
const side = 17;
const margin = 20;
const labelHeight = 18;
/** The number of heights between two labels above the chain, besides that of the head. */
const labelStep = 5;
/** The pixels of a digit of a label, with some space. */
const digitWidth = 9;

/** Returns whether a height is labelled: the head, and round ones whose label does not cover its. */
const isLabelled = (number: number, head: number): boolean =>
  number === head ||
  (number % labelStep === 0 && (head - number) * column >= `${head}`.length * digitWidth);

const xOf = ({ column: at }: PlacedNode) => margin + at * column;
const yOf = ({ lane: at }: PlacedNode) => labelHeight + margin + at * lane;

const kindWords: Readonly<Record<TreeNode["kind"], string>> = {
  canonical: "in the chain",
  uncle: "uncle",
  lost: "of a branch that lost",
};

interface TreeProps {
  /** The nodes in the order of their heights. */
  readonly nodes: readonly TreeNode[];
  readonly reorgs: readonly SeenReorg[];
}

export function TreeView({ nodes, reorgs }: TreeProps) {
  const placed = placeNodes(nodes);
  const byHash = new Map(placed.map((one) => [one.node.hash, one]));
  const width = Math.max(...placed.map(xOf)) + margin;
  const height = Math.max(...placed.map(yOf)) + margin;
  const head = nodes.findLast(({ kind }) => kind === "canonical");
  return (
    <>
      <Scroll end={head?.hash ?? ""}>
        <svg class="chain-tree" width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
          <title>Newest blocks, from left to right; branches below the chain</title>
          {placed.map((one) => (
            <Edge key={one.node.hash} child={one} parent={byHash.get(one.node.parentHash)} />
          ))}
          {placed.map((one) => (
            <Block key={one.node.hash} place={one} head={head} />
          ))}
        </svg>
      </Scroll>
      <Legend />
      <Reorgs reorgs={reorgs} />
    </>
  );
}

interface ScrollProps {
  /** The view scrolls to the end when this changes. */
  readonly end: string;
  readonly children: preact.ComponentChildren;
}

function Scroll({ end, children }: ScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.scrollLeft = element.scrollWidth;
    fade(element);
  }, [end]);
  return (
    <div class="scroll tree-scroll" ref={box} onScroll={(event) => fade(event.currentTarget)}>
      {children}
    </div>
  );
}

/** Shows that there are older heights to the left of the visible part. */
const fade = (box: HTMLDivElement) => box.classList.toggle("scrolled", box.scrollLeft > 1);

function Edge({
  child,
  parent,
}: {
  readonly child: PlacedNode;
  readonly parent: PlacedNode | undefined;
}) {
  if (parent === undefined) return null;
  return (
    <line
      class={`edge ${child.node.kind}`}
      x1={xOf(parent)}
      y1={yOf(parent)}
      x2={xOf(child)}
      y2={yOf(child)}
    />
  );
}

interface BlockProps {
  readonly place: PlacedNode;
  readonly head: TreeNode | undefined;
}

function Block({ place, head }: BlockProps) {
  const { node } = place;
  const isHead = node.hash === head?.hash;
  const [x, y] = [xOf(place), yOf(place)];
  const words = `Block ${node.number}, ${kindWords[node.kind]}${isHead ? ", the head" : ""}`;
  const hasTransactions = (node.transactions ?? 0) > 0;
  return (
    <>
      {place.lane === 0 && isLabelled(node.number, head?.number ?? 0) && (
        <text class="height" x={x} y={labelHeight - 4} text-anchor="middle">
          {node.number}
        </text>
      )}
      <a href={links.block(node.hash)} aria-label={words}>
        <rect
          class={`block ${node.kind} ${hasTransactions ? "full" : ""} ${isHead ? "head" : ""}`}
          data-hash={node.hash}
          data-kind={node.kind}
          x={x - side / 2}
          y={y - side / 2}
          width={side}
          height={side}
          rx={node.kind === "canonical" ? 3 : side / 2}
        />
      </a>
    </>
  );
}

const keys = [
  ["canonical", "block of the chain"],
  ["canonical full", "with transactions"],
  ["canonical full head", "the head"],
  ["uncle", "uncle, which a later block lists"],
  ["lost", "of a branch that lost"],
] as const;

const Legend = () => (
  <ul class="tree-keys chain-tree">
    {keys.map(([kind, words]) => (
      <li key={kind}>
        <svg width="18" height="18" viewBox="-9 -9 18 18" aria-hidden="true">
          <rect
            class={`block ${kind}`}
            x={-6}
            y={-6}
            width={12}
            height={12}
            rx={kind.startsWith("canonical") ? 3 : 6}
          />
        </svg>
        {words}
      </li>
    ))}
  </ul>
);

function Reorgs({ reorgs }: { readonly reorgs: readonly SeenReorg[] }) {
  return (
    <div role="status">
      <ul class="reorgs" aria-label="Reorgs">
        {reorgs.map(({ depth, from, head }) => (
          <li key={`${head}-${from}`}>
            Reorg: {counted(depth, "block")} from height <HeightLink height={from} /> on left the
            chain; its head became <BlockHashLink value={head} />.
          </li>
        ))}
      </ul>
    </div>
  );
}
