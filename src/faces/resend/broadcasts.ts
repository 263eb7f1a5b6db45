/** Resend's broadcasts: campaigns of ours to one segment, with content of their own. */
import type {
  BroadcastClickedLink,
  DuplicateBroadcastResponseSuccess,
  GetBroadcastResponseSuccess,
  ListBroadcastsResponseSuccess,
  RemoveBroadcastResponseSuccess,
} from 'resend'
import { type Static, Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { type Answer, bodyBytes, type Route } from '#kernel/routes/route.ts'
import type { campaignShape } from '#marketing/campaigns/definition/campaign.ts'
import type { contentShape } from '#marketing/campaigns/definition/shapes.ts'
import { stateOf } from '#marketing/campaigns/definition/state-table.ts'
import type { linkShape } from '#marketing/campaigns/report/links.ts'
import {
  type Fields,
  fieldsOf,
  listed,
  pageAsked,
  renamed,
  type Theirs,
  theirPage,
  theirRoute,
  through,
} from './adapter.ts'
import { ourLiquid } from './liquid.ts'
import { moment } from './moment.ts'

const path = '/broadcasts/{id}'

type OurCampaign = Static<typeof campaignShape>
type OurContent = Static<typeof contentShape>
type OurLink = Static<typeof linkShape>
type RemovalAnswer = Omit<RemoveBroadcastResponseSuccess, 'object'>

const recipientTypes = [
  'sent',
  'delivered',
  'opened',
  'clicked',
  'bounced',
  'complained',
  'unsubscribed',
  'suppressed',
] as const

export const broadcastRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/broadcasts',
    name: 'broadcasts.create',
    maxBodyBytes: bodyBytes.letters,
    scope: 'admin',
    status: 201,
    summary: 'Create a broadcast, and send it where that is asked for',
    takesBody: true,
    handle: call => renamed(theirName, () => createBroadcast(call)),
  }),
  theirRoute({
    method: 'GET',
    path: '/broadcasts',
    name: 'broadcasts.list',
    scope: 'read',
    summary: 'List broadcasts',
    query: Type.Object(theirPage),
    handle: call =>
      through('campaigns.list', call, { query: pageAsked(call.query) }, listed(summary)),
  }),
  theirRoute({
    method: 'GET',
    path,
    name: 'broadcasts.get',
    scope: 'read',
    summary: 'Read one broadcast',
    handle: call => through('campaigns.get', call, { params: call.params }, whole),
  }),
  theirRoute({
    method: 'PATCH',
    path,
    name: 'broadcasts.update',
    maxBodyBytes: bodyBytes.letters,
    scope: 'admin',
    summary: 'Change a broadcast',
    takesBody: true,
    handle: async call => {
      const { params } = call
      const { body: before } = await through('campaigns.get', call, { params })
      const { send: _send, scheduled_at: _at, ...given } = fieldsOf(call.body)
      const body = ours(given, before as Fields)
      return renamed(theirName, () =>
        through('campaigns.update', call, { params, body }, ({ id }) => ({ id })),
      )
    },
  }),
  theirRoute({
    method: 'DELETE',
    path,
    name: 'broadcasts.remove',
    scope: 'admin',
    summary: 'Delete a broadcast that is a draft',
    handle: call =>
      through(
        'campaigns.delete',
        call,
        { params: call.params },
        (answer: RemovalAnswer): RemoveBroadcastResponseSuccess => ({
          object: 'broadcast',
          ...answer,
        }),
      ),
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/send`,
    name: 'broadcasts.send',
    scope: 'admin',
    summary: 'Send a broadcast, now or later',
    takesBody: true,
    handle: call => {
      const { scheduled_at: at } = call.body == null ? {} : fieldsOf(call.body)
      return renamed(theirName, () => sendIt(call, call.params.id!, at))
    },
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/cancel`,
    name: 'broadcasts.cancel',
    scope: 'admin',
    summary: 'Take a broadcast back: a scheduled one is a draft again',
    handle: async call => {
      const { params } = call
      const { body } = await through('campaigns.get', call, { params })
      const isScheduled = (body as Fields).status === 'scheduled'
      const name = isScheduled ? 'campaigns.unschedule' : 'campaigns.cancel'
      return through(name, call, { params }, only)
    },
  }),
  theirRoute({
    method: 'POST',
    path: `${path}/duplicate`,
    name: 'broadcasts.duplicate',
    scope: 'admin',
    summary: 'Copy a broadcast as a draft',
    handle: call => through('campaigns.duplicate', call, { params: call.params, body: {} }, only),
  }),
  theirRoute({
    method: 'GET',
    path: `${path}/recipients`,
    name: 'broadcasts.recipients',
    scope: 'read',
    summary: 'List the people of a broadcast',
    query: Type.Object({
      ...theirPage,
      type: Type.Optional(Type.Enum([...recipientTypes])),
      email: Type.Optional(Type.String()),
    }),
    handle: recipients,
  }),
  theirRoute({
    method: 'GET',
    path: `${path}/clicked-links`,
    name: 'broadcasts.links',
    scope: 'read',
    summary: 'List the links of a broadcast with who clicked them',
    handle: call => through('campaigns.links', call, { params: call.params }, listed(clickedLink)),
  }),
]

/** Ours for a type of theirs. */
const askedOf: Readonly<Record<string, Fields>> = {
  sent: { state: 'released' },
  suppressed: { state: 'skipped', reason: 'suppressed' },
}

function recipients(call: Theirs): Promise<Answer> {
  const { type, email } = call.query
  const query = {
    ...pageAsked(call.query),
    ...(type === undefined ? {} : (askedOf[String(type)] ?? { state: type })),
    ...(email === undefined ? {} : { q: email }),
  }
  const asking = { params: call.params, query, cursor: 'contact_id' }
  return through(
    'campaigns.recipients',
    call,
    asking,
    // Theirs is any text that goes on behind the row.
    listed(({ contact_id, email: address }) => ({ id: contact_id, contact_id, email: address })),
  )
}

const theirName = (ours: string): string =>
  ours
    .replace(/^audience\.segments.*$/, 'segment_id')
    .replace(/^content\.preheader$/, 'preview_text')
    .replace(/^content\./, '')

const clickedLink = ({ n, url, people }: OurLink): BroadcastClickedLink => ({
  id: String(n),
  url,
  clicks: people,
  unique_clicks: people,
})

const only = ({ id }: Pick<OurCampaign, 'id'>): DuplicateBroadcastResponseSuccess => ({
  object: 'broadcast',
  id,
})

async function createBroadcast(call: Theirs): Promise<Answer> {
  const { send, scheduled_at: at, ...given } = fieldsOf(call.body)
  const body = ours(given, {})
  if (body.name === undefined) throw new Refusal('missing_field', { param: 'subject' })
  if (body.audience === undefined) throw new Refusal('missing_field', { param: 'segment_id' })
  const answer = ({ id }: Fields): Fields => ({ id })
  if (send !== true) return through('campaigns.create', call, { body }, answer)
  // What is remembered with the key of the call is that it was sent.
  const apart: Theirs = { ...call, commit: work => call.world.db.transaction(work) }
  const made = await through('campaigns.create', apart, { body })
  return sendIt(call, String((made.body as Fields).id), at)
}

function sendIt(call: Theirs, id: string, at: unknown): Promise<Answer> {
  const params = { id }
  const answer = (): Fields => ({ id })
  if (at == null) return through('campaigns.send', call, { params }, answer)
  const body = { at: moment(at, call.world.clock.now()) }
  return through('campaigns.schedule', call, { params, body }, answer)
}

/** Ours for what is given, beside what was there. */
function ours(given: Fields, before: Fields): Fields {
  const {
    name,
    segment_id: segment,
    audience_id: audience,
    preview_text: preheader,
    from,
    html,
    text,
    reply_to: replyTo,
    subject,
    topic_id: topic,
    ...rest
  } = given
  const own = {
    ...contentOf(before),
    ...(subject == null ? {} : { subject: ourLiquid(subject) }),
    ...(preheader == null ? {} : { preheader: ourLiquid(preheader) }),
    ...(html == null ? {} : { html: ourLiquid(html) }),
    ...(text == null ? {} : { text: text === '' ? false : ourLiquid(text) }),
  }
  const isChanged = [subject, preheader, html, text].some(one => one != null)
  const group = segment ?? audience
  const called = name ?? (before.name === undefined ? subject : undefined)
  return {
    ...rest,
    ...(called == null ? {} : { name: called }),
    ...(from == null ? {} : { from }),
    ...(replyTo == null ? {} : { reply_to: typeof replyTo === 'string' ? [replyTo] : replyTo }),
    ...(topic === undefined || (topic === null && before.name === undefined)
      ? {}
      : { topic_id: topic }),
    ...(isChanged ? { content: own } : {}),
    ...(group == null ? {} : { audience: { segments: [group] } }),
  }
}

/** Of its own; that of a template is none. */
function contentOf({ content }: Fields): Partial<OurContent> {
  const { template_id, ...own } = (content ?? {}) as Partial<OurContent>
  return template_id === undefined ? own : {}
}

/** Theirs, by how far it is. */
const statuses = { draft: 'draft', waiting: 'queued', under_way: 'queued', over: 'sent' } as const

function summary(campaign: OurCampaign): ListBroadcastsResponseSuccess['data'][number] {
  const { segments } = campaign.audience ?? {}
  const { at } = campaign.schedule ?? {}
  const segment = segments?.[0] ?? null
  const { stage } = stateOf(campaign.status)
  return {
    id: campaign.id,
    name: campaign.name,
    segment_id: segment,
    audience_id: segment,
    status: statuses[stage],
    created_at: campaign.created_at,
    scheduled_at: stage === 'waiting' ? (at ?? null) : null,
    sent_at: campaign.finished_at,
  }
}

function whole(campaign: OurCampaign): GetBroadcastResponseSuccess {
  const { subject, preheader, html, text } = contentOf(campaign)
  return {
    object: 'broadcast',
    ...summary(campaign),
    from: campaign.from,
    subject: subject ?? null,
    reply_to: campaign.reply_to,
    preview_text: preheader ?? null,
    topic_id: campaign.topic_id,
    html: html ?? null,
    text: typeof text === 'string' ? text : null,
  }
}
