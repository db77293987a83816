/** What is executed for a client shares the event loop, whatever it computes. */
import { describe } from "node:test";
import { executions } from "../support/attacks/chosen.js";
import { probe } from "../support/attacks/probe.js";

describe("nobody holds the loop by what is executed:", () => probe(executions));
