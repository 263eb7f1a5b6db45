#!/usr/bin/env node
/** The operator command (`npx malote …`), from whichever folder it is called. */
import { dataFolder, root } from '../scripts/node.mjs'
import { run } from '../scripts/run.mjs'

process.env.MALOTE_DATA_DIR = dataFolder(process.env.MALOTE_DATA_DIR)
run(`${root}src/faces/cli/main.ts`, process.argv.slice(2))
