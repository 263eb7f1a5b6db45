/** A report of another server that an address does not exist (RFC 3464), handed in to a cell. */
import assert from 'node:assert/strict'
import { callSmtp } from '../../support/smtp-caller.ts'

const failed = (address: string): string => `From: MAILER-DAEMON@mx.here.test
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.here.test

Final-Recipient: rfc822; ${address}
Action: failed
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 No such user

--b--
`

/** What is answered to its final dot. */
export async function handInBounce(
  port: number,
  { returnPath, address }: { readonly returnPath: string; readonly address: string },
): Promise<string> {
  const caller = await callSmtp(port)
  await caller.say('EHLO mx.here.test')
  await caller.say('MAIL FROM:<>')
  assert.match(await caller.say(`RCPT TO:<${returnPath}>`), /^250/)
  await caller.say('DATA')
  const answer = await caller.content(failed(address))
  caller.close()
  return answer
}
