/** Plans and pauses are listed once; the checks of the database hold the same words. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { builtInPlans as plans } from '#tenants/limits/plans.ts'

const schema = await readFile(new URL('../../../db/schema.sql', import.meta.url), 'utf8')

/** The words of a check constraint of the generated schema. */
function wordsOf(constraint: string): string[] {
  const line = schema.split('\n').find(one => one.includes(`constraint ${constraint} `))
  assert.ok(line, `there is no ${constraint}`)
  return [...line.matchAll(/'([a-z]+)'::text/g)].map(match => match[1]!)
}

test('the database knows the plans of the list, and each has its figures', () => {
  assert.deepEqual(wordsOf('accounts_plan_check'), [...planNames])
  assert.deepEqual(Object.keys(plans), [...planNames])
})

test('the database knows the pauses of the list', () => {
  assert.deepEqual(wordsOf('accounts_pause_check'), [...pauses])
})
