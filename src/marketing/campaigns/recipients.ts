/** Who gets a campaign, and for each the answer to "why" and "why not". */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Route, route } from '#kernel/routes/route.ts'
import { findContactId } from '../contacts/find.ts'
import { readContact } from '../contacts/reading.ts'
import { audienceCondition, consentTopics, reasonCondition } from './audience-store.ts'
import { idParams, mustFind } from './find.ts'
import { countAudience, findRecipient, listRecipients, type RecipientRow } from './store.ts'

const states = ['pending', 'released', 'skipped', 'cancelled'] as const

const shape = Type.Object({
  contact_id: Type.String(),
  email: Type.String(),
  state: Type.Enum([...states]),
  reason: Type.Optional(Type.String()),
  variant: Type.Optional(Type.String()),
  send_at: Type.Optional(Type.String({ format: 'date-time' })),
  email_id: Type.Optional(Type.String()),
  decided_at: Type.String({ format: 'date-time' }),
})

const showRow = (row: RecipientRow) => ({
  contact_id: show('con', row.contact_id),
  email: row.email,
  state: row.state,
  ...(row.reason === null ? {} : { reason: row.reason }),
  ...(row.variant === null ? {} : { variant: row.variant }),
  ...(row.send_at === null ? {} : { send_at: row.send_at.toISOString() }),
  ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
  decided_at: row.decided_at.toISOString(),
})

const list = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/recipients',
  name: 'campaigns.recipients',
  scope: 'read',
  summary: 'List the people of a campaign',
  params: idParams,
  query: Type.Object({
    limit: pageQuery.limit,
    starting_after: Type.Optional(Type.String({ description: 'A contact_id.' })),
    state: Type.Optional(Type.Enum([...states])),
    reason: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  success: { status: 200, schema: pageOf(shape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async call => {
    const { world, tenant, query } = call
    const campaign = await mustFind(world.db, call)
    const key = { projectId: tenant.projectId, id: campaign.id }
    const before = query.starting_after === undefined ? null : read('con', query.starting_after)
    if (query.starting_after !== undefined) {
      const isKnown = before !== null && (await findRecipient(world.db, key, before)) !== null
      if (!isKnown) throw new Refusal('invalid_field', { param: 'starting_after' })
    }
    const limit = query.limit ?? 50
    const filter = { state: query.state ?? null, reason: query.reason ?? null }
    const rows = await listRecipients(world.db, key, filter, { before, count: limit + 1 })
    return {
      status: 200,
      body: { data: rows.slice(0, limit).map(showRow), has_more: rows.length > limit },
    }
  },
})

const why = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/recipients/{contact}',
  name: 'campaigns.recipient',
  scope: 'read',
  summary: 'Say why a person gets a campaign, or why not',
  params: Type.Object({
    id: idParams.properties.id,
    contact: Type.String({ description: 'con_… or an address.' }),
  }),
  success: {
    status: 200,
    schema: Type.Object({
      state: Type.String({ description: 'As in the list; not_in_audience for who was not read.' }),
      reason: Type.Union([Type.String(), Type.Null()]),
      explanation: Type.String(),
      decided_at: Type.Union([Type.String(), Type.Null()]),
      email_id: Type.Union([Type.String(), Type.Null()]),
      because: Type.Array(Type.Object({ check: Type.String(), result: Type.Boolean() })),
    }),
  },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant, params, language } = call
    const campaign = await mustFind(world.db, call)
    const contactId = await findContactId(world.db, tenant, params.contact)
    if (contactId === null) throw new Refusal('resource_not_found')
    const key = { projectId: tenant.projectId, id: campaign.id }
    const row = await findRecipient(world.db, key, contactId)
    if (row !== null) return { status: 200, body: explained(row, language) }
    // Nobody read them: they are looked at as they are now.
    if ((await readContact(world.db, tenant, contactId)) === null) {
      throw new Refusal('resource_not_found')
    }
    const values: unknown[] = []
    const add = (value: unknown): string => `$${values.push(value) + 2}`
    const { definition } = campaign
    const isMeant =
      definition.audience === null
        ? 'false'
        : (await audienceCondition(call, definition.audience))(add)
    const now = new Date(world.clock.now())
    const reason = reasonCondition(consentTopics(definition), now)(add)
    const audience = `c.id = ${add(contactId)} and ${isMeant}`
    const [found] = await countAudience(world.db, tenant, { audience, reason, values })
    return { status: 200, body: evaluated(found, language) }
  },
})

const sentences: Readonly<Record<string, Text>> = {
  pending: { en: 'They are waiting for their letter.', pt: 'Está aguardando a mensagem.' },
  released: { en: 'Their letter was made and queued.', pt: 'A mensagem foi criada e enfileirada.' },
  cancelled: {
    en: 'The campaign was cancelled before their turn.',
    pt: 'A campanha foi cancelada antes da vez.',
  },
  not_in_audience: {
    en: 'They are not in the audience, as it is now.',
    pt: 'Não faz parte da audiência, como ela é agora.',
  },
  would_get: {
    en: 'They were not read; as they are now, they would get it.',
    pt: 'Não foi lido; como está agora, receberia.',
  },
  suppressed: {
    en: 'The address is on the suppression list.',
    pt: 'O endereço está na lista de supressão.',
  },
  unsubscribed_topic: {
    en: 'They are not subscribed to the topic.',
    pt: 'Não está inscrito no tópico.',
  },
  not_confirmed: {
    en: 'They have not confirmed their subscription.',
    pt: 'Não confirmou a inscrição.',
  },
  snoozed: { en: 'They asked for a pause.', pt: 'Pediu uma pausa.' },
  capped: {
    en: 'They have had as many letters as the project allows a person.',
    pt: 'Já recebeu tantas mensagens quantas o projeto permite a uma pessoa.',
  },
  deleted: { en: 'The contact was deleted.', pt: 'O contato foi excluído.' },
  no_variant: { en: 'There is no variant for them.', pt: 'Não há variante para o contato.' },
  past_zone: {
    en: 'The moment had passed in their time zone.',
    pt: 'O horário já tinha passado no fuso do contato.',
  },
  too_late: {
    en: 'The campaign ended before their turn.',
    pt: 'A campanha terminou antes da vez.',
  },
  error: { en: 'Their letter could not be made.', pt: 'A mensagem não pôde ser criada.' },
  missing_value: {
    en: 'A value that the letter prints is missing.',
    pt: 'Falta um valor que a mensagem imprime.',
  },
}

function sentenceOf(state: string, reason: string | null, language: Language): string {
  const key = state === 'skipped' ? (reason ?? 'error').split(':')[0]! : state
  return (sentences[key] ?? sentences.error!)[language]
}

const consentReasons = new Set(['unsubscribed_topic', 'not_confirmed'])

function because(reason: string | null) {
  const checks = [{ check: 'audience', result: true }]
  if (reason === null) return [...checks, { check: 'consent', result: true }]
  const check = consentReasons.has(reason) ? 'topic' : reason.split(':')[0]!
  return [...checks, { check, result: false }]
}

const explained = (row: RecipientRow, language: Language) => ({
  state: row.state,
  reason: row.reason,
  explanation: sentenceOf(row.state, row.reason, language),
  decided_at: row.decided_at.toISOString(),
  email_id: row.email_id === null ? null : show('msg', row.email_id),
  because: because(row.reason),
})

function evaluated(found: { readonly reason: string | null } | undefined, language: Language) {
  const base = { decided_at: null, email_id: null }
  if (found === undefined) {
    return {
      ...base,
      state: 'not_in_audience',
      reason: null,
      explanation: sentenceOf('not_in_audience', null, language),
      because: [{ check: 'audience', result: false }],
    }
  }
  const { reason } = found
  return {
    ...base,
    state: 'not_in_audience',
    reason,
    explanation: sentenceOf(reason === null ? 'would_get' : 'skipped', reason, language),
    because: because(reason),
  }
}

export const recipientRoutes: readonly Route[] = [list, why]
