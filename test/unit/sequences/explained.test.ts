/** All that a sequence says of a person, side by side in both languages. */
import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { it } from 'node:test'
import type { Text } from '#kernel/base/languages.ts'
import {
  endings,
  explainOutcome,
  explainStanding,
  outcomes,
  skips,
  waits,
} from '#marketing/sequences/people/explained.ts'

const golden = new URL('../../golden/sequence-explanations.md', import.meta.url)
const at = '2027-03-01T09:00:00.000Z'
const zone = 'America/Sao_Paulo'
const inside = { state: 'inside', reason: null, waiting: null, due_at: null } as const

const said: readonly (readonly [string, Text])[] = [
  ...Object.keys(outcomes).map(key => [key, explainOutcome(key)] as const),
  ...Object.keys(skips).map(key => {
    const outcome = `skipped:${key}${key === 'missing_value' ? ':contact.first_name' : ''}`
    return [outcome, explainOutcome(outcome)] as const
  }),
  ['inside', explainStanding(inside, zone)],
  ['inside, due', explainStanding({ ...inside, due_at: new Date(at) }, zone)],
  ...Object.keys(waits)
    .filter(key => key !== 'time')
    .map(reason => {
      const waiting = { reason, until: at }
      return [`inside, ${reason}`, explainStanding({ ...inside, waiting }, zone)] as const
    }),
  ...Object.keys(endings).map(key => {
    const reason = key === 'other' ? 'bought_elsewhere' : key
    return [
      `exited, ${reason}`,
      explainStanding({ ...inside, state: 'exited', reason }, zone),
    ] as const
  }),
]

it('what a sequence says is as the golden file shows it (UPDATE_GOLDEN=1 writes it anew)', () => {
  const rows = said.map(([key, { en, pt }]) => `| ${key} | ${en} | ${pt} |`)
  const page = `# Where somebody stands in a sequence\n\n| | English | Portuguese |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  if (process.env.UPDATE_GOLDEN) writeFileSync(golden, page)
  assert.equal(readFileSync(golden, 'utf8'), page)
})

it('nothing is left to be filled in', () => {
  for (const [key, { en, pt }] of said) assert.doesNotMatch(`${en} ${pt}`, /[{}]/, key)
})
