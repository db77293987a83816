#!/usr/bin/env node
import { loadApp } from "@tandem/cli/bundle";

const { main } = await loadApp("apps/ussd-relay");

process.exitCode = await main(process.argv.slice(2));
