#!/usr/bin/env node
/** The operator command (`npx malote …`), from whichever folder it is called. */
import { resolve } from 'node:path'
import { dataFolder, program } from '../scripts/node.mjs'
import { run } from '../scripts/run.mjs'

const words = process.argv.slice(2)
// What is tried out lies where somebody tries it, and never among what is real.
process.env.MALOTE_DATA_DIR =
  words[0] === 'dev' ? resolve('.malote') : dataFolder(process.env.MALOTE_DATA_DIR)
run(program, words.length === 0 ? ['--help'] : words)
