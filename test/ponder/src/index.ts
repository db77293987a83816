import { ponder } from "ponder:registry";
import { note } from "ponder:schema";

ponder.on("Notes:Noted", async ({ event, context }) => {
  const { number, hash } = event.block;
  await context.db
    .insert(note)
    .values({ id: event.id, value: event.args.value, block: number, hash });
});
