/**
 * Asking rspamd (MALOTE_SPAM_CHECK_URL) what it makes of an email: POST /checkv2 with the message,
 * its answer in `action`. Only `reject` stops an email; a filter that is slow, down or strange does
 * not.
 */
import { parseAddress } from '#kernel/mail/address.ts'
import { compose } from '#kernel/mail/compose.ts'
import type { World } from '#kernel/world/world.ts'
import type { PreparedEmail } from './prepared-email.ts'

const timeoutMs = 3_000
const maxAnswerBytes = 256 * 1024
/** Of a message that is carried, with what it begins. */
const maxAskedBytes = 1024 * 1024

/** Whether the filter rejects it. False where no filter is set. */
export async function isSpam(
  world: Pick<World, 'clock' | 'http' | 'ids' | 'log' | 'settings'>,
  email: PreparedEmail,
): Promise<boolean> {
  const url = world.settings.MALOTE_SPAM_CHECK_URL
  if (url === '') return false
  const answer = await world.http.request({
    method: 'POST',
    url: `${url}/checkv2`,
    headers: {
      'content-type': 'message/rfc822',
      from: email.from.email,
      rcpt: email.recipients[0]!.address,
    },
    body: email.content.message?.subarray(0, maxAskedBytes) ?? messageOf(world, email),
    timeoutMs,
    maxAnswerBytes,
    trusted: true,
  })
  if (answer.kind === 'answer' && answer.status === 200) return rejects(answer.body)
  const why = answer.kind === 'answer' ? `status ${answer.status}` : answer.message
  world.log.warn({ why }, 'the spam filter gave no answer; the email goes on')
  return false
}

function rejects(body: Buffer): boolean {
  try {
    return (JSON.parse(body.toString()) as { action?: unknown } | null)?.action === 'reject'
  } catch {
    return false
  }
}

/** The message as it would go out, without signature and attachments. */
function messageOf(world: Pick<World, 'clock' | 'ids'>, email: PreparedEmail): Buffer {
  const seed = world.ids.next().replaceAll('-', '')
  const listed = (texts: readonly string[] = []) =>
    texts.flatMap(text => {
      const parsed = parseAddress(text)
      return parsed.ok ? [parsed.address] : []
    })
  const { html, text, headers } = email.content
  return compose({
    messageId: `${seed}@${email.from.domain}`,
    dateMs: world.clock.now(),
    from: email.from,
    to: listed(email.addressees.to),
    cc: listed(email.addressees.cc),
    replyTo: listed(email.addressees.reply_to),
    subject: email.subject,
    ...(html === undefined ? {} : { html }),
    ...(text === undefined ? {} : { text }),
    headers: Object.entries(headers ?? {}),
    attachments: [],
    boundarySeed: seed,
  }).bytes
}
