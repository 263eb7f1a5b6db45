/** What a campaign sends: a version of a template, or letters of its own. */
import { Refusal } from '#kernel/base/errors.ts'
import { read } from '#kernel/base/ids.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { readLetter } from '#sending/content/liquid/render.ts'
import { type Utm, withUtm } from '#sending/content/utm.ts'
import { changedDraft } from '../../templates/draft.ts'
import { draftName, draftNamed } from '../../templates/draft-version.ts'
import type { Finding } from '../../templates/findings.ts'
import { bodyName, hasBody } from '../../templates/letters.ts'
import { versionNamed } from '../../templates/named.ts'
import { judgeDraft } from '../../templates/publish.ts'
import type { Draft, Variant, Version } from '../../templates/template.ts'
import { lawful } from '../preflight/legal.ts'
import type { CampaignLetters } from './campaign.ts'
import type { AbTest, CampaignContent } from './shapes.ts'

type Context = { readonly world: Pick<World, 'db' | 'clock' | 'runtime'>; readonly tenant: Tenant }

/** Judged when it is given. Throws Refusal. */
export async function checkContent(call: Context, given: object): Promise<CampaignContent> {
  const { template_id: templateId, version, ...own } = given as Record<string, unknown>
  if (templateId === undefined) {
    if (version !== undefined) throw new Refusal('missing_field', { param: 'content.template_id' })
    if (Object.keys(own).length === 0) throw new Refusal('missing_field', { param: 'content' })
    const draft = givenDraft(own as CampaignContent, call.tenant)
    // What is not written yet is missed when it is to be sent.
    const isWhole = Object.values(draft.variants).every(hasBody)
    if (isWhole) mustBeRight(await judgedOwn(call, own as CampaignContent))
    return own as CampaignContent
  }
  const [beside] = Object.keys(own)
  if (beside !== undefined) {
    throw new Refusal('invalid_field', {
      param: `content.${beside}`,
      why: {
        en: 'A campaign sends a template or emails of its own, not both.',
        pt: 'Uma campanha envia um modelo ou mensagens próprias, não ambos.',
      },
    })
  }
  const content = { template_id: String(templateId), ...(version === undefined ? {} : { version }) }
  await templateOf(call, content as TemplateContent)
  return content as CampaignContent
}

type TemplateContent = Extract<CampaignContent, { template_id: string }>

const isTemplate = (content: CampaignContent): content is TemplateContent =>
  'template_id' in content

/** A draft is kept while it is written; what is left to do is missed when it is to be sent. */
const isUnfinished = ({ code }: Finding): boolean =>
  code === 'image_missing' || code === 'placeholder'

function mustBeRight({ findings }: OwnContent): void {
  const wrong = findings.find(one => one.level === 'error' && !isUnfinished(one))
  if (wrong === undefined) return
  const about = wrong.param === undefined ? {} : { param: `content.${wrong.param}` }
  throw new Refusal('invalid_field', { ...about, why: wrong.message })
}

/** Letters of its own with what is to be said of them. Throws Refusal where they cannot be read. */
async function judgedOwn(call: Context, content: CampaignContent): Promise<OwnContent> {
  const draft = givenDraft(content, call.tenant)
  try {
    const { letters, findings } = await judgeDraft(call.world.db, call, { draft, kind: 'email' })
    return { draft, letters, findings: findings.map(one => errorAsGiven(one, content)) }
  } catch (error) {
    throw error instanceof Refusal ? asGiven(error, content) : error
  }
}

function givenDraft(content: CampaignContent, tenant: Tenant): Draft {
  try {
    return ownDraft(content, tenant)
  } catch (error) {
    throw error instanceof Refusal ? asGiven(error, content) : error
  }
}

interface OwnContent {
  readonly draft: Draft
  /** Of a template. */
  readonly version?: number
  readonly letters: CampaignLetters['letters']
  readonly findings: readonly Finding[]
}

/** Refusals of drafts name their fields as if they stood alone, and by language. */
function asGiven(error: Refusal, content: CampaignContent): Refusal {
  const { param } = error
  if ('variants' in content || param === undefined) return error.within('content')
  return error.of(`content.${withoutLanguage(param)}`)
}

function errorAsGiven(one: Finding, content: CampaignContent): Finding {
  const isByLanguage = isTemplate(content) || 'variants' in content
  if (one.level !== 'error' || one.param === undefined || isByLanguage) return one
  return { ...one, param: withoutLanguage(one.param) }
}

/** Where a letter stands in what was given: by language, else its body. */
export function placeOf(content: CampaignContent | null, language: string): string {
  const isByLanguage = content === null || isTemplate(content) || 'variants' in content
  if (isByLanguage) return `variants.${language}`
  return ['html', 'mjml', 'design'].find(name => Object.hasOwn(content, name)) ?? 'text'
}

/** A language that is none was given as default_language. */
const withoutLanguage = (param: string): string =>
  param.replace(/^variants\.[^.]+$/, 'default_language').replace(/^variants\.[^.]+\./, '')

/** Letters of its own as a template would hold them. */
function ownDraft(content: CampaignContent, { projectLanguage }: Tenant): Draft {
  const {
    default_language: home,
    variants,
    ...single
  } = content as Variant & {
    default_language?: string
    variants?: Record<string, Variant>
  }
  if (variants !== undefined && Object.keys(single).length > 0) {
    throw new Refusal('invalid_field', { param: Object.keys(single)[0]! })
  }
  const language = home ?? projectLanguage
  const empty: Draft = {
    default_language: projectLanguage,
    variables: [],
    variants: {},
    layout_id: null,
  }
  return changedDraft(empty, {
    ...(home === undefined ? {} : { default_language: home }),
    variants: variants ?? { [language]: single },
  })
}

/** Throws Refusal. */
async function templateOf(call: Context, content: TemplateContent): Promise<Version> {
  const { template_id: text, version = null } = content
  const id = read('tpl', text)
  const params = { template: 'content.template_id', version: 'content.version' }
  return version === draftName
    ? draftNamed(call.world.db, call, { id, params })
    : versionNamed(call.world.db, call.tenant, { id, version, params })
}

interface Marks {
  readonly utm: Utm
  readonly title: string
}

/** With the marks of the campaign in the links of all letters. */
export function markLinks(letters: CampaignLetters, { utm, title }: Marks): CampaignLetters {
  const marked = <T extends Pick<CampaignLetters, 'letters'>>(one: T): T => ({
    ...one,
    letters: Object.fromEntries(
      Object.entries(one.letters).map(([language, sources]) => [
        language,
        withUtm(sources, utm, title),
      ]),
    ),
  })
  const { variants } = letters
  if (variants === undefined) return marked(letters)
  const own = Object.entries(variants).map(([key, one]) => [key, marked(one)])
  return { ...marked(letters), variants: Object.fromEntries(own) }
}

/** With what each variant of an A/B test sends in its place. */
export async function judgeVariants(
  call: Context,
  base: JudgedContent,
  { ab, address }: { readonly ab: AbTest | null; readonly address: string },
): Promise<JudgedContent> {
  if (ab === null) return base
  const variants: Record<string, Omit<CampaignLetters, 'variants'>> = {}
  const findings = [...base.findings]
  for (const [n, { key, subject, content }] of ab.variants.entries()) {
    const own = content === undefined ? null : await judgeContent(call, content, address)
    const path = `ab.variants[${n}].content`
    for (const one of own?.findings ?? []) {
      findings.push({ ...one, param: one.param === undefined ? path : `${path}.${one.param}` })
    }
    const letters = own?.letters ?? base.letters
    variants[key] = subject === undefined ? letters : withSubject(letters, subject)
  }
  return { letters: { ...base.letters, variants }, findings }
}

const withSubject = ({ letters, ...rest }: CampaignLetters, subject: string): CampaignLetters => ({
  ...rest,
  letters: Object.fromEntries(
    Object.entries(letters).map(([language, sources]) => [language, { ...sources, subject }]),
  ),
})

interface JudgedContent {
  readonly letters: CampaignLetters
  readonly findings: readonly Finding[]
}

/** What would be sent now, with the footer that the law wants, and what is to be said of it. */
export async function judgeContent(
  call: Context,
  content: CampaignContent,
  address: string,
): Promise<JudgedContent> {
  const judged = isTemplate(content)
    ? await ofTemplate(call, content)
    : await judgedOwn(call, content)
  const { draft, version } = judged
  const lawfully = Object.entries(judged.letters).map(([language, sources]) => {
    const body = bodyName(draft.variants[language] ?? {})
    return [language, lawful(sources, { language, body, address })] as const
  })
  const legal = lawfully.flatMap(([, one]) => one.findings)
  return {
    letters: {
      default_language: draft.default_language,
      ...(version === undefined ? {} : { version }),
      variables: draft.variables,
      letters: Object.fromEntries(lawfully.map(([language, { sources }]) => [language, sources])),
    },
    findings: [
      ...judged.findings.map(one => errorAsGiven(one, content)),
      ...distinct(legal).map(one => errorAsGiven(one, content)),
    ],
  }
}

/** What is said of all languages alike is said once. */
const distinct = (findings: readonly Finding[]): Finding[] =>
  findings.filter((one, n) => one.param !== undefined || findings.indexOf(one) === n)

/** Of a published one only what people lack may have changed since. */
async function ofTemplate(call: Context, content: TemplateContent): Promise<OwnContent> {
  const { draft, letters, version } = await templateOf(call, content)
  const published = { draft, kind: 'email' as const }
  const { findings } = await judgeDraft(call.world.db, call, published, readLetter)
  return { draft, letters, version, findings: findings.filter(one => one.level !== 'error') }
}
