/** Tests that executions share the event loop. */
import { describe } from "node:test";
import { executions } from "../support/attacks/chosen.js";
import { probe } from "../support/attacks/probe.js";

describe("the loop is not held by executions:", () => probe(executions));
