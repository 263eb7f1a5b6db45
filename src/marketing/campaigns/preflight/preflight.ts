/** What would become of a campaign: all findings before anybody gets a letter. */

import { Type } from 'typebox'
import { errors, Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { localTime } from '#kernel/base/moments.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import { inOwnLetters } from '#kernel/mail/domain-name.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { utmOf } from '#sending/content/utm.ts'
import { findSender } from '#sending/domains/sender.ts'
import { settingsOf } from '../../forms/settings.ts'
import type { Finding } from '../../templates/findings.ts'
import { audienceCondition, groupAudience, reasonCondition } from '../audience/audience-store.ts'
import { countAll, countBy, type PeopleGroup } from '../audience/groups.ts'
import type { Campaign, CampaignLetters, Definition } from '../definition/campaign.ts'
import { judgeContent, judgeVariants, markLinks } from '../definition/content.ts'
import { forecastOf } from '../forecast/ahead.ts'
import type { DaysAhead } from '../forecast/forecast.ts'
import { type CampaignParts, lettersOf } from '../sending/prepared.ts'
import { brokenLinks, moreChecks } from './preflight-checks.ts'
import { renderedFindings } from './rendered-findings.ts'

type Context = { readonly world: World; readonly tenant: Tenant }

const findingShape = Type.Object(
  {
    code: Type.String(),
    level: Type.Enum(['error', 'warning', 'info']),
    param: Type.Optional(Type.String()),
    count: Type.Optional(Type.Integer()),
    sample: Type.Optional(
      Type.Array(
        Type.Union([
          Type.String(),
          Type.Object({ contact_id: Type.String(), email: Type.String() }),
        ]),
        { description: 'Five of the people, or the links.' },
      ),
    ),
    message: Type.String(),
  },
  { $id: 'PreflightFinding' },
)

const audienceShape = Type.Object(
  {
    total: Type.Integer(),
    sendable: Type.Integer(),
    skipped: Type.Record(Type.String(), Type.Integer()),
  },
  { $id: 'AudienceCounts' },
)

export const forecastShape = Type.Object(
  {
    days: Type.Array(
      Type.Object({ date: Type.String(), letters: Type.Integer(), limit: Type.String() }),
    ),
    finishes_at: Type.Union([Type.String(), Type.Null()]),
    at: Type.String({ description: 'When it was made; what left since is counted in it.' }),
  },
  { $id: 'Forecast' },
)

export const preflightShape = Type.Object(
  {
    ok: Type.Boolean(),
    checks: Type.Array(findingShape),
    audience: audienceShape,
    forecast: forecastShape,
  },
  { $id: 'Preflight' },
)

interface AudienceCount {
  readonly total: number
  readonly sendable: number
  readonly skipped: Readonly<Record<string, number>>
}

/** Conditions on the row `c` of contacts, and their values from $3 on. */
interface Who {
  readonly condition: string
  readonly values: readonly unknown[]
}

interface Preflight {
  readonly checks: readonly (Finding & { readonly refusal?: Refusal })[]
  readonly audience: AudienceCount
  readonly letters: CampaignLetters | null
  /** Who may be written to; null: nobody is named. */
  readonly sendable: Who | null
  readonly groups: readonly PeopleGroup[]
}

const say = (
  code: string,
  level: Finding['level'],
  message: Text,
  more: Partial<Finding> & { refusal?: Refusal } = {},
) => ({ code, level, message, ...more })

/** In the words of who fills it in; the refusal names the field. */
const missingTexts = {
  audience: { en: 'It has nobody who gets it.', pt: 'Não tem quem receba.' },
  content: { en: 'It has no content.', pt: 'Não tem conteúdo.' },
  from: { en: 'It has no sender.', pt: 'Não tem remetente.' },
}

/** `code`: of the check that cannot be made without it. */
const missing = (param: keyof typeof missingTexts, code: string) =>
  say(code, 'error', missingTexts[param], {
    param,
    refusal: new Refusal('missing_field', { param }),
  })

export async function preflightOf(call: Context, campaign: Campaign): Promise<Preflight> {
  const { definition } = campaign
  const checks: Preflight['checks'][number][] = []
  const people = await peopleOf(call, campaign)
  if (people === null) checks.push(missing('audience', 'audience_empty'))
  else checks.push(...audienceChecks(people.counted))
  const { letters, findings } = await judged(call, campaign)
  checks.push(...findings, ...(await sendersChecks(call, definition)))
  const audience = people?.counted ?? { total: 0, sendable: 0, skipped: {} }
  const { sendable, meant, groups } = people ?? { sendable: null, meant: null, groups: [] }
  const checked = { campaign, letters, sendable: audience.sendable, audience: meant, groups }
  checks.push(...(await moreChecks(call, { ...checked, receivers: sendable })))
  return { checks, audience, letters, sendable, groups }
}

/** What is to be said of the letters; holes in them are counted by rendering. */
async function judged(call: Context, { definition, name }: Campaign) {
  if (definition.content === null)
    return { letters: null, findings: [missing('content', 'content')] }
  const settings = await settingsOf(call.world.db, call.tenant.projectId)
  const { postal_address: address } = settings
  try {
    const base = await judgeContent(call, definition.content, address ?? '')
    const about = { ab: definition.ab ?? null, address: address ?? '' }
    const { letters: unmarked, findings } = await judgeVariants(call, base, about)
    const letters = markLinks(unmarked, { utm: utmOf(settings.utm, definition.utm), title: name })
    return { letters, findings: findings.filter(one => one.code !== 'value_missing') }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const about = error.param === undefined ? {} : { param: error.param }
    const findings = [say('content', 'error', error.text, { ...about, refusal: error })]
    return { letters: null, findings }
  }
}

/** Who is meant, and who of them may be written to; null: it names nobody. */
async function peopleOf(call: Context, { definition }: Campaign) {
  if (definition.audience === null) return null
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 2}`
  const audience = (await audienceCondition(call, definition.audience))(add)
  const meant: Who = { condition: audience, values: [...values] }
  const now = new Date(call.world.clock.now())
  const reason = reasonCondition(definition, now)(add)
  const all = await groupAudience(call.world.db, call.tenant, { audience, reason, values })
  const groups = all.filter(one => one.reason === null)
  const skipped = countBy(
    all.filter(one => one.reason !== null),
    'reason',
  )
  const counted: AudienceCount = {
    total: countAll(all),
    sendable: countAll(groups),
    skipped: Object.fromEntries(skipped),
  }
  const sendable = { condition: `${audience} and ${reason} is null`, values }
  return { counted, meant, sendable, groups }
}

function audienceChecks({ total, sendable }: AudienceCount): Preflight['checks'] {
  if (total === 0) {
    const message = { en: 'Nobody is in the audience.', pt: 'Não há ninguém na audiência.' }
    const refusal = new Refusal('invalid_field', { param: 'audience', why: message })
    return [say('audience_empty', 'error', message, { param: 'audience', refusal })]
  }
  return [
    say(
      'audience',
      'info',
      {
        en: `${sendable} of ${total} ${total === 1 ? 'person' : 'people'} may be written to.`,
        pt: `${sendable} de ${total} ${total === 1 ? 'pessoa' : 'pessoas'} ${sendable === 1 ? 'pode' : 'podem'} receber.`,
      },
      { count: sendable },
    ),
  ]
}

/** Of the campaign's sender, and of those that variants have instead. */
async function sendersChecks(call: Context, { from, reply_to: to, ab }: Definition) {
  const checks = [...(await senderChecks(call, from, to))]
  for (const [n, one] of (ab?.variants ?? []).entries()) {
    if (one.from === undefined || one.from === from) continue
    for (const found of await senderChecks(call, one.from, to)) {
      const param = `ab.variants[${n}].from`
      checks.push(found.code === 'domain_not_verified' ? { ...found, param } : found)
    }
  }
  return checks
}

async function senderChecks(
  { world, tenant }: Context,
  from: string | null,
  replyTo: readonly string[],
): Promise<Preflight['checks']> {
  if (from === null) return [missing('from', 'domain_not_verified')]
  const parsed = parseAddress(from)
  if (!parsed.ok) return []
  const { domain, email } = parsed.address
  const checks: Preflight['checks'][number][] = []
  if (tenant.mode === 'live' && (await findSender(world, tenant.projectId, domain)) === null) {
    const refusal = new Refusal('domain_not_verified', {
      param: 'from',
      values: { domain: inOwnLetters(domain) },
    })
    checks.push(say('domain_not_verified', 'error', refusal.text, { param: 'from', refusal }))
  }
  if (/^no-?reply@/i.test(email) && replyTo.length === 0) {
    checks.push(
      say(
        'reply_to',
        'warning',
        {
          en: 'Nobody reads answers to this address, and there is no reply_to.',
          pt: 'Ninguém lê respostas a este endereço, e não há reply_to.',
        },
        { param: 'reply_to' },
      ),
    )
  }
  return checks
}

/** The order of checks of the contract is that of the statuses: fields, sandbox, domain, pauses. */
const statusOf = ({ refusal }: { readonly refusal?: Refusal }): number =>
  errors[refusal?.code ?? 'invalid_field'].status

/** Throws the first error as sending refuses it. */
export function mustFly({ checks }: Preflight): void {
  const [wrong] = checks
    .filter(one => one.level === 'error')
    .toSorted((a, b) => statusOf(a) - statusOf(b))
  if (wrong === undefined) return
  if (wrong.refusal !== undefined) throw wrong.refusal
  const { param, message: why } = wrong
  // Of what a variant sends instead, the whole path is known.
  const isOfVariant = param?.startsWith('ab.') === true
  const about = param === undefined ? {} : { param: isOfVariant ? param : `content.${param}` }
  throw new Refusal('invalid_field', { ...about, why })
}

/** As in `checks`, what of the people is over the cap. */
const cappedOf = ({ checks }: Preflight, { definition }: Campaign): number =>
  definition.if_capped === 'wait' ? 0 : (checks.find(one => one.code === 'capped')?.count ?? 0)

const receiversOf = (flight: Preflight, campaign: Campaign) => ({
  groups: flight.groups,
  capped: cappedOf(flight, campaign),
})

/** The forecast alone. */
export const forecastFor = (call: Context, campaign: Campaign): Promise<DaysAhead> =>
  forecastOf(call, campaign, async () => receiversOf(await preflightOf(call, campaign), campaign))

export const showForecast = ({ days, finishes_at }: DaysAhead, { world }: Pick<Call, 'world'>) => ({
  days: [...days],
  finishes_at,
  at: new Date(world.clock.now()).toISOString(),
})

export async function showPreflight(
  call: Context & Pick<Call, 'language'>,
  parts: CampaignParts,
  campaign: Campaign,
) {
  const flight = await preflightOf(call, campaign)
  const ahead = await forecastOf(call, campaign, async () => receiversOf(flight, campaign))
  const { letters } = flight
  const found = letters === null ? [] : await brokenLinks(call, letters)
  const seen =
    letters === null ? null : await renderedFor(call, parts, { campaign, letters, flight })
  // What was guessed from the source is known by rendering.
  const known = flight.checks.filter(
    one => seen === null || one.code !== 'too_large' || one.level === 'error',
  )
  const checks = [
    ...known,
    ...(seen ?? []),
    ...found,
    ...forecastCheck(ahead, call.tenant.timeZone),
  ]
  return {
    ok: flight.checks.every(one => one.level !== 'error'),
    checks: checks.map(one => shownCheck(one, call.language)),
    audience: flight.audience,
    forecast: showForecast(ahead, call),
  }
}

interface Flying {
  readonly campaign: Campaign
  readonly letters: CampaignLetters
  readonly flight: Preflight
}

/** What is found by rendering the letters of the audience; null: there is nobody to render for. */
async function renderedFor(
  call: Context,
  parts: CampaignParts,
  { campaign, letters, flight: { sendable: who, audience } }: Flying,
) {
  if (who === null || audience.sendable === 0) return null
  const common = await lettersOf(call.world, call.tenant, { ...campaign, letters }, parts)
  return renderedFindings(call, common, { campaign, who, sendable: audience.sendable })
}

function forecastCheck(
  { days, finishes_at: at, late }: DaysAhead,
  timeZone: string,
): Preflight['checks'] {
  if (at === null) return []
  const shown = localTime(Date.parse(at), timeZone)
  if (late > 0) {
    const isOne = late === 1
    const message = {
      en: `${late} ${isOne ? 'person' : 'people'} will not have theirs by send_until, ${shown.en}, and ${isOne ? 'gets' : 'get'} none.`,
      pt: `${late} ${isOne ? 'pessoa não terá' : 'pessoas não terão'} a sua até send_until, ${shown.pt}, e não ${isOne ? 'recebe' : 'recebem'}.`,
    }
    return [say('forecast', 'warning', message, { param: 'schedule.send_until', count: late })]
  }
  const limits = [...new Set(days.map(one => one.limit).filter(one => one !== 'none'))].join(', ')
  const by = limits === '' ? { en: '', pt: '' } : { en: ` (${limits})`, pt: ` (${limits})` }
  const message = {
    en: `Days until all emails are out: ${days.length}${by.en}; the last at about ${shown.en}.`,
    pt: `Dias até todas as mensagens saírem: ${days.length}${by.pt}; a última por volta de ${shown.pt}.`,
  }
  return [say('forecast', 'info', message, { count: days.length })]
}

const shownCheck = (
  { code, level, param, count, sample, message }: Preflight['checks'][number],
  language: Language,
) => ({
  code,
  level,
  ...(param === undefined ? {} : { param }),
  ...(count === undefined ? {} : { count }),
  ...(sample === undefined ? {} : { sample: [...sample] }),
  message: message[language],
})
