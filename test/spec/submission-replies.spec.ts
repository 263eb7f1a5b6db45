/** What is said by SMTP to whoever hands mail over. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callSmtp, type SmtpCaller } from '../support/smtp-caller.ts'
import { handOver, loggedIn, submissionStage } from '../support/submission.ts'

const message = 'From: <hello@shop.test>\nTo: <ana@here.test>\nSubject: Hi\n\nHi\n'

describe('a submission server', () => {
  it('says of each reply what it is about, by one enhanced code', async t => {
    const on = await submissionStage(t)
    const stranger = await callSmtp(on.port)
    assert.match(stranger.banner, /^220 (?!\d\.)/)
    assert.match(await stranger.say('EHLO here.test'), /^250[- ]ENHANCEDSTATUSCODES$/m)
    const replies = async (caller: SmtpCaller, lines: readonly (readonly [string, string])[]) => {
      for (const [line, code] of lines) {
        const reply = await caller.say(line)
        assert.ok(`${reply} `.startsWith(`${code} `), `${line}: ${reply}`)
        assert.doesNotMatch(reply, /^\d{3} \d\.\d+\.\d+ \d\.\d+\.\d+/, line)
      }
    }
    await replies(stranger, [
      ['NOOP', '250 2.0.0'],
      ['MAIL FROM:<a@shop.test>', '530 5.7.0'],
      ['AUTH PLAIN', '334'],
      ['AGEAYg==', '535 5.7.8'],
      ['AUTH FOO', '504 5.5.4'],
      ['BLAH', '500 5.5.2'],
      ['VRFY x', '252 2.1.5'],
      ['AUTH PLAIN AGEAYg==', '535 5.7.8'],
      ['AUTH PLAIN AGEAYg==', '421 4.7.0'],
    ])
    const caller = await loggedIn(on, await on.service.key('live', 'send'))
    await replies(caller, [
      ['RCPT TO:<a@here.test>', '503 5.5.1'],
      ['MAIL FROM:<>x', '501 5.1.7'],
      ['MAIL FROM:<a@shop.test> SIZE=99999999', '552 5.3.4'],
      ['MAIL FROM:<a@shop.test>', '250 2.1.0'],
      ['RCPT TO:<a>', '501 5.1.3'],
      ['RCPT TO:<a@localhost>', '550 5.1.3'],
      ['RCPT TO:<á@here.test>', '553 5.6.7'],
      ['DATA', '503 5.5.1'],
      ...Array.from({ length: 50 }, (_, n) => [`RCPT TO:<a${n}@here.test>`, '250 2.1.5'] as const),
      ['RCPT TO:<one.more@here.test>', '452 4.5.3'],
      ['RSET', '250 2.0.0'],
    ])
    assert.match(await handOver(caller, ['ana@here.test'], message), /^250 2\.0\.0 msg_/)
    for (let n = 0; n < 9; n++) await caller.say('NONSENSE')
    assert.match(await caller.say('NONSENSE'), /^421 4\.7\.0 /)
  })
})
