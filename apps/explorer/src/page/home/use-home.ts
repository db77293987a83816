/** Provides the data of the first page, and does not update it while a reader uses it. */
import { useMemo, useRef, useState } from "preact/hooks";
import { useTicks } from "../parts/use-ticks.js";
import type { Query } from "../session/latest-reader.js";
import { useQuery, useSession } from "../session/use-session.js";
import { type HomeFacts, HomeFeed } from "./home-feed.js";

/** Milliseconds between two reads of what changes without a new block: the pool, and the blocks beside the chain. */
const intervalMs = 2000;

/** Reads the newest data; undefined until the node has a head. */
export function useHomeFacts(): Query<HomeFacts | undefined> {
  const session = useSession();
  // The node of another connection may have another chain, without the blocks of the former one.
  const connection = session.connections.value;
  const feed = useMemo(() => new HomeFeed(session), [session, connection]);
  const ticks = useTicks(intervalMs);
  const head = session.head.value;
  const facts = useRef<HomeFacts | undefined>(undefined);
  return useQuery(async () => {
    const read = head === undefined ? undefined : await feed.read(head);
    facts.current = read ?? facts.current;
    return facts.current;
  }, [head?.hash, ticks]);
}

export interface PoolCounts {
  readonly pending: number;
  readonly queued: number;
}

/**
 * Reads how many transactions wait; undefined until the node has answered. A replica asks its sealer, and may wait for one,
 * so that nothing else waits for this answer.
 */
export function usePoolCounts(): PoolCounts | undefined {
  const { client, head } = useSession();
  const ticks = useTicks(intervalMs);
  const query = useQuery(() => client.txpool_status(), [head.value?.hash, ticks]);
  return query.state === "ready" ? query.value : undefined;
}

/** A value that does not change while it is held. */
export interface Held<T> {
  readonly shown: T;
  readonly isHeld: boolean;
  /** Handlers for the element whose readers hold the value, by pointer or by focus. */
  readonly handlers: {
    onPointerEnter(): void;
    onPointerLeave(): void;
    onFocusIn(): void;
    onFocusOut(): void;
  };
}

/** Holds a value while the pointer is over an element or the focus is inside. */
export function useHeld<T>(value: T): Held<T> {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const last = useRef(value);
  const isHeld = pointer || focus;
  if (!isHeld) last.current = value;
  return {
    shown: last.current,
    isHeld,
    handlers: {
      onPointerEnter: () => setPointer(true),
      onPointerLeave: () => setPointer(false),
      onFocusIn: () => setFocus(true),
      onFocusOut: () => setFocus(false),
    },
  };
}
