/** The parts of the battery, in the order in which they run. */
import { access } from './access.ts'
import { bodies } from './bodies.ts'
import { fields } from './fields.ts'
import { origins } from './origins.ts'
import type { Part } from './part.ts'

export const parts: readonly Part[] = [access, origins, bodies, fields]
