/** A service that takes mail by SMTP, and callers of it. */

import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { reservationFor } from '#sending/intake/reservation.ts'
import { freePort } from './free-port.ts'
import { type ServiceOptions, startTestService, type TestService } from './service.ts'
import { callSmtp, type SmtpCaller } from './smtp-caller.ts'

export interface SubmissionStage {
  readonly service: TestService
  readonly port: number
}

export async function submissionStage(
  t: TestContext,
  options: ServiceOptions = {},
): Promise<SubmissionStage> {
  const port = await freePort()
  const settings = { ...options.settings, MALOTE_SUBMISSION_PORT: String(port) }
  const zones = {
    'here.test': { MX: ['10 mx.here.test'] },
    'mx.here.test': { A: ['127.0.0.1'] },
    ...options.zones,
  }
  return { service: await startTestService(t, { ...options, zones, settings }), port }
}

/** A caller who has logged in. */
export async function loggedIn(on: SubmissionStage, key: string): Promise<SmtpCaller> {
  const caller = await callSmtp(on.port)
  await caller.say('EHLO here.test')
  const words = Buffer.from(`\0any\0${key}`).toString('base64')
  assert.match(await caller.say(`AUTH PLAIN ${words}`), /^235/)
  return caller
}

/** Hands over a message, its lines ended by LF or CRLF; gives the last reply. */
export async function handOver(
  caller: SmtpCaller,
  to: readonly string[],
  message: string | Buffer,
  parameters = '',
): Promise<string> {
  assert.match(await caller.say(`MAIL FROM:<hello@shop.test>${parameters}`), /^250/)
  for (const address of to) assert.match(await caller.say(`RCPT TO:<${address}>`), /^250/)
  assert.match(await caller.say('DATA'), /^354/)
  return caller.content(message)
}

/** Mail of the account of so many bytes is being taken in, until it is released. */
export async function takesRoom(
  { world, accountId }: TestService,
  bytes: number,
): Promise<() => void> {
  const taken = reservationFor(world, accountId)
  await taken.take(bytes)
  return () => taken.release()
}

/** The email that a reply names. */
export function idIn(reply: string): string {
  const [, id] = /^250 2\.0\.0 (msg_[0-9a-f]{32}) accepted$/.exec(reply) ?? []
  assert.ok(id, reply)
  return id
}

/** What came over the wire, its dots as they were. */
export const unstuffed = (content: Buffer): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n..', '\r\n.'), 'latin1')

/**
 * The message that was handed over, out of one that arrived: without the fields that may be put on
 * top. Asserts that nothing else stands there.
 */
export function withoutOurs(content: Buffer, given: Buffer): Buffer {
  const has = (name: string): boolean =>
    given
      .toString('latin1')
      .split(/\r?\n\r?\n/, 1)[0]!
      .split(/\r?\n/)
      .some(line => line.toLowerCase().startsWith(`${name}:`))
  const names = [
    'DKIM-Signature',
    'Received',
    ...['Date', 'Message-ID'].filter(name => !has(name.toLowerCase())),
  ]
  let rest = content.toString('latin1')
  for (const name of names) {
    const field = new RegExp(`^${name}: .*\\r\\n(?:[ \\t].*\\r\\n)*`)
    while (field.test(rest) && (name === 'DKIM-Signature' || rest.startsWith(name))) {
      rest = rest.replace(field, '')
      if (name !== 'DKIM-Signature') break
    }
  }
  return Buffer.from(rest, 'latin1')
}
