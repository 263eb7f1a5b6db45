/** What would become of a campaign: all findings before anybody gets a letter. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Call, Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { findSender } from '#sending/domains/sender.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { dateIn } from '#tenants/limits/period.ts'
import { settingsOf } from '../forms/settings.ts'
import type { Finding } from '../templates/findings.ts'
import { audienceCondition, consentTopics, reasonCondition } from './audience-store.ts'
import type { Campaign, CampaignLetters } from './campaign.ts'
import { judgeContent, judgeVariants } from './content.ts'
import { brokenLinks, moreChecks } from './preflight-checks.ts'
import { opensAt } from './schedule.ts'
import { countAudience } from './store.ts'

type Asking = { readonly world: World; readonly tenant: Tenant }

const findingShape = Type.Object({
  code: Type.String(),
  level: Type.Enum(['error', 'warning', 'info']),
  param: Type.Optional(Type.String()),
  count: Type.Optional(Type.Integer()),
  message: Type.String(),
})

const audienceShape = Type.Object({
  total: Type.Integer(),
  sendable: Type.Integer(),
  skipped: Type.Record(Type.String(), Type.Integer()),
})

export const forecastShape = Type.Object({
  days: Type.Array(
    Type.Object({ date: Type.String(), letters: Type.Integer(), limit: Type.String() }),
  ),
  finishes_at: Type.Union([Type.String(), Type.Null()]),
})

export const preflightShape = Type.Object({
  ok: Type.Boolean(),
  checks: Type.Array(findingShape),
  audience: audienceShape,
  forecast: forecastShape,
})

interface Counted {
  readonly total: number
  readonly sendable: number
  readonly skipped: Readonly<Record<string, number>>
}

interface Preflight {
  readonly checks: readonly (Finding & { readonly refusal?: Refusal })[]
  readonly audience: Counted
  readonly letters: CampaignLetters | null
}

const say = (
  code: string,
  level: Finding['level'],
  message: Text,
  more: Partial<Finding> & { refusal?: Refusal } = {},
) => ({ code, level, message, ...more })

const missing = (param: string) =>
  say(
    'missing_field',
    'error',
    { en: `The field ${param} is required.`, pt: `O campo ${param} é obrigatório.` },
    { param, refusal: new Refusal('missing_field', { param }) },
  )

export async function preflightOf(call: Asking, campaign: Campaign): Promise<Preflight> {
  const { definition } = campaign
  const checks: Preflight['checks'][number][] = []
  const audience = await countOf(call, campaign)
  if (audience === null) checks.push(missing('audience'))
  else checks.push(...audienceChecks(audience))
  let letters: CampaignLetters | null = null
  if (definition.content === null) checks.push(missing('content'))
  else {
    const { postal_address: address } = await settingsOf(call.world.db, call.tenant.projectId)
    try {
      const base = await judgeContent(call, definition.content, address ?? '')
      const about = { ab: definition.ab ?? null, address: address ?? '' }
      const judged = await judgeVariants(call, base, about)
      letters = judged.letters
      checks.push(...judged.findings)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const about = error.param === undefined ? {} : { param: error.param }
      checks.push(say(error.code, 'error', error.text, { ...about, refusal: error }))
    }
  }
  checks.push(...(await senderChecks(call, definition.from, definition.reply_to)))
  if (letters !== null) {
    const { sendable = 0 } = audience ?? {}
    const meant = await meantOf(call, campaign)
    checks.push(...(await moreChecks(call, { campaign, letters, sendable, audience: meant })))
  }
  return { checks, audience: audience ?? { total: 0, sendable: 0, skipped: {} }, letters }
}

/** Who is meant, as SQL over `c` with values from $3 on; null: it names nobody. */
async function meantOf(call: Asking, { definition }: Campaign) {
  if (definition.audience === null) return null
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 2}`
  const condition = (await audienceCondition(call, definition.audience))(add)
  return { condition, values }
}

/** null: it names none. */
async function countOf(call: Asking, { definition }: Campaign): Promise<Counted | null> {
  if (definition.audience === null) return null
  const values: unknown[] = []
  const add = (value: unknown): string => `$${values.push(value) + 2}`
  const audience = (await audienceCondition(call, definition.audience))(add)
  const now = new Date(call.world.clock.now())
  const reason = reasonCondition(consentTopics(definition), now)(add)
  const rows = await countAudience(call.world.db, call.tenant, { audience, reason, values })
  const skipped = rows.filter(one => one.reason !== null)
  const total = rows.reduce((sum, one) => sum + one.count, 0)
  return {
    total,
    sendable: total - skipped.reduce((sum, one) => sum + one.count, 0),
    skipped: Object.fromEntries(skipped.map(one => [one.reason!, one.count])),
  }
}

function audienceChecks({ total, sendable }: Counted): Preflight['checks'] {
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
        en: `${sendable} of ${total} people may be written to.`,
        pt: `${sendable} de ${total} pessoas podem receber.`,
      },
      { count: sendable },
    ),
  ]
}

async function senderChecks(
  { world, tenant }: Asking,
  from: string | null,
  replyTo: readonly string[],
): Promise<Preflight['checks']> {
  if (from === null) return [missing('from')]
  const parsed = parseAddress(from)
  if (!parsed.ok) return []
  const { domain, email } = parsed.address
  const checks: Preflight['checks'][number][] = []
  if (tenant.mode === 'live' && (await findSender(world, tenant.projectId, domain)) === null) {
    const refusal = new Refusal('domain_not_verified', { param: 'from', values: { domain } })
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

/** Throws the first error as sending refuses it. */
export function mustFly({ checks }: Preflight): void {
  const wrong = checks.find(one => one.level === 'error')
  if (wrong === undefined) return
  if (wrong.refusal !== undefined) throw wrong.refusal
  const about = wrong.param === undefined ? {} : { param: `content.${wrong.param}` }
  throw new Refusal('invalid_field', { ...about, why: wrong.message })
}

export async function forecastOf({ world, tenant }: Asking, campaign: Campaign, letters: number) {
  const account = await getAccount(world, tenant.accountId)
  const zone = account?.timeZone ?? 'UTC'
  const now = world.clock.now()
  const schedule = campaign.definition.schedule ?? {}
  const start = opensAt(schedule, zone, now) ?? now
  const { rate_per_hour: rate } = schedule
  const aDay = rate === undefined ? letters : rate * 24
  const days: { date: string; letters: number; limit: string }[] = []
  for (let left = letters, day = 0; left > 0 && days.length < 400; day += 1) {
    const some = Math.min(left, aDay)
    left -= some
    const date = dateIn(zone, start + day * 24 * 3_600_000)
    days.push({ date, letters: some, limit: rate === undefined ? 'none' : 'rate' })
  }
  const seconds = rate === undefined ? letters / 200 : (letters / rate) * 3_600
  return { days, finishes_at: new Date(start + seconds * 1_000).toISOString() }
}

export async function showPreflight(call: Asking & Pick<Call, 'language'>, campaign: Campaign) {
  const flight = await preflightOf(call, campaign)
  const forecast = await forecastOf(call, campaign, flight.audience.sendable)
  const broken = flight.letters === null ? [] : await brokenLinks(call.world, flight.letters)
  const checks = [...flight.checks, ...broken, ...forecastCheck(campaign, forecast)]
  return {
    ok: flight.checks.every(one => one.level !== 'error'),
    checks: checks.map(one => shownCheck(one, call.language)),
    audience: flight.audience,
    forecast,
  }
}

function forecastCheck(
  { definition }: Campaign,
  { days, finishes_at: at }: Awaited<ReturnType<typeof forecastOf>>,
): Preflight['checks'] {
  if (at === null || days.length === 0) return []
  const shown = `${at.slice(0, 16).replace('T', ' ')} UTC`
  const until = definition.schedule?.send_until
  if (until !== undefined && Date.parse(until) < Date.parse(at)) {
    const message = {
      en: `It will not be through by send_until; the last letters would go out at about ${shown}.`,
      pt: `Não termina até send_until; as últimas mensagens sairiam por volta de ${shown}.`,
    }
    return [say('forecast', 'warning', message, { param: 'schedule.send_until' })]
  }
  const message = {
    en: `Days until all letters are out: ${days.length}; the last at about ${shown}.`,
    pt: `Dias até todas as mensagens saírem: ${days.length}; a última por volta de ${shown}.`,
  }
  return [say('forecast', 'info', message, { count: days.length })]
}

const shownCheck = (
  { code, level, param, count, message }: Preflight['checks'][number],
  language: Language,
) => ({
  code,
  level,
  ...(param === undefined ? {} : { param }),
  ...(count === undefined ? {} : { count }),
  message: message[language],
})
