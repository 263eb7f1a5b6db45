import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { raisesOf } from '#tenants/trust/raises.ts'
import { proTerms } from './terms.ts'

const unknown = { cleanDays: 3, taxId: null, hasPayment: false }
const known = { ...unknown, taxId: '11222333000181' }

/** By the first words of each, `+` before what is done. */
const told = (level: 0 | 1 | 2 | 3, standing: typeof unknown | typeof known, isGiven: boolean) =>
  raisesOf({ ...proTerms, trustLevel: level }, standing, isGiven).map(
    ({ done, text }) => `${done ? '+' : '-'} ${text.en.split(' ').slice(0, 3).join(' ')}`,
  )

describe('what raises the limit of a day', () => {
  it('is nothing where no day has a limit', () => {
    assert.deepEqual(told(3, known, false), [])
    assert.deepEqual(told(3, unknown, true), [])
  })

  it('is ticked as far as an account has come by itself', () => {
    const all = (...marks: string[]) =>
      ['Verify a sending', 'Send for 7', 'Give the tax', 'Send on 28'].map(
        (words, i) => `${marks[i]} ${words}`,
      )
    assert.deepEqual(told(0, unknown, true), all('-', '-', '-', '-'))
    assert.deepEqual(told(0, known, true), all('-', '-', '+', '-'))
    assert.deepEqual(told(1, unknown, false), all('+', '-', '-', '-'))
    assert.deepEqual(told(1, { ...known, cleanDays: 7 }, false), all('+', '+', '+', '-'))
    assert.deepEqual(told(2, known, false), all('+', '+', '+', '-'))
  })

  it('is ticked for what is known alone where the operator gave the level', () => {
    assert.deepEqual(told(1, unknown, true), ['- Send for 7', '- Give the tax', '- Send on 28'])
    assert.deepEqual(told(2, unknown, true), ['- Send on 28'])
    assert.deepEqual(told(2, known, true), ['+ Give the tax', '- Send on 28'])
  })

  it('is a larger plan, too, on Free', () => {
    const free = raisesOf({ ...proTerms, plan: 'free', trustLevel: 3 }, known, false)
    assert.match(free.at(-1)!.text.pt, /um plano maior libera mais/)
    assert.equal(free.length, 5)
  })
})
