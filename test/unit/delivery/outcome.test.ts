/** What an attempt comes to once the time for trying again is up. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '#kernel/base/ids.ts'
import {
  type AttemptResult,
  countedFrom,
  decide,
  type KeptReply,
} from '#sending/delivery/outcome.ts'

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
    for (const age of [4 * day, 30 * day]) {
      assert.deepEqual(first(age, held), {
        happening: null,
        next: { kind: 'later', dueAt: until, tried: false },
      })
    }
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

  it('has it from the very moment of its acceptance, which its queue entry comes after', () => {
    for (const [entryAt, from] of [
      [5_000, 5_000],
      [5_030, 5_000],
      [65_000, 5_000],
      [65_001, 65_001],
      [day, day],
    ] as const) {
      assert.equal(countedFrom(5_000, entryAt), from)
    }
  })

  it('has it from its acceptance where the first try came soon', () => {
    const decision = first(3_600_000, { kind: 'deferred', words })
    assert.equal(decision?.happening?.details?.gives_up_at, new Date(3 * day).toISOString())
  })

  it('is not given up for a pause of the receiver, unless there is one whenever it comes', () => {
    const paused = (at: number) =>
      first(at, { kind: 'held', until: at + 60_000, cause: 'slowed', tell: true, words })
    for (const age of [day, 3 * day]) {
      const { details } = paused(age)!.happening!
      assert.equal(details?.gives_up_at, new Date(3 * day).toISOString())
    }
    const late = paused(4 * day)
    assert.equal(late?.happening?.type, 'deferred')
    assert.equal(late?.next.kind, 'later')
    assert.equal(late?.happening?.details?.gives_up_at, new Date(6 * day).toISOString())
    const last = paused(6 * day + 1)
    assert.deepEqual([last?.happening?.type, last?.next.kind], ['bounced', 'done'])
    assert.equal(last?.happening?.details?.attempt, 1)
  })

  it('is given up at once where nothing is tried a second time', () => {
    const typeAt = (retryMs: number) =>
      first(day, { kind: 'deferred', words }, retryMs)?.happening?.type
    assert.equal(typeAt(0), 'bounced')
    assert.deepEqual([typeAt(59_999), typeAt(60_000)], ['bounced', 'deferred'])
  })
})

describe('An attempt that is put off', () => {
  it('comes again while there is time, and counts nothing against the address', () => {
    const decision = after(day, words)
    assert.equal(decision?.happening?.type, 'deferred')
    assert.equal(decision?.happening?.softBounce, undefined)
    assert.deepEqual(decision?.next, { kind: 'later', dueAt: day + 6 * 3_600_000, tried: true })
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

describe('What an attempt says of itself', () => {
  const place = { mx: 'mx.one.test', provider: 'provider_1', tls: 'verified' } as const
  const time = { now: 1_000, retryMs: 3 * day, jitter: 0 }
  const subject = { projectId: id, emailId: id, n: 3, tries: 2, acceptedAt: 0 }
  const base = { projectId: id, emailId: id, n: 3, at: 1_000 }
  const decided = (finding: AttemptResult) => decide(subject, finding, time)
  const done = { kind: 'done' } as const

  it('is where it was, what was said, and the how-manieth it was', () => {
    const taken: KeptReply = { code: 250, enhanced: '2.0.0', text: 'Ok: queued' }
    assert.deepEqual(decided({ kind: 'delivered', words: taken, ...place }), {
      happening: {
        ...base,
        type: 'delivered',
        details: {
          ...place,
          smtp_code: '250 2.0.0',
          smtp_response: '250 Ok: queued',
          attempt: 3,
        },
      },
      next: done,
    })
  })

  it('has no code where none was said', () => {
    const said = (text: string) =>
      decided({ kind: 'deferred', words: { code: 0, enhanced: null, text } })?.happening?.details
    assert.equal(said('no answer')?.smtp_response, 'no answer')
    assert.equal('smtp_code' in said('no answer')!, false)
  })

  it('has no words where none were said, and no place where there was none', () => {
    const decision = decided({ kind: 'deferred' })
    assert.deepEqual(decision?.happening?.details, {
      cause: 'deferred_unexplained',
      attempt: 3,
      next_attempt_at: new Date(1_000 + 15 * 60_000).toISOString(),
      gives_up_at: new Date(3 * day).toISOString(),
    })
    const bare = decided({ kind: 'deferred', words: { code: 451, enhanced: null, text: '' } })
    assert.equal(bare?.happening?.details?.smtp_code, '451')
    assert.equal('smtp_response' in bare!.happening!.details!, false)
  })

  it('suppresses whom the receiver does not know, and counts it', () => {
    const unknown: KeptReply = { code: 550, enhanced: '5.1.1', text: 'User unknown' }
    const { happening, next } = decided({
      kind: 'refused',
      words: unknown,
      stage: 'rcpt',
      ...place,
    })!
    assert.deepEqual([happening?.suppress, next], ['hard_bounce', done])
    assert.deepEqual(happening?.details, {
      ...place,
      smtp_code: '550 5.1.1',
      smtp_response: '550 User unknown',
      cause: 'unknown_user',
      attempt: 3,
    })
  })

  it('suppresses nobody for a policy, and for what the sender did before', () => {
    const policy: KeptReply = { code: 550, enhanced: '5.7.1', text: 'Blocked by our policy' }
    const { happening } = decided({ kind: 'refused', words: policy, stage: 'dot' })!
    assert.deepEqual([happening?.suppress, happening?.details?.counts], [undefined, false])
    const sender: KeptReply = { code: 550, enhanced: '5.1.1', text: 'User unknown' }
    const before = decided({ kind: 'refused', words: sender, stage: 'mail' })!.happening
    assert.deepEqual([before?.suppress, before?.details?.cause], [undefined, 'sender_refused'])
    const known = decided({ kind: 'refused', words: sender, cause: 'unknown_domain' })!.happening
    assert.equal(known?.details?.cause, 'unknown_domain')
  })

  it('goes on being uncertain where it may have arrived', () => {
    const lost = { kind: 'deferred', cause: 'connection_lost_after_dot', uncertain: true } as const
    const { details } = decided(lost)!.happening!
    assert.deepEqual([details?.uncertain, details?.cause], [true, lost.cause])
    const late = decide(subject, lost, { ...time, now: 4 * day })?.happening
    assert.deepEqual([late?.type, late?.details?.uncertain], ['bounced', true])
    const plain = decide(subject, { kind: 'deferred' }, { ...time, now: 4 * day })?.happening
    assert.equal('uncertain' in plain!.details!, false)
  })

  it('is nothing where it was called off, and our own fault where it was', () => {
    assert.equal(decided({ kind: 'abandoned' }), null)
    assert.deepEqual(decided({ kind: 'failed', reason: 'render_error' }), {
      happening: { ...base, type: 'failed', details: { reason: 'render_error', counts: false } },
      next: done,
    })
  })
})

describe('When an email comes again', () => {
  const subject = { projectId: id, emailId: id, n: 0, tries: 2, acceptedAt: 0 }
  const time = { now: 1_000, retryMs: 3 * day, jitter: 0 }

  it('is later by a part of the delay, so that not all come back at once', () => {
    const next = (jitter: number) => {
      const { next: then } = decide(subject, { kind: 'deferred', words }, { ...time, jitter })!
      return then.kind === 'later' ? then.dueAt - time.now : null
    }
    assert.deepEqual([next(0), next(0.08)], [900_000, 972_000])
  })

  it('is within its time at the last moment of it, and over after that', () => {
    const at = 3 * day - 15 * 60_000
    const kindAt = (now: number) =>
      decide(subject, { kind: 'deferred', words }, { ...time, now })?.happening?.type
    assert.deepEqual([kindAt(at), kindAt(at + 1)], ['deferred', 'bounced'])
  })

  it('tells by the stage and the provider what a reply was about', () => {
    const said: KeptReply = { code: 550, enhanced: '5.1.1', text: 'User unknown' }
    const cause = (stage: 'mail' | 'rcpt') =>
      decide(subject, { kind: 'deferred', words: said, stage }, time)?.happening?.details?.cause
    assert.deepEqual([cause('mail'), cause('rcpt')], ['sender_refused', 'unknown_user'])
  })

  it('counts nothing against the sender when it was given up', () => {
    const { details } = after(4 * day, words)!.happening!
    assert.deepEqual(
      [details?.counts, details?.smtp_code, details?.smtp_response, details?.attempt],
      [false, '452 4.2.2', '452 mailbox full', 13],
    )
  })

  it('waits for the receiver without a new try, and says which it was', () => {
    const until = 61_000
    const place = { mx: 'mx.one.test', provider: 'provider_1' }
    const held = { kind: 'held', until, cause: 'slowed', tell: true, words, ...place } as const
    const decision = decide(subject, held, time)
    assert.deepEqual(decision?.next, { kind: 'later', dueAt: until, tried: false })
    assert.deepEqual(decision?.happening?.details, {
      ...place,
      smtp_code: '452 4.2.2',
      smtp_response: '452 mailbox full',
      cause: 'slowed',
      slowed_until: new Date(until).toISOString(),
      attempt: 2,
      next_attempt_at: new Date(until).toISOString(),
      gives_up_at: new Date(3 * day).toISOString(),
    })
    // A pause of the receiver may end later than the time of the email: it is not waited for.
    const long = decide(subject, { ...held, until: 4 * day }, time)
    assert.deepEqual(long?.next, { kind: 'later', dueAt: 3 * day + 1, tried: false })
    const over = decide(subject, held, { ...time, now: 3 * day })
    assert.equal(over?.happening?.type, 'deferred')
    const { type, details } = decide(subject, held, { ...time, now: 3 * day + 1 })!.happening!
    assert.deepEqual([type, details?.cause, details?.attempt], ['bounced', 'slowed', 2])
  })
})
