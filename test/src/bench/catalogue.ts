/** Lists all measured scenes, in the order of the report. */
import type { Scene } from "./scene.js";
import { automineScene } from "./scenes/automine.js";
import { ceilingScene } from "./scenes/ceiling.js";
import { contractsScene } from "./scenes/contracts.js";
import { diskScene } from "./scenes/disk.js";
import { explorerScenes } from "./scenes/explorer.js";
import { historyScene } from "./scenes/history.js";
import { intervalScene } from "./scenes/interval.js";
import { loopsScene } from "./scenes/loops.js";
import { readersScene } from "./scenes/readers.js";
import { readsScene } from "./scenes/reads.js";
import { startScene } from "./scenes/start.js";
import { starvationScene } from "./scenes/starvation.js";
import { subscribersScene } from "./scenes/subscribers.js";
import { threadsScene } from "./scenes/threads.js";
import type { Sizes } from "./sizes.js";

export const scenesOf = (sizes: Sizes): readonly Scene[] => [
  ceilingScene(),
  startScene(sizes),
  readsScene(sizes),
  loopsScene(),
  contractsScene(sizes),
  automineScene(sizes),
  intervalScene(sizes, false),
  intervalScene(sizes, true),
  historyScene(sizes),
  subscribersScene(sizes),
  starvationScene(sizes),
  threadsScene(sizes),
  readersScene(),
  diskScene(sizes),
  ...explorerScenes(sizes),
];
