/** A message handed over by SMTP, as the request log keeps it: envelope, header, words, and the reply. */
import type { SMTPServerSession } from 'smtp-server'
import { canonicalAddress } from '#kernel/base/addresses.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read as readId } from '#kernel/base/ids.ts'
import type { KeptTrace } from '#kernel/base/trace-context.ts'
import type { OpenSpan } from '#kernel/world/tracing.ts'
import type { World } from '#kernel/world/world.ts'
import type { ServerReply } from '#protocol/smtp/server.ts'
import type { FoundMessage } from '#sending/content/message-reader.ts'
import type { KeyRecord } from '#tenants/accounts/keys.ts'
import { requestLog } from '#tenants/requests/request-log.ts'
import { removed, shownText } from '#tenants/requests/shown-body.ts'

interface SubmissionReply {
  readonly code: number
  readonly words: string
  readonly refusal: Refusal | null
  /** msg_…, of the email that was made. */
  readonly emailId: string | null
}

const accepted = 250

/** What is learnt of a message, or a log-in, on its way; noted unless nobody knows whose it is. */
export class WatchedSubmission {
  readonly #world: World
  readonly #session: SMTPServerSession
  readonly #start: number
  key: KeyRecord | null = null
  /** The beginning of the message. */
  raw: string | null = null
  read: FoundMessage['read'] | null = null
  idempotencyKey: string | null = null
  #span: OpenSpan | null = null

  constructor(world: World, session: SMTPServerSession) {
    this.#world = world
    this.#session = session
    this.#start = world.clock.monotonic()
  }

  /** What the email is part of: where spans are wanted, that of its being handed over. */
  traceBelow(parent: KeptTrace | null): KeptTrace | null {
    const { clock, tracing } = this.#world
    if (tracing === undefined) return parent
    const at = clock.now() - (clock.monotonic() - this.#start)
    this.#span = tracing.begin({ name: 'SMTP submission', kind: 'server', parent, at })
    return this.#span.trace
  }

  isTaken(emailId: string, words: string): void {
    this.#isReplied({ code: accepted, words, refusal: null, emailId })
  }

  isRefused(error: unknown, { responseCode: code, message: words }: ServerReply): void {
    const refusal = error instanceof Refusal ? error : null
    this.#isReplied({ code, words, refusal, emailId: null })
  }

  #isReplied({ code, words, refusal, emailId }: SubmissionReply): void {
    const { key } = this
    const { clock, ids, runtime } = this.#world
    this.#span?.end({
      at: clock.now(),
      attributes: { 'smtp.reply_code': code, 'malote.email_id': emailId ?? undefined },
      ...(emailId === null ? { fault: refusal?.code ?? String(code) } : {}),
    })
    const log = runtime.get(requestLog, this.#world)
    if (log.level === 'off' || key === null) return
    const hasBodies = log.level === 'bodies'
    const durationMs = Math.round(clock.monotonic() - this.#start)
    log.note({
      id: ids.next(),
      projectId: key.tenant.projectId,
      mode: key.tenant.mode,
      at: clock.now() - durationMs,
      method: 'SMTP',
      path: 'submission',
      query: null,
      route: null,
      status: code,
      errorCode: refusal?.code ?? null,
      param: refusal?.param ?? null,
      keyId: key.principal.keyId,
      keyPrefix: key.prefix,
      ip: canonicalAddress(this.#session.remoteAddress),
      userAgent: null,
      durationMs,
      idempotencyKey: this.idempotencyKey,
      emailId: emailId && readId('msg', emailId),
      requestBody: hasBodies && this.raw !== null ? shownText(this.#written(this.raw)) : null,
      responseBody: hasBodies ? shownText(`${code} ${words}`) : null,
    })
  }

  /** The words that people read; of attached files only that they are there. */
  #written(raw: string): string {
    const { mailFrom, rcptTo } = this.#session.envelope
    const envelope = [
      `MAIL FROM:<${mailFrom === false ? '' : mailFrom.address}>`,
      ...rcptTo.map(one => `RCPT TO:<${one.address}>`),
    ]
    const [header = ''] = raw.split(/\r?\n\r?\n/, 1)
    const words = this.read?.text ?? this.read?.html ?? ''
    const parts = [words, ...(this.read?.files ?? []).map(() => removed)]
    const text = [envelope.join('\n'), header.replaceAll('\r', ''), ...parts]
    return text.filter(part => part !== '').join('\n\n')
  }
}

export const watch = (world: World, session: SMTPServerSession): WatchedSubmission =>
  new WatchedSubmission(world, session)
