/** A turn whose letter has no place: since when it waits, and when it is looked at again. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { nilId } from '#kernel/base/ids.ts'
import {
  emptySequence,
  type SequenceDefinition,
} from '#marketing/sequences/definition/definition.ts'
import { PersonTurn } from '#marketing/sequences/engine/turn.ts'
import type { Enrollment } from '#marketing/sequences/people/enrollment-store.ts'

const hourMs = 3_600_000
const now = Date.parse('2026-11-23T12:00:00Z')
const at = (ms: number): string => new Date(now + ms).toISOString()

const definition: SequenceDefinition = {
  ...emptySequence,
  steps: [{ key: 'a', type: 'email', template_id: 'tpl', patience: 'P2D' }],
}

const turnOf = (waiting: Enrollment['waiting']): PersonTurn => {
  const enrollment: Enrollment = {
    id: nilId,
    sequence_id: nilId,
    version: 1,
    mode: 'live',
    contact_id: nilId,
    key: '',
    state: 'inside',
    reason: null,
    event: null,
    step: 'a',
    visit: 0,
    due_at: null,
    waiting,
    entered_at: new Date(now - 100 * hourMs),
    ended_at: null,
  }
  return new PersonTurn(now, { enrollment, definition, contact: null })
}

it('a letter without a place has waited since it was first held, and is given up from then on', () => {
  const first = turnOf(null)
  first.hold('quota', now + 12 * hourMs)
  assert.deepEqual(first.enrollment.waiting, {
    since: at(0),
    reason: 'quota',
    until: at(12 * hourMs),
  })
  assert.equal(first.wakeAt, now + 12 * hourMs)
  const again = turnOf({ since: at(-40 * hourMs), reason: 'quota', until: at(0) })
  again.hold('cap', now + 12 * hourMs)
  assert.equal(again.enrollment.waiting?.since, at(-40 * hourMs))
  assert.equal(again.wakeAt, now + 8 * hourMs)
})

it('a pause is no wait for a place, and wakes nobody by itself', () => {
  const begun = { begun: at(-hourMs) }
  const paused = turnOf(begun)
  paused.hold('paused', null)
  assert.deepEqual(paused.enrollment.waiting, { ...begun, reason: 'paused', until: null })
  assert.deepEqual([paused.isOver, paused.wakeAt], [true, null])
})
