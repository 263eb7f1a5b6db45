/** Findings of the pre-flight about people, moments and what the letters lead to. */
import { dayMs } from '#kernel/base/durations.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { parseAddress } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { HttpResult } from '#kernel/world/http.ts'
import type { World } from '#kernel/world/world.ts'
import { checkContent } from '#sending/content/content-check.ts'
import { linksOfHtml } from '#sending/content/links.ts'
import { publishesDmarc } from '#sending/domains/dmarc.ts'
import { getAccount } from '#tenants/accounts/accounts.ts'
import { readStandings } from '#tenants/limits/reserve.ts'
import { settingsOf } from '../../forms/settings.ts'
import type { Finding } from '../../templates/findings.ts'
import { chooseLanguage } from '../../templates/values.ts'
import { countCapped, findRepeated, reachesOthers } from '../audience/audience-store.ts'
import { countAll, countBy, type PeopleGroup } from '../audience/groups.ts'
import type { Campaign, CampaignLetters } from '../definition/campaign.ts'
import { placeOf } from '../definition/content.ts'
import { zoneMoments } from '../definition/schedule.ts'
import { preparedLetter } from '../sending/letter.ts'
import { listHosts } from '../sending/link-bases.ts'
import { linkChecks } from './link-checks.ts'
import { lookAtLinks } from './link-looks.ts'

type Context = { readonly world: World; readonly tenant: Tenant }
type FlightCheck = Finding & { readonly refusal?: Refusal }

const say = (
  code: string,
  level: Finding['level'],
  message: Text,
  more: Partial<FlightCheck> = {},
): FlightCheck => ({ code, level, message, ...more })

interface CheckedCampaign {
  readonly campaign: Campaign
  /** null: there is none, or what is wrong with them is said already. */
  readonly letters: CampaignLetters | null
  /** How many may be written to. */
  readonly sendable: number
  /** Conditions on the row `c` of contacts, and their values from $3 on. */
  readonly audience: { readonly condition: string; readonly values: readonly unknown[] } | null
  /** Who of the audience may be written to, and how many of them are alike. */
  readonly receivers: CheckedCampaign['audience']
  readonly groups: readonly PeopleGroup[]
}

/** Whatever can be said without asking anybody outside. */
export async function moreChecks(call: Context, checked: CheckedCampaign): Promise<FlightCheck[]> {
  const { campaign, letters } = checked
  const all = await Promise.all([
    accountChecks(call, checked),
    letters === null ? [] : contentChecks(call, campaign, letters),
    repeatedCheck(call, campaign),
    capCheck(call, checked),
    dmarcCheck(call, campaign),
  ])
  return [
    ...all.flat(),
    ...(letters === null ? [] : [...languageChecks(checked, letters), ...linkChecks(letters)]),
    ...zoneChecks(checked, call.world.clock.now()),
    ...abCheck(checked),
  ]
}

async function accountChecks(
  { world, tenant }: Context,
  { audience }: CheckedCampaign,
): Promise<FlightCheck[]> {
  if (tenant.mode === 'test') return []
  const account = await getAccount(world, tenant.accountId)
  const checks: FlightCheck[] = []
  if (account !== null && account.pause !== 'none') {
    const refusal = new Refusal('sending_paused')
    checks.push(say('paused', 'error', refusal.text, { refusal }))
  }
  const standing = (await readStandings(world.db, world, [tenant.accountId])).get(tenant.accountId)
  const own = standing?.ownAddresses
  if (own && audience !== null && (await reachesOthers(world.db, tenant, audience, own))) {
    const refusal = new Refusal('sandbox_recipient', { param: 'audience' })
    checks.push(say('sandbox', 'error', refusal.text, { param: 'audience', refusal }))
  }
  return checks
}

/** What goes to some: a variant of an A/B test that is not as all others, or the letter itself. */
interface LetterVariant {
  /** null: where nothing is tried. */
  readonly variant: string | null
  readonly letters: CampaignLetters['letters']
  /** null: by language, or what the campaign has of its own. */
  readonly path: string | null
}

function sentBy(
  { definition }: Campaign,
  { letters, variants = {} }: CampaignLetters,
): LetterVariant[] {
  const tried = (definition.ab?.variants ?? []).flatMap(({ key, subject, from, content }, n) => {
    const isAlike = subject === undefined && from === undefined && content === undefined
    const path = `ab.variants[${n}]${content === undefined ? '' : '.content'}`
    const own = variants[key]?.letters ?? letters
    return isAlike ? [] : [{ variant: key, letters: own, path }]
  })
  return [{ variant: null, letters, path: null }, ...tried]
}

/** The letters as they stand, each language once, through the check of every live email. */
async function contentChecks(
  { world, tenant }: Context,
  campaign: Campaign,
  letters: CampaignLetters,
): Promise<FlightCheck[]> {
  if (campaign.definition.from === null) return []
  const about = { campaign, hosts: await listHosts(world, tenant.projectId, campaign.definition) }
  const checks: FlightCheck[] = []
  for (const { variant, letters: own, path } of sentBy(campaign, letters)) {
    for (const [language, sources] of Object.entries(own)) {
      const { html, text } = sources
      const rendered = { ...sources, subject: sources.subject || '-', html, text, missing: [] }
      const [to, now] = ['someone@example.com', world.clock.now()]
      try {
        const prepared = preparedLetter(about, tenant, { to, rendered, variant, now })
        const stopped = await checkContent(world, prepared)
        if (stopped === null) continue
        const place = path ?? placeOf(campaign.definition.content, language)
        checks.push(stoppedCheck(String(stopped.reason), place))
        // The place of a variant is one for all languages.
        if (variant !== null) break
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
  return checks
}

function stoppedCheck(reason: string, param: string): FlightCheck {
  const isSpam = reason === 'spam_check'
  const message = {
    en: `The check of content stops it: ${reason}.`,
    pt: `A verificação de conteúdo a impede: ${reason}.`,
  }
  return say(isSpam ? 'spam' : 'content', isSpam ? 'warning' : 'error', message, { param })
}

/** People who get the letter in a language that is not theirs. */
function languageChecks(
  { groups }: CheckedCampaign,
  { letters, default_language: home }: CampaignLetters,
): FlightCheck[] {
  const languages = Object.keys(letters)
  const base = (tag: string): string => tag.split('-')[0]!.toLowerCase()
  const without = groups.filter(({ language }) => {
    const got = language === null ? null : chooseLanguage(languages, language, home)
    return language !== null && (got === null || base(got) !== base(language))
  })
  const count = countAll(without)
  if (count === 0) return []
  const isOne = count === 1
  const message = {
    en: `${count} ${isOne ? 'person has' : 'people have'} a language that this email is not written in.`,
    pt: `${count} ${isOne ? 'pessoa tem' : 'pessoas têm'} um idioma em que esta mensagem não foi escrita.`,
  }
  return [say('language_missing', 'warning', message, { count })]
}

function zoneChecks({ campaign, groups }: CheckedCampaign, now: number): FlightCheck[] {
  const { schedule } = campaign.definition
  if (schedule?.at === undefined || schedule.time_zone !== 'recipient') return []
  const counts = countBy(groups, 'zone')
  const zones = [...counts.keys()].flatMap(zone => zone ?? [])
  const past = [...zoneMoments({ ...schedule, past_zones: 'skip' }, zones, now)].filter(
    ([, at]) => at === 'skip',
  )
  const without = counts.get(null) ?? 0
  if (past.length === 0 && without === 0) return []
  const zone =
    past.length === 1
      ? { en: '1 time zone', pt: '1 fuso' }
      : { en: `${past.length} time zones`, pt: `${past.length} fusos` }
  const who =
    without === 1
      ? { en: '1 person has no zone and gets it', pt: '1 pessoa não tem fuso e recebe' }
      : {
          en: `${without} people have no zone and get it`,
          pt: `${without} pessoas não têm fuso e recebem`,
        }
  const message = {
    en: `In ${zone.en} the moment has passed; ${who.en} by the account's.`,
    pt: `Em ${zone.pt} o horário já passou; ${who.pt} pelo da conta.`,
  }
  return [say('zones_past', 'info', message, { count: past.length })]
}

const repeatedMs = 2 * dayMs

async function repeatedCheck(
  { world, tenant }: Context,
  campaign: Campaign,
): Promise<FlightCheck[]> {
  const since = new Date(world.clock.now() - repeatedMs)
  const name = await findRepeated(world.db, tenant, { campaign, since })
  if (name === null) return []
  const message = {
    en: `The same email went to the same audience within two days: ${name}.`,
    pt: `A mesma mensagem foi para o mesmo público há menos de dois dias: ${name}.`,
  }
  return [say('repeated', 'warning', message)]
}

async function capCheck(
  { world, tenant }: Context,
  { campaign, receivers: audience }: CheckedCampaign,
): Promise<FlightCheck[]> {
  const { cap } = await settingsOf(world.db, tenant.projectId)
  if (audience === null || cap.length === 0) return []
  const topicId: Uuid | null = read('top', campaign.definition.topic_id ?? '')
  const now = world.clock.now()
  const count = await countCapped(world.db, tenant, { ...audience, caps: cap, topicId, now })
  if (count === 0) return []
  const isOne = count === 1
  const then =
    campaign.definition.if_capped === 'wait'
      ? {
          en: `${isOne ? 'waits' : 'wait'} up to two days`,
          pt: `${isOne ? 'espera' : 'esperam'} até dois dias`,
        }
      : { en: isOne ? 'is skipped' : 'are skipped', pt: isOne ? 'é pulada' : 'são puladas' }
  const message = {
    en: `${count} ${isOne ? 'person has' : 'people have'} had as many emails as the project allows, and ${then.en}.`,
    pt: `${count} ${isOne ? 'pessoa já recebeu' : 'pessoas já receberam'} tantas mensagens quantas o projeto permite, e ${then.pt}.`,
  }
  return [say('capped', 'info', message, { count })]
}

async function dmarcCheck(
  { world, tenant }: Context,
  { definition }: Campaign,
): Promise<FlightCheck[]> {
  const parsed = definition.from === null ? null : parseAddress(definition.from)
  if (tenant.mode === 'test' || !parsed?.ok) return []
  const { domain } = parsed.address
  if ((await publishesDmarc(world.db, tenant.projectId, domain)) !== false) return []
  const message = {
    en: `${domain} publishes no DMARC record; large receivers want one from who writes to many.`,
    pt: `${domain} não publica um registro DMARC; grandes provedores o exigem de quem escreve a muitos.`,
  }
  return [say('dmarc', 'warning', message, { param: 'from' })]
}

const smallest = 500

function abCheck({ campaign, sendable }: CheckedCampaign): FlightCheck[] {
  const ab = campaign.definition.ab ?? null
  if (ab === null) return []
  const each = Math.floor((sendable * ab.test_share) / ab.variants.length)
  if (each >= smallest) return []
  const who =
    each === 1
      ? { en: '1 person', pt: '1 pessoa' }
      : { en: `${each} people`, pt: `${each} pessoas` }
  const message = {
    en: `Each variant is tried by about ${who.en}; with fewer than 500 it mostly cannot be decided.`,
    pt: `Cada variante é testada por cerca de ${who.pt}; com menos de 500 em geral não dá para decidir.`,
  }
  return [say('ab_small', 'warning', message, { count: each })]
}

const maxLinks = 200
const linkMs = 4_000

/** Whether links answer, looked up by us through the guard against internal addresses. */
export async function brokenLinks(
  { world, tenant }: { readonly world: World; readonly tenant: Tenant },
  { letters, variants = {} }: CampaignLetters,
): Promise<FlightCheck[]> {
  const all = [letters, ...Object.values(variants).map(one => one.letters)]
  const urls = all
    .flatMap(one => Object.values(one))
    .flatMap(({ html }) => linksOfHtml(html ?? ''))
    .map(({ href }) => href.trim())
    .filter(href => /^https?:/i.test(href) && !/\{[{%]/.test(href) && URL.canParse(href))
  const seen = await lookAtLinks(world, {
    projectId: tenant.projectId,
    urls: [...new Set(urls)].slice(0, maxLinks),
    ask: url => faultOf(world, url),
  })
  const broken = seen.flatMap(one =>
    one.kind === 'seen' && one.answer !== null ? [{ url: one.url, why: one.answer }] : [],
  )
  return [...broken.map(sayBroken), ...sayUnseen(seen.filter(one => one.kind === 'unseen'))]
}

function sayUnseen(unseen: readonly { readonly url: string }[]): FlightCheck[] {
  if (unseen.length === 0) return []
  const count = unseen.length
  const message = {
    en: `Links that were not looked at now: ${count}. A site is asked seldom, at its usual ports only, and for one pre-flight at a time.`,
    pt: `Links que não foram verificados agora: ${count}. Um site é consultado poucas vezes, só nas portas usuais, e por uma verificação de cada vez.`,
  }
  return [
    say('link_unseen', 'info', message, { count, sample: unseen.slice(0, 10).map(one => one.url) }),
  ]
}

const sayBroken = ({ url, why }: { readonly url: string; readonly why: Text }): FlightCheck =>
  say(
    'link_broken',
    'warning',
    { en: `${url} does not work: ${why.en}.`, pt: `${url} não funciona: ${why.pt}.` },
    { count: 1, sample: [url] },
  )

const both = (text: string): Text => ({ en: text, pt: text })

const faults: Readonly<Record<Extract<HttpResult, { kind: 'failure' }>['reason'], Text>> = {
  bad_url: { en: 'this is no address', pt: 'isto não é um endereço' },
  dns: { en: 'there is no such site', pt: 'este site não existe' },
  internal_address: { en: 'it leads into an internal network', pt: 'leva a uma rede interna' },
  network: { en: 'the site does not answer', pt: 'o site não responde' },
  timeout: { en: 'the site answers too slowly', pt: 'o site demora demais a responder' },
  tls: { en: 'the certificate of the site is not valid', pt: 'o certificado do site não vale' },
}

async function faultOf(world: World, url: string): Promise<Text | null> {
  const answer = await world.http.request({
    method: 'GET',
    url,
    headers: { accept: 'text/html,*/*' },
    timeoutMs: linkMs,
    maxAnswerBytes: 1_024,
  })
  if (answer.kind === 'failure') return faults[answer.reason]
  if (answer.status >= 400) return both(`HTTP ${answer.status}`)
  const to = answer.status >= 300 ? answer.headers.location : undefined
  const isElsewhere =
    to !== undefined && URL.canParse(to, url) && new URL(to, url).hostname !== new URL(url).hostname
  return isElsewhere ? both(`→ ${new URL(to, url).hostname}`) : null
}
