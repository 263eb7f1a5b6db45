/**
 * Campaigns that a project shows to everybody: `/a/{project}/{slug}`, and a feed for each topic. What
 * may be seen is asked for every reader; what is seen is made once for many (archive-letter.ts).
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { withoutTurning } from '#kernel/base/languages.ts'
import { escaped } from '#kernel/routes/plain-page.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { readPage, withAdded } from '#sending/content/page.ts'
import { notFound } from '../../forms/form-page.ts'
import { tenantOf } from '../../forms/tenant.ts'
import type { PageAnswer, PublicPage, Visit } from '../../forms/visit.ts'
import { topicNamesOf } from '../../templates/project-values.ts'
import { type ArchivedCampaign, archiveUrl, type Definition } from '../definition/campaign.ts'
import { stateOf } from '../definition/state-table.ts'
import { archivedOfTopic, findBySlug } from '../store.ts'
import { archiveBase, archivedLetter, archivedSubject } from './archive-letter.ts'

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
const isOut = ({ status, started_at: at }: ArchivedCampaign): boolean =>
  at !== null && stateOf(status).isArchived

const feed = /^(top_\w+)\.rss$/

/** `/a/{project}/{slug}`, and `/a/{project}/{topic}.rss`. */
export const archivePage: PublicPage = {
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
  const letter = await archivedLetter(world, { tenant, campaign, language: visit.language })
  if (letter === null) return notFound(visit.language)
  const html = titled(letter.html, letter.subject)
  return { status: 200, html, isLetter: true, isPublic: true }
}

/** Browsers, searches and those who share the page call it by its title. */
const titled = (html: string, subject: string): string =>
  readPage(html).hasTitle ? html : withAdded(html, { head: `<title>${lineOf(subject)}</title>` })

/** Stands beside others' words, in a window's title or a list of a reader's. */
const lineOf = (text: string): string => escaped(withoutTurning(text))

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
  const base = archiveBase(world, tenant.projectId)
  const items: string[] = []
  // One after another: the first reader of many waits, and nobody else does.
  for (const campaign of rows) {
    const subject = await archivedSubject(world, { tenant, campaign, language: visit.language })
    if (subject !== null) items.push(itemOf(campaign, subject, base))
  }
  const xml = `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${lineOf(title)}</title><link>${escaped(base)}</link><description>${lineOf(title)}</description>
${items.join('\n')}
</channel></rss>
`
  return { status: 200, feed: xml }
}

function itemOf(campaign: ArchivedCampaign, subject: string, base: string): string {
  const link = escaped(archiveUrl(base, campaign))
  const at = (campaign.started_at ?? campaign.created_at).toUTCString()
  return `<item><title>${lineOf(subject)}</title><link>${link}</link><guid>${link}</guid><pubDate>${at}</pubDate></item>`
}
