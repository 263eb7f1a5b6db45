#!/usr/bin/env node
/** The operator command (`npx malote …`), from whichever folder it is called. */
import { root } from '../scripts/node.mjs'
import { run } from '../scripts/run.mjs'

run(`${root}src/faces/cli/main.ts`, process.argv.slice(2))
