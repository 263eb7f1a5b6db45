/** Why one person gets a campaign, or why not: each check in the order in which it is made. */
import { type Static, Type } from 'typebox'
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import { type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import { cappedUntil } from '../../contacts/letters/caps.ts'
import type { ContactRow } from '../../contacts/people/contact.ts'
import { findContactId } from '../../contacts/people/find.ts'
import { readContact } from '../../contacts/people/store.ts'
import { settingsOf } from '../../forms/settings.ts'
import { momentOf } from '../../segments/count.ts'
import { evaluate } from '../../segments/evaluate.ts'
import { readFacts } from '../../segments/facts.ts'
import { filterResultShape } from '../../segments/filter-shape.ts'
import { mustFindSegment, readVocabulary, treeOf } from '../../segments/segment.ts'
import type { Campaign } from '../definition/campaign.ts'
import { deeds } from '../definition/shapes.ts'
import { stateOf } from '../definition/state-table.ts'
import { idParams, mustFind } from '../find.ts'
import { reasonsOf } from '../store.ts'
import {
  type AudiencePart,
  audienceParts,
  consentTopics,
  reasonCondition,
} from './audience-store.ts'
import { findRecipient, type ListedRecipient, letterStates } from './recipients-store.ts'
import { countedLetters, holdFor, lastConsentOn } from './why-store.ts'
import { letterSentence, passedSentence, sentenceOf } from './why-words.ts'

const nullable = Type.Union([Type.String(), Type.Null()])

const parts = Type.Optional(Type.Array(Type.Ref('AudienceResult')))

/** The audience with a result at each part, as it is now. */
const audienceResultShape = Type.Cyclic(
  {
    AudienceResult: Type.Object({
      result: Type.Boolean(),
      all: parts,
      any: parts,
      not: Type.Optional(Type.Ref('AudienceResult')),
      everybody: Type.Optional(Type.Boolean()),
      topic: Type.Optional(Type.String()),
      segment: Type.Optional(Type.String()),
      campaign: Type.Optional(Type.String()),
      ...Object.fromEntries(deeds.map(deed => [deed, Type.Optional(Type.String())])),
      received_within: Type.Optional(Type.String()),
      because: Type.Optional(filterResultShape),
    }),
  },
  'AudienceResult',
)
type AudienceResult = Static<typeof audienceResultShape>

const checkShape = Type.Object({
  check: Type.String(),
  result: Type.Boolean(),
  explanation: Type.String(),
  tree: Type.Optional(Type.Union([audienceResultShape, Type.Null()])),
  evaluated: Type.Optional(
    Type.Enum(['snapshot', 'now'], {
      description: 'now: the person was not read, and is looked at as they are.',
    }),
  ),
  consent_id: Type.Optional(nullable),
  had: Type.Optional(Type.Array(Type.String({ description: 'msg_… that count in the cap.' }))),
})

type Check = Static<typeof checkShape>

const whyShape = Type.Object(
  {
    state: Type.String({ description: 'As in the list; not_in_audience for who was not read.' }),
    reason: nullable,
    explanation: Type.String(),
    decided_at: nullable,
    email_id: nullable,
    letter_state: Type.Union([Type.Enum([...letterStates]), Type.Null()], {
      description: 'As in the list: how far the letter has come.',
    }),
    because: Type.Array(checkShape),
    next: Type.Optional(Type.Object({ at: nullable, reason: Type.String() })),
  },
  { $id: 'RecipientExplanation' },
)

export const why: Route = route({
  method: 'GET',
  path: '/v1/campaigns/{id}/recipients/{contact}',
  name: 'campaigns.recipient',
  scope: 'read',
  summary: 'Say why a person gets a campaign, or why not',
  params: Type.Object({
    id: idParams.properties.id,
    contact: Type.String({ description: 'con_… or an address.' }),
  }),
  success: { status: 200, schema: whyShape },
  errors: ['resource_not_found'],
  handle: async call => {
    const { world, tenant, params, language } = call
    const campaign = await mustFind(world.db, call)
    const contactId = await findContactId(world.db, tenant, params.contact)
    if (contactId === null) throw new Refusal('resource_not_found')
    const key = { projectId: tenant.projectId, id: campaign.id }
    const row = await findRecipient(world.db, key, contactId)
    const contact = await readContact(world.db, tenant, contactId)
    if (contact === null && row === null) throw new Refusal('resource_not_found')
    const context = { world, tenant, language, campaign, contact }
    return { status: 200, body: row === null ? await lookedAt(context) : await kept(context, row) }
  },
})

interface Context extends TenantWorld {
  readonly language: Language
  readonly campaign: Campaign
  /** null: deleted since. */
  readonly contact: ContactRow | null
}

/** Of somebody whom the campaign has read. */
async function kept(context: Context, row: ListedRecipient) {
  const { language, campaign, world } = context
  const isOpen = row.state === 'pending'
  const until = isOpen ? new Date(world.clock.now()) : row.decided_at
  const audience: Check = {
    check: 'audience',
    result: true,
    explanation: passedSentence('audience', language),
    tree: await treeFor(context),
    evaluated: 'snapshot',
  }
  const next = isOpen ? nextOf(campaign, row) : null
  return {
    state: row.state,
    reason: row.reason,
    explanation:
      row.letter_state === null
        ? sentenceOf(row.state, row.reason, language)
        : letterSentence(row.letter_state, language),
    decided_at: row.decided_at.toISOString(),
    email_id: row.email_id === null ? null : show('msg', row.email_id),
    letter_state: row.letter_state,
    because: [audience, ...(await checksOf(context, row.reason, until))],
    ...(next === null ? {} : { next }),
  }
}

/** Nobody read them: they are looked at as they are now. */
async function lookedAt(context: Context) {
  const { world, tenant, language, campaign, contact } = context
  const now = new Date(world.clock.now())
  const tree = await treeFor(context)
  const isMeant = tree?.result === true
  const audience: Check = {
    check: 'audience',
    result: isMeant,
    explanation: isMeant
      ? passedSentence('audience_now', language)
      : sentenceOf('not_in_audience', null, language),
    tree,
    evaluated: 'now',
  }
  const base = { state: 'not_in_audience', decided_at: null, email_id: null, letter_state: null }
  if (!isMeant) {
    const explanation = sentenceOf('not_in_audience', null, language)
    return { ...base, reason: null, explanation, because: [audience] }
  }
  const values: unknown[] = []
  const condition = reasonCondition(campaign.definition, now)
  const reason = condition(value => `$${values.push(value) + 3}`)
  const consent = await reasonsOf(world.db, tenant, [contact!.id], { reason, values })
  const why = consent.get(contact!.id)?.reason ?? (await capOf(context, now.getTime()))
  return {
    ...base,
    reason: why,
    explanation: sentenceOf(why === null ? 'would_get' : 'skipped', why, language),
    because: [audience, ...(await checksOf(context, why, now))],
    ...(why === null && stateOf(campaign.status).stage === 'waiting'
      ? { next: { at: campaign.due_at?.toISOString() ?? null, reason: 'schedule' } }
      : {}),
  }
}

async function capOf({ world, tenant, campaign, contact }: Context, now: number) {
  const { cap } = await settingsOf(world.db, tenant.projectId)
  const topicId = read('top', campaign.definition.topic_id ?? '')
  const asked = { caps: cap, topicId, contactIds: [contact!.id], now }
  return (await cappedUntil(world.db, tenant.projectId, asked)).size > 0 ? 'capped' : null
}

/** By which check a reason says no; of others the reason is the name. */
const checkOfReason: Readonly<Record<string, string>> = {
  suppressed: 'suppression',
  snoozed: 'snooze',
  unsubscribed_topic: 'topic',
  not_confirmed: 'topic',
  unconfirmed: 'topic',
  capped: 'cap',
}

/** After the audience, in their order, up to the one that said no. */
async function checksOf(context: Context, reason: string | null, until: Date): Promise<Check[]> {
  const { language, campaign, tenant, world } = context
  const topicIds = consentTopics(campaign.definition)
  const { cap } = await settingsOf(world.db, tenant.projectId)
  const base = reason?.split(':')[0] ?? null
  const failed = base === null ? null : (checkOfReason[base] ?? base)
  const names = [
    'suppression',
    'snooze',
    ...(topicIds.length > 0 || failed === 'topic' ? ['topic'] : []),
    ...(cap.length > 0 || failed === 'cap' ? ['cap'] : []),
  ]
  const order =
    failed === null || names.includes(failed) ? names : [...before(failed, names), failed]
  const checks: Check[] = []
  for (const check of order) {
    const result = check !== failed
    const explanation = result
      ? passedSentence(check, language)
      : sentenceOf('skipped', reason, language)
    const facts = await factsOf(context, check, until)
    // Without a topic of its own the letter asks only those who have been in one of the audience's.
    const isAsked = campaign.definition.topic_id !== null || facts.consent_id !== null
    if (!result || isAsked) checks.push({ check, result, explanation, ...facts })
    if (!result) break
  }
  return checks
}

/** What was asked before a check that is none of consent and cap: the cap comes after some of them. */
const before = (failed: string, names: readonly string[]): readonly string[] =>
  ['received_recently', 'no_longer_matches', 'past_zone', 'too_late', 'deleted'].includes(failed)
    ? names.filter(one => one !== 'cap')
    : names

async function factsOf(
  { world, tenant, campaign, contact }: Context,
  check: string,
  until: Date,
): Promise<Partial<Check>> {
  if (contact === null) return {}
  if (check === 'topic') {
    const topicIds = consentTopics(campaign.definition)
    const id = await lastConsentOn(world.db, tenant, contact.id, { topicIds, until })
    return { consent_id: id === null ? null : show('cns', id) }
  }
  if (check !== 'cap') return {}
  const { cap } = await settingsOf(world.db, tenant.projectId)
  const longest = Math.max(0, ...cap.map(one => durationMs(one.per) ?? 0))
  const since = new Date(until.getTime() - longest)
  const had = await countedLetters(world.db, tenant.projectId, contact.id, { since, until })
  return { had: had.map(id => show('msg', id)) }
}

/** What the audience asks, part by part; null: it names nobody, or there is nobody any more. */
async function treeFor(context: Context): Promise<AudienceResult | null> {
  const { world, tenant, campaign, contact } = context
  const { audience } = campaign.definition
  if (audience === null || contact === null) return null
  const parts = await audienceParts(context, audience)
  const all = [...parts.wanted, ...parts.among, ...parts.unwanted]
  const holds = await holdFor(
    world.db,
    tenant,
    contact.id,
    all.map(one => one.condition),
  )
  const nodes = await Promise.all(
    all.map(async (part, n) => ({
      ...part.name,
      result: holds[n]!,
      ...(await detail(context, part)),
    })),
  )
  const wanted = nodes.slice(0, parts.wanted.length)
  const among = nodes.slice(parts.wanted.length, parts.wanted.length + parts.among.length)
  const unwanted = nodes
    .slice(parts.wanted.length + parts.among.length)
    .map(not => ({ result: !not.result, not }))
  const isAll = (audience.match ?? 'all') === 'all'
  const isAny = audience.everybody === true || wanted.length === 0
  const chosen = isAny
    ? { everybody: true, result: true }
    : isAll
      ? { result: wanted.every(one => one.result), all: wanted }
      : { result: wanted.some(one => one.result), any: wanted }
  const tree = [chosen, ...among, ...unwanted]
  return { result: tree.every(one => one.result), all: tree }
}

/** Of a segment, its filter with a result at each condition. */
async function detail({ world, tenant, contact }: Context, { name }: AudiencePart) {
  const { segment: text } = name
  if (text === undefined) return {}
  const segment = await mustFindSegment(world.db, tenant, text)
  const tree = treeOf(segment, await readVocabulary(world.db, tenant.projectId))
  const facts = await readFacts(world.db, tenant, contact!, tree)
  return { because: evaluate(tree, facts, await momentOf(world, tenant)) }
}

/** When it is the turn of somebody who waits, as far as that is known. */
function nextOf(
  { status, waiting, paused_by: by, progress }: Campaign,
  { send_at: at }: ListedRecipient,
) {
  if (status === 'paused') return { at: null, reason: `paused_by_${by ?? 'person'}` }
  if (at !== null) return { at: at.toISOString(), reason: progress.postponed_by ?? 'time_zone' }
  return waiting === null
    ? { at: null, reason: 'in_line' }
    : { at: waiting.until, reason: waiting.reason }
}
