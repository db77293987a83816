/** Records the outermost call alone, so that the calls inside it count towards no limit. */
import type { Frame } from "../frames/frame.js";
import type { FrameBeginning, Recording, Take } from "../frames/frame-sink.js";
import { CallRecorder } from "./call-recorder.js";

export class TopCallRecorder extends CallRecorder {
  override get recording(): Recording {
    return { ...super.recording, hasLogs: false, isOfOutermost: true };
  }

  protected override keep(begun: FrameBeginning, take?: Take): Frame | undefined {
    return this.root === undefined ? super.keep(begun, take) : undefined;
  }
}
