/** What an attempt comes to once the time for trying again is up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import { type AttemptResult, decide, type KeptReply } from '#sending/delivery/outcome.ts'

const id = '01a21000-0000-7000-8000-000000000000' as Uuid
const day = 86_400_000
const words: KeptReply = { code: 452, enhanced: '4.2.2', text: 'mailbox full' }

const after = (ageMs: number, reply?: KeptReply) =>
  decide(
    { projectId: id, emailId: id, n: 0, tries: 12, acceptedAt: 0 },
    { kind: 'deferred', ...(reply === undefined ? {} : { words: reply }) },
    { now: ageMs, retryMs: 3 * day, jitter: 0 },
  )

/** The first finding about an email that had to wait for so long until then. */
const first = (ageMs: number, finding: AttemptResult, retryMs = 3 * day) =>
  decide({ projectId: id, emailId: id, n: 0, tries: 0, acceptedAt: 0 }, finding, {
    now: ageMs,
    retryMs,
    jitter: 0,
  })

describe('An email that could not be tried while there was time', () => {
  it('is not given up for our own limits', () => {
    const until = 4 * day + 5_000
    const held = { kind: 'held', until, cause: 'slowed', tell: false } as const
    assert.deepEqual(first(4 * day, held), {
      happening: null,
      next: { kind: 'later', dueAt: until, tried: false },
    })
  })

  it('is not given up for what the first server says that is asked', () => {
    const decision = first(4 * day, { kind: 'deferred', words })
    assert.equal(decision?.happening?.type, 'deferred')
    const dueAt = 4 * day + 60_000
    assert.deepEqual(decision?.next, { kind: 'later', dueAt, tried: true, ours: true })
    const givesUpAt = new Date(dueAt + 3 * day).toISOString()
    assert.equal(decision?.happening?.details?.gives_up_at, givesUpAt)
  })

  it('has its whole time also where the first try comes shortly before that would be over', () => {
    const at = 3 * day - 3_600_000
    const decision = first(at, { kind: 'deferred', words })
    assert.deepEqual(decision?.next, {
      kind: 'later',
      dueAt: at + 60_000,
      tried: true,
      ours: true,
    })
    const givesUpAt = new Date(at + 60_000 + 3 * day).toISOString()
    assert.equal(decision?.happening?.details?.gives_up_at, givesUpAt)
  })

  it('has it from its acceptance where the first try came soon', () => {
    const decision = first(3_600_000, { kind: 'deferred', words })
    assert.equal(decision?.happening?.details?.gives_up_at, new Date(3 * day).toISOString())
  })

  it('is not given up for a pause of the receiver, unless there is one whenever it comes', () => {
    const paused = (at: number) =>
      first(at, { kind: 'held', until: at + 60_000, cause: 'slowed', tell: true, words })
    assert.equal(paused(day)?.happening?.details?.gives_up_at, new Date(3 * day).toISOString())
    const late = paused(4 * day)
    assert.equal(late?.happening?.type, 'deferred')
    assert.equal(late?.next.kind, 'later')
    assert.equal(late?.happening?.details?.gives_up_at, new Date(6 * day).toISOString())
    const last = paused(6 * day + 1)
    assert.deepEqual([last?.happening?.type, last?.next.kind], ['bounced', 'done'])
  })

  it('is given up at once where nothing is tried a second time', () => {
    assert.equal(first(day, { kind: 'deferred', words }, 0)?.happening?.type, 'bounced')
  })
})

describe('An attempt that is put off', () => {
  it('comes again while there is time, and counts nothing against the address', () => {
    const decision = after(day, words)
    assert.equal(decision?.happening?.type, 'deferred')
    assert.equal(decision?.happening?.softBounce, undefined)
    assert.equal(decision?.next.kind, 'later')
  })

  it('bounces when the time is up: softly where a server said so, for nobody where none spoke', () => {
    const [said, silent] = [after(3 * day, words), after(3 * day)]
    assert.deepEqual(
      [said?.happening?.type, said?.happening?.softBounce, said?.next.kind],
      ['bounced', true, 'done'],
    )
    assert.deepEqual(
      [silent?.happening?.type, silent?.happening?.softBounce, silent?.next.kind],
      ['bounced', undefined, 'done'],
    )
    assert.equal(silent?.happening?.details?.smtp_code, '4.4.7')
  })
})
