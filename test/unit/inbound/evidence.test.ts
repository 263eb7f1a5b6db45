/** Which of several tokens a complaint is about. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idSource } from '#kernel/base/ids.ts'
import { makeReference } from '#kernel/mail/reference.ts'
import { makeReturnPath } from '#kernel/mail/return-path.ts'
import { findReportedRecipient } from '#sending/inbound/evidence.ts'
import { createChance } from '../../../sim/world/random.ts'

const secret = Buffer.alloc(32, 7)
const ids = idSource(() => 1_700_000_000_000, createChance(5).bytes)
const ours = ids.next()
const earlier = ids.next()
const received = (token: string): string =>
  `Received: by malote.test (${token})\n with ESMTP id msg_1; Mon, 1 Jan 2024 00:00:00 +0000\n`
const whole = received(makeReference(secret, { emailId: ours, n: null }))
const one = received(makeReference(secret, { emailId: ours, n: 2 }))
const sentOn = received(makeReference(secret, { emailId: earlier, n: 0 }))
const returnPath = (emailId: typeof ours): string =>
  `Return-Path: <${makeReturnPath(secret, emailId, 2, 'bounces.malote.test')}>\n`

describe('what names the mail that somebody complains of', () => {
  for (const [name, header, n] of [
    ['the field of a recipient', one, 2],
    ['the field of an email', whole, null],
    ['the return path, rather than the email alone', `${whole}${returnPath(ours)}`, 2],
    ['our field, above that of a letter that was sent on', `${whole}${sentOn}`, null],
    ['our field, above the return path of one', `${whole}${returnPath(earlier)}`, null],
    ['a recipient’s field above another', `${one}${sentOn}`, 2],
  ] as const) {
    it(`is ${name}`, () => {
      assert.deepEqual(findReportedRecipient(secret, header), { emailId: ours, n })
    })
  }

  it('is nothing where a token is not ours', () => {
    assert.equal(findReportedRecipient(Buffer.alloc(32, 8), `${one}${whole}${sentOn}`), null)
  })
})
