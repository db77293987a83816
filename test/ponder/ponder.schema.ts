import { onchainTable } from "ponder";

export const note = onchainTable("note", (t) => ({
  id: t.text().primaryKey(),
  value: t.bigint().notNull(),
  block: t.bigint().notNull(),
  hash: t.hex().notNull(),
}));
