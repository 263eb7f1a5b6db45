/** The parts of the battery, in the order in which they run. */
import { access } from './access.ts'
import { bodies } from './bodies.ts'
import { exhaustion } from './exhaustion.ts'
import { fields } from './fields.ts'
import { hosts } from './hosts.ts'
import { largeEmails } from './large-emails.ts'
import { modes } from './modes.ts'
import { origins } from './origins.ts'
import { output } from './output.ts'
import type { Part } from './part.ts'
import { targets } from './targets.ts'
import { ticks } from './ticks.ts'
import { tokens } from './tokens.ts'
import { uploads } from './uploads.ts'

export const parts: readonly Part[] = [
  access,
  modes,
  origins,
  hosts,
  bodies,
  fields,
  targets,
  tokens,
  uploads,
  output,
  ticks,
  largeEmails,
  exhaustion,
]
