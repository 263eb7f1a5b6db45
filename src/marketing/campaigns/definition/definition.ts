/** Reading what a campaign is to be: its members are judged one by one when they are given. */
import { durationMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { checkUtm, type Utm } from '#sending/content/utm.ts'
import { readNames } from '../../contacts/people/reading.ts'
import { segmentCondition } from '../../segments/routes.ts'
import { findCampaign } from '../store.ts'
import { checkAb, mustDecide } from './ab.ts'
import type { Definition } from './campaign.ts'
import { checkContent } from './content.ts'
import { checkFollowUp, type FollowUp, mustFollow } from './follow-up-fields.ts'
import { checkSchedule } from './schedule.ts'
import { type Audience, deeds, type Schedule } from './shapes.ts'

export const emptyDefinition: Definition = {
  from: null,
  reply_to: [],
  topic_id: null,
  content: null,
  audience: null,
  schedule: null,
  ab: null,
  tracking: { opens: true, clicks: true },
  guard: { enabled: true },
  archive: { public: false },
  tags: {},
  archived: false,
  follow_up: null,
  on_missing: 'skip',
  if_capped: 'skip',
  utm: {},
}

/** Members as a call gives them; null or an empty text clears one. */
export type GivenDefinition = Readonly<Record<string, unknown>>

type Context = { readonly world: Pick<World, 'db' | 'clock' | 'runtime'>; readonly tenant: Tenant }

const refuse = (param: string, why: Text): Refusal => new Refusal('invalid_field', { param, why })

/** The definition with what is given. Throws Refusal. */
export async function changedDefinition(
  call: Context,
  before: Definition,
  given: GivenDefinition,
): Promise<Definition> {
  const members = Object.keys(emptyDefinition) as (keyof Definition)[]
  const after: Record<string, unknown> = { ...before }
  for (const name of members) {
    if (!Object.hasOwn(given, name) || given[name] === undefined) continue
    const value = given[name] === '' ? null : given[name]
    // Of this one null has a meaning of its own.
    const isCleared = value === null && name !== 'utm'
    after[name] = isCleared ? emptyDefinition[name] : await readMember(call, name, value)
  }
  const definition = after as unknown as Definition
  mustDecide(definition.ab ?? null, definition.schedule?.time_zone)
  mustFollow(definition)
  return definition
}

/** What was judged of a call's members, put into the definition as it is by now. Throws Refusal. */
export function withMembers(
  now: Definition,
  judged: Definition,
  given: GivenDefinition,
): Definition {
  const names = (Object.keys(emptyDefinition) as (keyof Definition)[]).filter(
    name => given[name] !== undefined,
  )
  const definition = { ...now, ...Object.fromEntries(names.map(name => [name, judged[name]])) }
  mustDecide(definition.ab ?? null, definition.schedule?.time_zone)
  mustFollow(definition)
  return definition
}

async function readMember(call: Context, name: keyof Definition, value: unknown): Promise<unknown> {
  switch (name) {
    case 'from':
      return readAddressList([value as string], () => 'from')[0]
    case 'reply_to':
      return readAddressList(value as string[], n => `reply_to[${n}]`)
    case 'topic_id':
      await topicMustBe(call, value as string, 'topic_id')
      return value
    case 'content':
      return checkContent(call, withoutNulls(value as object))
    case 'audience':
      return readAudience(call, withoutNulls(value as Audience))
    case 'schedule':
      return checkSchedule(withoutNulls(value as Schedule), call.world.clock.now(), 'schedule.')
    case 'ab':
      return checkAb(call, withoutNulls(value as Parameters<typeof checkAb>[1]))
    case 'tags':
      return readTags(value as Record<string, string>)
    case 'tracking':
      return { opens: true, clicks: true, ...withoutNulls(value as object) }
    case 'guard':
      return { enabled: true, ...withoutNulls(value as object) }
    case 'archive':
      return { public: false, ...withoutNulls(value as object) }
    case 'utm':
      checkUtm(value as Utm | null)
      return value === null ? null : withoutNulls(value as Utm)
    case 'follow_up':
      return checkFollowUp(withoutNulls(value as FollowUp))
    case 'archived':
    case 'on_missing':
    case 'if_capped':
      return value
  }
}

export function withoutNulls<T extends object>(given: T): T {
  return Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as T
}

function readAddressList(
  texts: readonly string[],
  paramOf: (n: number) => string,
): readonly string[] {
  for (const [n, text] of texts.entries()) {
    const parsed = parseAddress(text)
    if (!parsed.ok) throw refuse(paramOf(n), parsed.why)
  }
  return texts
}

const maxTags = 50

function readTags(tags: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(tags)
  const wrong = entries.find(([key, value]) => key === '' || key.length > 40 || value.length > 500)
  if (wrong !== undefined || entries.length > maxTags) {
    throw refuse(wrong === undefined ? 'tags' : `tags.${wrong[0].slice(0, 40)}`, {
      en: 'At most 50 tags, keys of 1 to 40 characters, values of 500.',
      pt: 'No máximo 50 tags, chaves de 1 a 40 caracteres, valores de 500.',
    })
  }
  return tags
}

async function topicMustBe({ world, tenant }: Context, text: string, param: string): Promise<Uuid> {
  const id = read('top', text)
  const { topics } = await readNames(world.db, tenant)
  if (id !== null && topics.has(id)) return id
  throw refuse(param, { en: 'There is no such topic.', pt: 'Não existe este tópico.' })
}

/** An audience is never empty by accident. */
async function readAudience(call: Context, given: Audience): Promise<Audience> {
  const { topics = [], segments = [], everybody = false } = given
  const named = deeds.filter(deed => given[deed] !== undefined)
  const exclude = withoutNulls(given.exclude ?? {})
  mustBeFew(exclude)
  if (topics.length === 0 && segments.length === 0 && !everybody && named.length === 0) {
    throw new Refusal('missing_field', { param: 'audience' })
  }
  for (const [n, text] of topics.entries()) await topicMustBe(call, text, `audience.topics[${n}]`)
  await segmentsMustBe(call, segments, 'audience.segments')
  await segmentsMustBe(call, exclude.segments ?? [], 'audience.exclude.segments')
  for (const deed of named) {
    await campaignMustBe(call.world.db, call.tenant, given[deed]!, `audience.${deed}`)
  }
  for (const [n, text] of (exclude.campaigns ?? []).entries()) {
    await campaignMustBe(call.world.db, call.tenant, text, `audience.exclude.campaigns[${n}]`)
  }
  if (exclude.received_within !== undefined && durationMs(exclude.received_within) === null) {
    throw refuse('audience.exclude.received_within', {
      en: 'It must be a duration, such as P2D.',
      pt: 'Deve ser uma duração, como P2D.',
    })
  }
  return {
    ...given,
    topics,
    segments,
    match: given.match ?? 'all',
    everybody,
    exclude: { segments: [], campaigns: [], ...exclude },
    recheck: given.recheck ?? false,
  }
}

const maxExclusions = 20

export function mustBeFew({
  segments = [],
  campaigns = [],
}: NonNullable<Audience['exclude']>): void {
  if (segments.length + campaigns.length <= maxExclusions) return
  throw new Refusal('invalid_field', {
    why: {
      en: `A campaign has at most ${maxExclusions} exclusions.`,
      pt: `Uma campanha tem no máximo ${maxExclusions} exclusões.`,
    },
  })
}

async function segmentsMustBe(
  { world, tenant }: Context,
  texts: readonly string[],
  path: string,
): Promise<void> {
  for (const [n, text] of texts.entries()) {
    try {
      await segmentCondition(world, tenant, text)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      throw refuse(`${path}[${n}]`, error.text)
    }
  }
}

async function campaignMustBe(
  sql: Sql,
  tenant: Tenant,
  text: string,
  param: string,
): Promise<void> {
  const id = read('cmp', text)
  if (id !== null && (await findCampaign(sql, tenant, id)) !== null) return
  throw refuse(param, { en: 'There is no such campaign.', pt: 'Não existe esta campanha.' })
}
