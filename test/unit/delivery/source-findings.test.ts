/** What a try says of the address that it left from, and who is told that none may send. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide } from '#sending/delivery/outcome.ts'
import { answerToSource, waitingFor } from '#sending/delivery/source-findings.ts'

const words = (code: number, enhanced: string, text: string) => ({ code, enhanced, text })
const hourMs = 3_600_000

describe('a reply', () => {
  it('speaks against an address that is too fast, blocked or of a bad name, and of nothing else', () => {
    const isSlow = (kind: 'deferred' | 'refused', ...said: Parameters<typeof words>) =>
      answerToSource({ kind, words: words(...said) }).isSlow
    assert.equal(isSlow('deferred', 421, '4.7.0', 'rate limited, too many messages'), true)
    assert.equal(isSlow('refused', 550, '5.7.1', 'blocked using zen.spamhaus.org'), true)
    assert.equal(isSlow('refused', 550, '5.1.1', 'User unknown'), false)
    assert.equal(isSlow('deferred', 451, '4.7.1', 'Greylisted, try again later'), false)
    assert.equal(answerToSource({ kind: 'deferred', cause: 'timeout' }).isSlow, false)
  })

  it('uses the address where it was tried, whatever came of it', () => {
    const isTried = (finding: Parameters<typeof answerToSource>[0]) =>
      answerToSource(finding).isTried
    assert.equal(isTried({ kind: 'delivered', words: words(250, '2.0.0', 'ok') }), true)
    assert.equal(isTried({ kind: 'deferred', cause: 'timeout' }), true)
    assert.equal(isTried({ kind: 'abandoned' }), false)
    assert.equal(isTried({ kind: 'held', until: 1, cause: 'slowed', tell: false }), false)
    assert.equal(isTried({ kind: 'failed', reason: 'content_gone' }), false)
  })
})

describe('mail that no address may send', () => {
  const choice = { kind: 'wait', until: 90_000, dueAt: 60_000, cause: 'source_warming' } as const
  const wait = (state: 'queued' | 'deferred', attempt: number, tries: number) =>
    waitingFor(choice, { entry: { attempt, tries }, delivery: { state } }, { mx: 'mx.test' })
  const decided = (now: number, tries = 1) =>
    decide({ projectId: 'p', emailId: 'e', n: 0, tries, acceptedAt: 0 }, wait('queued', 1, 0), {
      now,
      retryMs: 72 * hourMs,
      jitter: 0,
    })!

  it('is told of once: at first, and the first time after a try', () => {
    const told = (...asked: Parameters<typeof wait>) => {
      const finding = wait(...asked)
      return finding.kind === 'held' && finding.tell
    }
    assert.equal(told('queued', 7, 0), true)
    assert.equal(told('deferred', 2, 0), false)
    assert.equal(told('deferred', 3, 2), true)
    assert.equal(told('deferred', 4, 2), false)
  })

  it('is looked at before the time that is told, and never given up', () => {
    const { happening, next } = decided(500 * hourMs)
    assert.deepEqual(next, { kind: 'later', dueAt: 60_000, tried: false, ours: true })
    assert.equal(happening!.type, 'deferred')
    const { cause, slowed_until: until, mx } = happening!.details!
    assert.deepEqual(
      [cause, until, mx],
      ['source_warming', new Date(90_000).toISOString(), 'mx.test'],
    )
  })
})
