/**
 * The preference centre: what somebody gets, in which language, a pause, an end, why they get it,
 * their data. By the link of their own letter, without a password, cookie or script.
 */

import { dayMs } from '#kernel/base/durations.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { spokenIn } from '#kernel/base/language-tags.ts'
import type { Language } from '#kernel/base/languages.ts'
import { localDay } from '#kernel/base/moments.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { isOwnChoice } from '#sending/suppression/suppress.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { choose, hasEarlierAddress, leaveByEarlierLink } from '../contacts/consent/choose.ts'
import { dossierOf } from '../contacts/history/dossier.ts'
import type { ContactRow } from '../contacts/people/contact.ts'
import { publicTopics, whyOf } from '../contacts/people/reading.ts'
import { erasePerson } from '../contacts/people/remove.ts'
import { readContact } from '../contacts/people/store.ts'
import { addressDigest, openPerson, type Person, pageSecret } from './confirm.ts'
import { notFound } from './form-page.ts'
import { pagesOf } from './look.ts'
import { tenantOf } from './tenant.ts'
import type { PageAnswer, PagesOptions, PublicPage, Visit } from './visit.ts'
import { type Pages, type Say, speaker } from './words.ts'

interface Centre {
  readonly world: World
  readonly visit: Visit
  readonly tenant: Tenant
  readonly contact: ContactRow
  /** Of the letter whose link it is; null: it has none, or it is older than this. */
  readonly topicId: Uuid | null
  readonly language: Language
  readonly say: Say
  readonly pages: Pages
}

/** `/p/{token}`, and `/p/{token}/data`. */
export const preferencesPage: PublicPage<PagesOptions> = {
  answer: answerPreferences,
  async projectOf(world, rest) {
    const [token = ''] = rest.split('/')
    if (token.startsWith('prj_')) return 'ours'
    return openPerson(await pageSecret(world), 'preferences', token)?.projectId ?? null
  },
}

async function answerPreferences(
  real: World,
  visit: Visit,
  { forget }: PagesOptions,
): Promise<PageAnswer> {
  const [token = '', file] = visit.rest.split('/')
  // The dashboard's pages of projects were here once.
  if (token.startsWith('prj_')) return { status: 303, location: `/projects/${visit.rest}` }
  const person = openPerson(await pageSecret(real), 'preferences', token)
  const tenant = person === null ? null : await tenantOf(real, person.projectId, person.mode)
  const world = tenant === null ? real : await onTestClock(real, tenant)
  const contact =
    person === null || tenant === null
      ? null
      : await readContact(world.db, tenant, person.contactId)
  if (tenant === null || contact === null) return notFound(visit.language)
  const pages = await pagesOf(world.db, tenant.projectId)
  const topicId = person?.topicIds[0] ?? null
  if (await isOfEarlier(world, tenant, person!, contact)) {
    if (file !== undefined) return notFound(visit.language)
    return answerEarlier({ world, visit, tenant, pages, topicId }, contact, person!.address)
  }
  const centre = centreOf({ world, visit, tenant, pages, topicId }, contact)
  const { language } = centre
  if (file === 'data') {
    const json = await dossierOf({ world, tenant, language }, contact)
    return { status: 200, json, fileName: 'my-data.json' }
  }
  if (!visit.isPost) return showCentre(centre, false)
  if (visit.form.get('action') === 'erase') {
    if (visit.form.get('sure') !== 'yes') return askErasure(centre)
    await world.db.transaction(tx => erasePerson(tx, { world, tenant }, contact, forget))
    return page(centre, 'preferences_erased_title', [paragraph(centre.say('preferences_erased'))])
  }
  await act(centre)
  const after = await readContact(world.db, tenant, contact.id)
  if (after === null) return notFound(language)
  return showCentre(centreOf({ world, visit, tenant, pages, topicId }, after), true)
}

/** Whoever has an earlier address of somebody need not be the person any more. */
async function isOfEarlier(
  world: World,
  tenant: Tenant,
  { address }: Person,
  { id, email }: ContactRow,
): Promise<boolean> {
  if (address !== '') return address !== addressDigest(email)
  return hasEarlierAddress(world.db, tenant, id)
}

/** They leave, for the contact and for that address, and see nothing of it. */
async function answerEarlier(
  { world, visit, tenant, pages, topicId }: Omit<Centre, 'contact' | 'language' | 'say'>,
  contact: ContactRow,
  address: string,
): Promise<PageAnswer> {
  const { language } = visit
  const say = speaker(language, pages)
  const html = (parts: readonly string[]): PageAnswer => {
    const title = { en: say('preferences_stop_title'), pt: say('preferences_stop_title') }
    return { status: 200, html: plainPage(language, title, parts, pages), style: pages }
  }
  const action = visit.isPost ? visit.form.get('action') : null
  if (action === 'stop' || (action === 'leave' && topicId !== null)) {
    const asked = {
      contactId: contact.id,
      topicId: action === 'stop' ? null : topicId,
      isOf: (email: string) => address === '' || addressDigest(email) === address,
    }
    const evidence = evidenceOf({ world, visit })
    await world.db.transaction(tx => leaveByEarlierLink(tx, { world, tenant }, asked, evidence))
    return html([paragraph(say('preferences_left'))])
  }
  return html([
    paragraph(say('preferences_earlier')),
    '<form method="post">',
    ...(topicId === null ? [] : [button('leave', say('preferences_leave'))]),
    button('stop', say('preferences_stop')),
    '</form>',
  ])
}

/** Without what opens the page. */
const evidenceOf = ({ world, visit }: Pick<Centre, 'world' | 'visit'>) => ({
  at: world.clock.now(),
  ip: visit.address,
  userAgent: visit.userAgent,
  page: `${world.settings.MALOTE_BASE_URL}/p`,
})

/** In their own language, else the browser's. */
function centreOf(
  about: Pick<Centre, 'world' | 'visit' | 'tenant' | 'pages' | 'topicId'>,
  contact: ContactRow,
): Centre {
  const language = spokenIn(contact.language) ?? about.visit.language
  return { ...about, contact, language, say: speaker(language, about.pages) }
}

/** One choice by each button; anything else changes nothing. */
async function act(centre: Centre): Promise<void> {
  const { world, visit, tenant, contact } = centre
  const { form } = visit
  const action = form.get('action') ?? ''
  const now = world.clock.now()
  const offered = await publicTopics(world.db, tenant)
  const chosen = new Set(form.getAll('topic'))
  const language = form.get('language') ?? ''
  const choices = {
    save: {
      topics: {
        chosen: offered.filter(one => chosen.has(show('top', one.id))).map(one => one.id),
        offered: changedTopics(offered, contact, chosen),
      },
      ...(language === 'pt' || language === 'en' ? { language } : {}),
    },
    pause_30: { snoozedUntil: now + 30 * dayMs },
    pause_90: { snoozedUntil: now + 90 * dayMs },
    resume: { snoozedUntil: null },
    stop: { leavesAll: true },
  } as const
  if (!Object.hasOwn(choices, action)) return
  const choice = choices[action as keyof typeof choices]
  const evidence = evidenceOf(centre)
  await world.db.transaction(tx =>
    choose(tx, { world, tenant }, contact.id, {
      ...choice,
      evidence,
      wordingOf: id =>
        wordingOf(
          centre,
          offered.find(one => one.id === id),
        ),
    }),
  )
}

/** What stood beside the box of a topic. */
const wordingOf = ({ language, say }: Centre, topic: PublicTopic | undefined) =>
  topic === undefined
    ? undefined
    : { text: `${say('preferences_topics')}: ${nameOf(topic, language)}`, language }

type PublicTopic = Awaited<ReturnType<typeof publicTopics>>[number]

const nameOf = ({ name }: PublicTopic, language: Language): string =>
  name[language] ?? name.pt ?? name.en ?? ''

const isIn = (topic: PublicTopic, contact: ContactRow): boolean => {
  const state = contact.topics.find(one => one.id === topic.id)?.state ?? 'none'
  return state === 'subscribed' || (state === 'none' && topic.joined_by === 'default')
}

/** Who left everything and chooses a topic wants it back, though its state says the same. */
function changedTopics(
  offered: readonly PublicTopic[],
  contact: ContactRow,
  chosen: ReadonlySet<string>,
): Uuid[] {
  const hasLeftAll = contact.suppressions.length > 0
  return offered
    .filter(one => {
      const isChosen = chosen.has(show('top', one.id))
      return isChosen !== isIn(one, contact) || (isChosen && hasLeftAll)
    })
    .map(one => one.id)
}

// Showing ----------------------------------------------------------------------------------------

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`
const heading = (text: string): string => `<h2>${escaped(text)}</h2>`

type Word = Parameters<Say>[0]

const page = (
  { language, say, pages }: Centre,
  title: Word,
  parts: readonly string[],
): PageAnswer => ({
  status: 200,
  html: plainPage(language, { en: say(title), pt: say(title) }, parts, pages),
  style: pages,
})

/** One is what the page is for; the others stand back. */
const button = (action: string, text: string): string =>
  `<button type="submit" name="action" value="${action}"${action === 'save' ? '' : ' class="quiet"'}>${escaped(text)}</button>`

async function showCentre(centre: Centre, isSaved: boolean): Promise<PageAnswer> {
  const { say, contact } = centre
  return page(centre, 'preferences_title', [
    paragraph(say('preferences_for', { address: contact.email })),
    ...(isSaved
      ? [`<p role="status"><strong>${escaped(say('preferences_saved'))}</strong></p>`]
      : []),
    ...standing(centre),
    ...(await choices(centre)),
    ...pauses(centre),
    heading(say('preferences_stop_title')),
    `<form method="post">${button('stop', say('preferences_stop'))}</form>`,
    ...(await reasons(centre)),
    heading(say('preferences_data_title')),
    `<p><a href="${escaped(`${tokenPaths.preferences}${centre.visit.rest}/data`)}" download>${escaped(say('preferences_data'))}</a></p>`,
    `<form method="post">${button('erase', say('preferences_erase'))}</form>`,
  ])
}

function standing({ say, contact }: Centre): string[] {
  if (contact.suppressions.length === 0) return []
  const isOwn = contact.suppressions.every(isOwnChoice)
  return [paragraph(say(isOwn ? 'preferences_stopped' : 'preferences_blocked'))]
}

async function choices({ world, tenant, contact, language, say }: Centre): Promise<string[]> {
  const offered = await publicTopics(world.db, tenant)
  const hasLeftAll = contact.suppressions.length > 0
  const boxes = offered.map(topic => {
    const name = nameOf(topic, language)
    const about = topic.description[language] ?? topic.description.pt ?? topic.description.en
    const checked = isIn(topic, contact) && !hasLeftAll ? ' checked' : ''
    return `<label><input type="checkbox" name="topic" value="${show('top', topic.id)}"${checked}> ${escaped(name)}${
      about === undefined ? '' : `<br><small>${escaped(about)}</small>`
    }</label>`
  })
  const options = (['pt', 'en'] as const).map(
    one =>
      `<option value="${one}"${one === language ? ' selected' : ''}>${one === 'pt' ? 'Português' : 'English'}</option>`,
  )
  return [
    '<form method="post">',
    `<fieldset><legend>${escaped(say('preferences_topics'))}</legend>`,
    ...(boxes.length === 0 ? [paragraph(say('preferences_none'))] : boxes),
    '</fieldset>',
    `<label>${escaped(say('preferences_language'))} <select name="language">${options.join('')}</select></label>`,
    button('save', say('preferences_save')),
    '</form>',
  ]
}

function pauses({ world, contact, language, say }: Centre): string[] {
  const until = contact.snoozed_until?.getTime() ?? 0
  const isPaused = until > world.clock.now()
  const date = localDay(until, contact.time_zone ?? 'UTC')[language]
  return [
    heading(say('preferences_pause_title')),
    ...(isPaused ? [paragraph(say('preferences_paused', { date }))] : []),
    '<form method="post">',
    button('pause_30', say('preferences_pause_30')),
    button('pause_90', say('preferences_pause_90')),
    ...(isPaused ? [button('resume', say('preferences_resume'))] : []),
    '</form>',
  ]
}

async function reasons({
  world,
  tenant,
  contact,
  topicId,
  language,
  say,
}: Centre): Promise<string[]> {
  const why = await whyOf(world.db, tenant, { contactId: contact.id, topicId }, language)
  const items = why.map(({ at, explanation, wording }) => {
    const day = localDay(at.getTime(), contact.time_zone ?? 'UTC')[language]
    const text = wording?.replaceAll('{address}', contact.email)
    const agreed =
      text === undefined
        ? ''
        : `<br>${escaped(say('preferences_agreed'))}<blockquote>${escaped(text)}</blockquote>`
    return `<li>${escaped(`${day}: ${explanation}`)}${agreed}</li>`
  })
  const told =
    items.length === 0 ? paragraph(say('preferences_why_none')) : `<ul>${items.join('')}</ul>`
  return [`<details><summary>${escaped(say('preferences_why'))}</summary>${told}</details>`]
}

const askErasure = (centre: Centre): PageAnswer =>
  page(centre, 'preferences_erase', [
    paragraph(centre.say('preferences_erase_ask')),
    `<form method="post"><input type="hidden" name="sure" value="yes">${button('erase', centre.say('preferences_erase'))}</form>`,
    `<p><a href="${escaped(`${tokenPaths.preferences}${centre.visit.rest}`)}">${escaped(centre.say('preferences_back'))}</a></p>`,
  ])
