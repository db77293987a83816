/** Provides the session, and the queries through it, to components. */
import { createContext } from "preact";
import { useContext, useEffect, useMemo, useState } from "preact/hooks";
import { LatestReader, type Query } from "./latest-reader.js";
import type { Session } from "./session.js";

export const SessionContext = createContext<Session | undefined>(undefined);

/** @throws outside the context of a session. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("there is no session");
  return session;
}

/**
 * Calls `load` at first, whenever one of `inputs` changes, and after each reconnection; one call at
 * a time.
 */
export function useQuery<T>(load: () => Promise<T>, inputs: readonly unknown[]): Query<T> {
  const [query, setQuery] = useState<Query<T>>({ state: "loading" });
  const reader = useMemo(() => new LatestReader<T>(setQuery), []);
  const connection = useSession().connections.value;
  useEffect(() => () => reader.end(), [reader]);
  // The caller lists the inputs of `load`.
  useEffect(() => reader.want(load), [...inputs, connection]);
  return query;
}
