/** Starts the page. */
import { render } from "preact";
import { App, skipToContent } from "./app.js";
import { followLocation } from "./router.js";
import { nodeUrlOf, Session } from "./session/session.js";

const root = document.getElementById("root");
if (root !== null) {
  followLocation(window, skipToContent);
  render(<App session={new Session(nodeUrlOf(window.location))} />, root);
}
