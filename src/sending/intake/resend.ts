/**
 * Sending an email once more, as a new one (docs/contract.md#once-more): the same words to those of
 * its recipients who are asked for, by the rules of any other sending. Whoever still waits for the
 * first one, and whom the suppression list blocks, is left out and told of.
 */

import { type Static, Type } from 'typebox'
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'
import { addressKey, parseAddress } from '#kernel/mail/address.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import type { Answer, Call, TenantWorld } from '#kernel/routes/route.ts'
import type { PreparedEmail } from '../content/prepared-email.ts'
import { readHandedOver } from '../content/read-content.ts'
import { type KnownRecipient, keptWhole, knownRecipients } from '../delivery/kept.ts'
import type { Addressees, EmailContent, Stream } from '../events/email.ts'
import type { RecipientState } from '../events/event.ts'
import type { SuppressionReason } from '../suppression/reasons.ts'
import { findSuppressed } from '../suppression/suppress.ts'
import { emailOf } from '../timeline/read-store.ts'
import { prepareCarried } from './prepare-carried.ts'
import { acceptedSchema, limits } from './schema.ts'
import { acceptOne } from './send.ts'

export const resendBody = Type.Object({
  to: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Addresses of it; without `to` and `all`: those it did not reach.',
      maxItems: limits.recipients,
    }),
  ),
  all: Type.Optional(Type.Literal(true, { description: 'Everybody it was for.' })),
})
type ResendBody = Static<typeof resendBody>

export const resentSchema = Type.Object(
  {
    ...acceptedSchema.properties,
    recipients: Type.Array(Type.String(), { description: 'To whom it goes.' }),
    skipped: Type.Array(
      Type.Object({
        address: Type.String(),
        reason: Type.String({
          description: 'Why the suppression list has them, or `not_ended`: they still wait.',
        }),
      }),
    ),
  },
  { $id: 'ResentEmail' },
)

type Email = NonNullable<Awaited<ReturnType<typeof emailOf>>>

interface SkippedRecipient {
  readonly address: string
  readonly reason: SuppressionReason | 'not_ended'
}

/** A recipient, and the field that asks for them. */
interface ChosenRecipient extends KnownRecipient {
  readonly param: string
}

/** 202 `{ id, status, recipients, skipped }`. Throws Refusal. */
export async function resend(call: Call<ResendBody, unknown, { id: string }>): Promise<Answer> {
  const { world, tenant, params } = call
  const asked = readAsked(call.body)
  const email = await findNamed('msg', params.id, id => emailOf(world.db, tenant, id))
  const chosen = choose(await knownRecipients(world.db, tenant.projectId, email.id), asked)
  const { to, skipped } = await sortOut(call, email.stream, chosen)
  await call.room(email.size_bytes)
  const content = await keptWhole(world, tenant.projectId, email, email.size_bytes)
  if (content === null) throw new Refusal('resource_not_found', { why: forgotten })
  const prepared =
    content.message === undefined
      ? composed(email, content, to)
      : await carried(call, { email, message: content.message, to })
  const demands = { requireTls: email.addressees.require_tls === true }
  return acceptOne(call, prepared, demands, { recipients: to.map(one => one.address), skipped })
}

const forgotten: Text = {
  en: 'What this email said is no longer kept, so it cannot be sent once more.',
  pt: 'O conteúdo deste e-mail não está mais guardado, por isso ele não pode ser reenviado.',
}

const invalid = (param: string, en: string, pt: string): Refusal =>
  new Refusal('invalid_field', { param, why: { en, pt } })

/** Whom a call names, by the keys of their addresses; null: it names nobody. */
type RecipientChoice = { readonly keys: readonly string[] } | { readonly all: boolean }

function readAsked({ to, all }: ResendBody): RecipientChoice {
  if (to !== undefined && all !== undefined) {
    throw invalid('all', 'Give either to or all, not both.', 'Informe to ou all, não os dois.')
  }
  if (to === undefined) return { all: all === true }
  for (const [i, text] of to.entries()) {
    const parsed = parseAddress(text)
    if (!parsed.ok) throw new Refusal('invalid_field', { param: `to[${i}]`, why: parsed.why })
  }
  return { keys: to.map(addressKey) }
}

/** Whom it did not reach, and who waits for it no more. */
const unreached: readonly RecipientState[] = ['bounced', 'failed', 'cancelled']
const waiting: readonly RecipientState[] = ['queued', 'sent', 'deferred']

/** Those of an email that a call is about. Throws Refusal where that is nobody. */
function choose(recipients: readonly KnownRecipient[], asked: RecipientChoice): ChosenRecipient[] {
  if ('keys' in asked) return chooseNamed(recipients, asked.keys)
  const chosen = recipients.filter(({ state }) => asked.all || unreached.includes(state))
  if (chosen.length === 0) {
    throw invalid(
      'to',
      'Nobody is left whom it did not reach. Name recipients with to, or send it to all.',
      'Não há ninguém a quem ele não tenha chegado. Informe destinatários em to, ou reenvie a todos com all.',
    )
  }
  return chosen.map(one => ({ ...one, param: 'to' }))
}

function chooseNamed(
  recipients: readonly KnownRecipient[],
  keys: readonly string[],
): ChosenRecipient[] {
  const known = recipients.map(one => ({ ...one, key: addressKey(one.address) }))
  const strangers = keys.flatMap((key, i) => (known.some(one => one.key === key) ? [] : [i]))
  if (strangers.length > 0 || keys.length === 0) {
    throw invalid(
      // Where no address is one of its own, it is nobody that is asked for.
      strangers.length === keys.length ? 'to' : `to[${strangers[0]}]`,
      'Only recipients of this email can be named.',
      'Só destinatários deste e-mail podem ser informados.',
    )
  }
  return known.flatMap(({ key, ...one }) => {
    const i = keys.indexOf(key)
    return i < 0 ? [] : [{ ...one, param: `to[${i}]` }]
  })
}

/** Who gets it, and who does not. Throws Refusal where nobody does. */
async function sortOut(
  { world, tenant }: TenantWorld,
  stream: Stream,
  chosen: readonly ChosenRecipient[],
): Promise<{
  readonly to: readonly ChosenRecipient[]
  readonly skipped: readonly SkippedRecipient[]
}> {
  const ended = chosen.filter(({ state }) => !waiting.includes(state))
  const { projectId, mode } = tenant
  const asked = ended.map(({ address }) => ({ projectId, email: address, stream }))
  // Test mode knows no suppression.
  const blocked = mode === 'live' ? await findSuppressed(world.db, asked) : new Map()
  const reasons = new Map(ended.map(({ n }, i) => [n, blocked.get(i)]))
  const to = ended.filter(({ n }) => reasons.get(n) === undefined)
  if (ended.length === 0) {
    throw invalid(
      'to',
      'All of these recipients still wait for the email; it is on its way.',
      'Todos estes destinatários ainda aguardam o e-mail; ele está a caminho.',
    )
  }
  if (to.length === 0) throw new Refusal('recipient_suppressed', { param: ended[0]!.param })
  const skipped = chosen.flatMap(({ n, address, state }): SkippedRecipient[] => {
    if (waiting.includes(state)) return [{ address, reason: 'not_ended' }]
    const reason = reasons.get(n)
    return reason === undefined ? [] : [{ address, reason }]
  })
  return { to, skipped }
}

/** Its fields were right when it was accepted. */
function composed(
  email: Email,
  content: EmailContent,
  to: readonly ChosenRecipient[],
): PreparedEmail {
  const { sender, subject, stream, tags, metadata, size_bytes: sizeBytes } = email
  const from = parseAddress(sender)
  assert(from.ok, 'what intake stored as an address must parse as one')
  return {
    from: from.address,
    sender,
    addressees: among(email.addressees, to),
    recipients: to.map(({ address, param }) => ({ address, param })),
    ...{ subject, stream, tags, metadata, content, sizeBytes },
    scheduledAt: null,
  }
}

/** The lists with those alone whom it goes to. */
function among(
  { to, cc, bcc, reply_to }: Addressees,
  chosen: readonly ChosenRecipient[],
): Addressees {
  const keys = new Set(chosen.map(({ address }) => addressKey(address)))
  const left = (list: readonly string[] = []) => list.filter(one => keys.has(addressKey(one)))
  const lists = { cc: left(cc), bcc: left(bcc) }
  return {
    to: left(to),
    ...(lists.cc.length === 0 ? {} : { cc: lists.cc }),
    ...(lists.bcc.length === 0 ? {} : { bcc: lists.bcc }),
    ...(reply_to === undefined ? {} : { reply_to }),
  }
}

interface HandedOver {
  readonly email: Email
  readonly message: Buffer
  readonly to: readonly ChosenRecipient[]
}

/** The same message, octet for octet, to those alone. */
async function carried(
  { world, tenant }: TenantWorld,
  { email, message, to }: HandedOver,
): Promise<PreparedEmail> {
  const found = await readHandedOver(world, tenant.projectId, message)
  const { stream, tags, metadata } = email
  const options = { stream, tags, metadata, scheduledAt: null }
  const prepared = prepareCarried({ found, recipients: to.map(one => one.address), options })
  const params = new Map(to.map(({ address, param }) => [addressKey(address), param]))
  const recipients = prepared.recipients.map(({ address }) => ({
    address,
    param: params.get(addressKey(address)) ?? 'to',
  }))
  return { ...prepared, recipients }
}
