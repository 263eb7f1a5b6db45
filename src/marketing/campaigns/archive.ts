/**
 * Campaigns that a project shows to everybody: `/a/{project}/{slug}`, and a feed for each topic. They
 * are rendered for nobody: values are fallbacks, and no link is a person's.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { languageOf } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { holeMark } from '#sending/content/liquid/marks.ts'
import {
  eachOutput,
  type ReadLetter,
  readLetter,
  renderLetter,
} from '#sending/content/liquid/render.ts'
import { readPage, withAdded } from '#sending/content/page.ts'
import { unsubscribePlace } from '#sending/tracking/rewrite.ts'
import { propertyFallbacks } from '../contacts/reading.ts'
import { notFound } from '../forms/form-page.ts'
import { tenantOf } from '../forms/tenant.ts'
import type { Page, PageAnswer, Visit } from '../forms/visit.ts'
import { projectValues, topicNamesOf } from '../templates/project-values.ts'
import { chooseLanguage } from '../templates/values.ts'
import { archiveUrl, type Campaign, type Definition } from './campaign.ts'
import { withMendedLinks } from './links.ts'
import { archivedOfTopic, findBySlug } from './store.ts'

type Archive = Definition['archive']

const maxSlug = 60

/** What a name becomes in an address. */
function slugOf(name: string): string {
  const plain = name
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, maxSlug)
    .replace(/-+$/, '')
  return plain === '' ? 'campaign' : plain
}

/** With an address of its own once it is public. Throws Refusal where the given one is taken. */
export async function addressedArchive(
  sql: Sql,
  { projectId, mode }: Tenant,
  { id, name, archive }: { readonly id: Uuid | null; readonly name: string; archive: Archive },
): Promise<Archive> {
  if (!archive.public) return archive
  const isFree = async (slug: string): Promise<boolean> => {
    const found = await findBySlug(sql, { projectId, mode }, slug)
    return found === null || found.id === id
  }
  if (archive.slug !== undefined) {
    if (await isFree(archive.slug)) return archive
    throw new Refusal('invalid_field', {
      param: 'archive.slug',
      why: {
        en: 'Another campaign has this address.',
        pt: 'Outra campanha tem este endereço.',
      },
    })
  }
  const slug = slugOf(name)
  for (let n = 1; ; n += 1) {
    const tried = n === 1 ? slug : `${slug}-${n}`
    if (await isFree(tried)) return { ...archive, slug: tried }
  }
}

/** Whoever missed its time is paused, and has sent nothing. */
const isOut = ({ status, started_at: at }: Campaign): boolean =>
  at !== null && ['sending', 'paused', 'sent'].includes(status)

const feed = /^(top_\w+)\.rss$/

/** `/a/{project}/{slug}`, and `/a/{project}/{topic}.rss`. */
export const archivePage: Page = {
  answer: answerArchive,
  projectOf: async (_world, rest) => read('prj', rest.split('/')[0]!),
}

async function answerArchive(world: World, visit: Visit): Promise<PageAnswer> {
  const [project = '', name = ''] = visit.rest.split('/')
  const projectId = read('prj', project)
  const mode = visit.query.get('mode') === 'test' ? 'test' : 'live'
  const tenant = projectId === null ? null : await tenantOf(world, projectId, mode)
  if (tenant === null) return notFound(visit.language)
  const topic = feed.exec(name)?.[1]
  if (topic !== undefined) return feedOf(world, visit, tenant, read('top', topic))
  const campaign = await findBySlug(world.db, tenant, name)
  if (campaign === null || !isOut(campaign)) return notFound(visit.language)
  const rendered = await renderForNobody(world, visit, tenant, campaign)
  const of = { campaignId: campaign.id }
  const html = await withMendedLinks(world.db, tenant.projectId, of, rendered.html)
  return { status: 200, html: titled(html, rendered.subject), isLetter: true, isPublic: true }
}

/** Browsers, searches and those who share the page call it by its title. */
const titled = (html: string, subject: string): string =>
  readPage(html).hasTitle ? html : withAdded(html, { head: `<title>${escaped(subject)}</title>` })

async function renderForNobody(world: World, visit: Visit, tenant: Tenant, campaign: Campaign) {
  const { default_language: home, variables, letters } = campaign.letters!
  const language = chooseLanguage(Object.keys(letters), visit.language, home) ?? home
  const declared = Object.fromEntries(
    variables.flatMap(({ key, fallback }) => (fallback == null ? [] : [[key, fallback]])),
  )
  const topicId = read('top', campaign.definition.topic_id ?? '')
  const topic = await topicNamesOf(world.db, tenant.projectId, topicId)
  const properties = Object.fromEntries(await propertyFallbacks(world.db, tenant.projectId))
  const values = {
    ...(await projectValues(world, tenant, 'UTC')),
    ...declared,
    topic: { name: topic?.[languageOf(language)] ?? '' },
    contact: { properties },
    web_view_url: archiveUrl(archiveBase(world, tenant), campaign),
  }
  const letter = withoutPages(readLetter(letters[language]!))
  const locale = { language, timeZone: 'UTC' }
  const { subject, html, text } = renderLetter(letter, values, locale, { marksHoles: true })
  const page =
    html === null
      ? `<!doctype html><pre>${escaped(withoutHoles(text ?? ''))}</pre>`
      : withoutHoles(html)
  return { subject: withoutHoles(subject), html: page.replace(unsubscribePlace, '#') }
}

const archiveBase = (world: World, tenant: Tenant): string =>
  `${world.settings.MALOTE_BASE_URL}/a/${show('prj', tenant.projectId)}`

/** Nobody has a page of their own here. */
function withoutPages(letter: ReadLetter): ReadLetter {
  const without = (nodes: ReadLetter['html']): ReadLetter['html'] =>
    nodes === null
      ? null
      : eachOutput(nodes, node => {
          const { initial } = node.value
          const isPage = initial.kind === 'path' && initial.path.join('.') === 'preferences_url'
          return isPage ? { kind: 'raw', text: '#' } : node
        })
  return { ...letter, html: without(letter.html), text: without(letter.text) }
}

const hole = `((?:<(?:b|i|u|em|strong|span|font)\\b[^<>]{0,300}>){0,3})${holeMark}((?:</(?:b|i|u|em|strong|span|font)>){0,3})`
const beforeHole = new RegExp(`(?:[ \\t\\u00a0]|&nbsp;){0,5}${hole}(?=\\s{0,5}[,.!?;:])`, 'g')
const firstHole = new RegExp(`(^|>)(\\s{0,200})${hole}[,;:]\\s{0,5}(\\p{Ll}?)`, 'gu')

/** "Oi Ana," is for nobody "Oi,", and "Ana, chegou" is "Chegou". */
const withoutHoles = (text: string): string =>
  text
    .replace(firstHole, (_, ...[start, space, open, close, letter]: string[]) =>
      [start, space, open, close, letter?.toUpperCase()].join(''),
    )
    .replace(beforeHole, '$1$2')
    .replaceAll(holeMark, '')

const maxItems = 50

async function feedOf(
  world: World,
  visit: Visit,
  tenant: Tenant,
  topicId: Uuid | null,
): Promise<PageAnswer> {
  const names = await topicNamesOf(world.db, tenant.projectId, topicId)
  const title = names?.[visit.language] ?? ''
  if (topicId === null || title === '') return notFound(visit.language)
  const rows = await archivedOfTopic(world.db, tenant, show('top', topicId), maxItems)
  const base = archiveBase(world, tenant)
  const items = await Promise.all(
    rows.map(async row => {
      const { subject } = await renderForNobody(world, visit, tenant, row)
      const link = escaped(archiveUrl(base, row))
      const at = (row.started_at ?? row.created_at).toUTCString()
      return `<item><title>${escaped(subject)}</title><link>${link}</link><guid>${link}</guid><pubDate>${at}</pubDate></item>`
    }),
  )
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escaped(title)}</title><link>${escaped(base)}</link><description>${escaped(title)}</description>
${items.join('\n')}
</channel></rss>
`
  return { status: 200, feed: xml }
}
