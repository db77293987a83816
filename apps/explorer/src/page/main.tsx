/** Starts the page. */
import { render } from "preact";
import { App } from "./app.js";
import { followLocation } from "./router.js";
import { nodeUrlOf, Session } from "./session/session.js";

const root = document.getElementById("root");
if (root !== null) {
  followLocation(window);
  render(<App session={new Session(nodeUrlOf(window.location))} />, root);
}
