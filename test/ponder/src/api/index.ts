import { db } from "ponder:api";
import { note } from "ponder:schema";
import { Hono } from "hono";

const app = new Hono();

/** Returns every note that is indexed, in the order of blocks. */
app.get("/notes", async (c) => {
  const rows = await db.select().from(note).orderBy(note.block);
  return c.json(
    rows.map(({ value, block, hash }) => ({ value: Number(value), block: Number(block), hash })),
  );
});

export default app;
