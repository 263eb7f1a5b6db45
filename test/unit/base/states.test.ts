/** Tables of states: the database keeps no other ones, and what a state does not allow is refused. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Refusal } from '#kernel/base/errors.ts'
import { inSql, mustAllow, statesWhere } from '#kernel/base/states.ts'
import { campaignStates } from '#marketing/campaigns/definition/state-table.ts'
import { sequenceStates } from '#marketing/sequences/definition/state-table.ts'
import { testDatabase } from '../../support/database.ts'

const tables = { campaigns: campaignStates, sequences: sequenceStates }

describe('the states of a table', () => {
  for (const [name, states] of Object.entries(tables)) {
    it(`are those that the database keeps of ${name}`, async () => {
      const { db } = await testDatabase()
      const [row] = await db.query<{ rule: string }>(
        `select pg_get_constraintdef(oid) as rule from pg_constraint
         where conrelid = $1::regclass and conname = $2`,
        [name, `${name}_status_check`],
      )
      const kept = [...row!.rule.matchAll(/'(\w+)'::text/g)].map(([, state]) => state!)
      assert.deepEqual(kept.toSorted(), Object.keys(states).toSorted())
    })
  }

  it('are found by what holds of them, for code and for SQL', () => {
    const over = statesWhere(campaignStates, ({ stage }) => stage === 'over')
    assert.deepEqual(over, ['sent', 'cancelled'])
    assert.equal(inSql(over), `'sent', 'cancelled'`)
  })

  it('refuse what they do not allow, in both languages', () => {
    mustAllow(campaignStates, 'sending', 'pause')
    for (const [state, act] of [
      ['paused', 'pause'],
      ['sent', 'resume'],
      ['nowhere', 'send'],
    ] as const) {
      assert.throws(
        () => mustAllow(campaignStates, state, act),
        (error: unknown) =>
          error instanceof Refusal &&
          error.code === 'invalid_field' &&
          error.param === 'status' &&
          Object.values(error.text).every(text => text.includes(state)),
      )
    }
  })
})
