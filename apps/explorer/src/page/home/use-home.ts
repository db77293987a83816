/** Gives the first page its facts, and holds them still while somebody reads. */
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useSession } from "../session/use-session.js";
import { type HomeFacts, HomeFeed } from "./home-feed.js";

/** Milliseconds between two looks at the pool, which changes without a new block. */
const poolIntervalMs = 2000;

/** Returns the newest facts; undefined until the first are read. */
export function useHomeFacts(): HomeFacts | undefined {
  const session = useSession();
  const feed = useMemo(() => new HomeFeed(session), [session]);
  const [facts, setFacts] = useState<HomeFacts>();
  const isReading = useRef(false);
  const head = session.head.value;
  useEffect(() => {
    let isShown = true;
    const read = async () => {
      const wanted = session.head.peek();
      if (isReading.current || wanted === undefined) return;
      isReading.current = true;
      try {
        const next = await feed.read(wanted);
        if (isShown) setFacts(next);
      } catch {
        // The connection was lost: the next one has a head to read.
      } finally {
        isReading.current = false;
      }
      if (isShown && session.head.peek()?.hash !== wanted.hash) void read();
    };
    void read();
    const timer = setInterval(() => void read(), poolIntervalMs);
    return () => {
      isShown = false;
      clearInterval(timer);
    };
    // A new head is read at once.
  }, [session, feed, head?.hash]);
  return facts;
}

/** A value that stays while it is held. */
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
