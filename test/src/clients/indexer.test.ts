/**
 * Tests an indexer through back-fill, new blocks, a reorg and a revert. The campaign `ponder` runs
 * Ponder itself.
 */
import { it } from "node:test";
import { JsonSocket } from "../support/json-socket.js";
import { startLocalNode } from "../support/local-node.js";
import { NotesStory } from "../support/scenes/notes.js";
import { SmallIndexer } from "../support/scenes/small-indexer.js";

it("is followed by an indexer, block by block", async () => {
  const node = await startLocalNode(["--mining", "manual"]);
  const story = new NotesStory(node.url);
  await story.begin();
  const socket = await JsonSocket.open(node.wsUrl);
  try {
    const indexer = new SmallIndexer(socket);
    await indexer.start();
    await story.play(indexer);
  } finally {
    await socket.close();
    await node.stop();
  }
});
