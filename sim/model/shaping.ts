/** The program's own limits for each address (delivery/shaping.json). */
import { readFileSync } from 'node:fs'
import type { Group } from './receivers.ts'

type GroupLimits = Pick<Group, 'connections' | 'messages' | 'perSecond'>

const file = new URL('../../src/sending/delivery/shaping.json', import.meta.url)

export function readShaping(): Readonly<Record<string, GroupLimits>> {
  const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<
    string,
    { connections: number; messages: number; per_second: number }
  >
  return Object.fromEntries(
    Object.entries(kept).map(([name, { connections, messages, per_second: perSecond }]) => [
      name,
      { connections, messages, perSecond },
    ]),
  )
}
