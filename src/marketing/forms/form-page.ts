/**
 * The page of a form, and what is sent by it. The answer never says whether an address is known. Who
 * sends without having seen the page (a form copied into another page, or a program) is shown one
 * more page with a button, unless a script of ours stands beside the form; a field that people do not
 * see, a token that is good once, bounds per network and per address keep programs out.
 */
import { readFileSync } from 'node:fs'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import { languageTag } from '#kernel/base/language-tags.ts'
import type { Language, Text } from '#kernel/base/languages.ts'
import { isTimeZone } from '#kernel/base/time-zones.ts'
import { domainOf, parseAddress } from '#kernel/mail/address.ts'
import type { PageStyle } from '#kernel/routes/page-style.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import { mayUse } from '#kernel/world/set-up-of-test.ts'
import type { World } from '#kernel/world/world.ts'
import type { FillTemplate } from '#sending/intake/send.ts'
import { mustNotHaveMoved } from '#tenants/accounts/moved/moved.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { noteFacts } from '../activity/note.ts'
import { keepUntilConfirmed, signUp } from '../contacts/consent/sign-up.ts'
import { checkFields } from '../contacts/fields/fields.ts'
import type { ContactFields } from '../contacts/people/contact.ts'
import { type FilterNames, readNames, topicNames } from '../contacts/people/reading.ts'
import { mayTake, mayTry, noteForm } from './bounds.ts'
import { askConfirmation, pageSecret } from './confirm.ts'
import { type ConfirmLetter, confirmLetterOf } from './confirm-letter.ts'
import { noteOutcomes, noteShown } from './figures.ts'
import { propertyOf, readField } from './form-fields.ts'
import {
  type FormWords,
  formInside,
  isSentOn,
  labelOf,
  paragraphsIn,
  type Submission,
  type Wording,
  wordingParts,
  wordingRead,
} from './form-html.ts'
import {
  judgeToken,
  makeToken,
  maxAgeMs,
  proofBits,
  type TokenState,
  tokenUse,
} from './form-token.ts'
import { pagesOf } from './look.ts'
import { formOfScript, inPopup, popupScript } from './popup.ts'
import { type Form, findPublicForm, useToken } from './store.ts'
import { tenantOf } from './tenant.ts'
import type { HtmlAnswer, PageAnswer, PagesOptions, PublicPage, Visit } from './visit.ts'
import { lookOf, type Say } from './words.ts'

/** For pages of others. */
const script = readFileSync(new URL('form-script.js', import.meta.url), 'utf8')
const scriptName = 'form.js'
/** People do not see it; programs fill in everything. */
const trap = 'website'

interface Showing {
  readonly world: World
  readonly visit: Visit
  readonly form: Form
  readonly tenant: Tenant
  readonly say: Say
  /** The project's, where the form has none of its own. */
  readonly style: PageStyle
}

/** `/f/{form}`, and the script for pages of others. */
export const formPage: PublicPage<PagesOptions> = {
  answer: answerForm,
  async projectOf(world, rest) {
    if (rest === scriptName) return 'ours'
    const id = read('frm', formOfScript(rest) ?? rest)
    const form = id === null ? null : await findPublicForm(world.db, id)
    // Its address says nothing of its project.
    if (id !== null && form === null) await mustNotHaveMoved(world, 'form', id)
    return form?.project_id ?? null
  },
}

async function answerForm(real: World, visit: Visit, options: PagesOptions): Promise<PageAnswer> {
  if (visit.rest === scriptName && !visit.isPost) return { status: 200, script }
  const scriptOf = formOfScript(visit.rest)
  const id = read('frm', scriptOf ?? visit.rest)
  const form = id === null ? null : await findPublicForm(real.db, id)
  const mode = visit.query.get('mode') === 'test' ? 'test' : 'live'
  const tenant = form === null ? null : await tenantOf(real, form.project_id, mode)
  const world = tenant === null ? real : await onTestClock(real, tenant)
  if (form === null || tenant === null || !(await mayUse(real.db, tenant, form.id))) {
    return notFound(visit.language)
  }
  const look = lookOf(visit.language, await pagesOf(world.db, form.project_id))
  const fillsFrame = visit.query.get('in') === 'popup'
  const style = { ...look.style, ...form.definition.style, fillsFrame }
  const showing = { world, visit, form, tenant, style, say: look.say }
  if (scriptOf !== null) return popupScript(form, showing)
  // By the clock that this project has, and written by that of the process.
  const count = () => noteShown(real, tenant, { formId: form.id, now: world.clock.now() })
  const answer = await answerTo(showing, options, count)
  if (!fillsFrame) return answer
  // Led elsewhere is the page around the frame.
  if ('location' in answer) return inPopup(thanksOf(showing), form, answer.location)
  return 'html' in answer ? inPopup(answer, form) : answer
}

async function answerTo(
  showing: Showing,
  { fill }: PagesOptions,
  count: () => void,
): Promise<PageAnswer> {
  const { world, visit, form } = showing
  if (!form.enabled) return sentence(showing, 410, ['form_closed_title', 'form_closed'])
  const answersScript = visit.query.get('as') === 'json'
  if (!visit.isPost && !answersScript) {
    count()
    return showForm(showing)
  }
  if (!isAllowed(showing)) return sentence(showing, 403, ['form_closed_title', 'form_closed'])
  if (!answersScript) return takeForm(showing, fill)
  const { origin } = visit
  if (visit.isPost) return { status: 200, origin, told: inShort(await takeForm(showing, fill)) }
  count()
  const token = await makeToken(world, ownerOf(showing), 'script')
  return { status: 200, origin, told: { token, bits: proofBits } }
}

/** Without a text, the script sends the form as it would go without it. */
function inShort(answer: PageAnswer): object {
  if ('location' in answer) return { location: answer.location }
  if ('sentence' in answer) return { text: answer.sentence, done: answer.status === 200 }
  return {}
}

const ownerOf = ({ form, tenant }: Showing) => ({
  projectId: form.project_id,
  formId: form.id,
  mode: tenant.mode,
})

export const notFound = (language: Language): PageAnswer => ({
  status: 404,
  html: plainPage(language, missing, [`<p>${escaped(missingSentence[language])}</p>`]),
})

const missing: Text = { en: 'There is nothing here', pt: 'Não há nada aqui' }
const missingSentence: Text = {
  en: 'The link is incomplete, or what it led to is gone.',
  pt: 'O link está incompleto, ou aquilo a que levava não existe mais.',
}

/** Another site's page may send the form only where the project says so; its own page always may. */
function isAllowed({ world, visit, form }: Showing): boolean {
  const { allowed_origins: allowed } = form.definition
  if (visit.origin === null || allowed.length === 0) return true
  const own = new URL(world.settings.MALOTE_BASE_URL).origin
  const isOwn = visit.origin === own || URL.parse(visit.origin)?.host === visit.host
  return isOwn || allowed.includes(visit.origin)
}

type Word = Parameters<Say>[0]

function sentence(
  { visit, style, say }: Showing,
  status: number,
  [title, body]: readonly [title: Word, body: Word],
  values: Readonly<Record<string, string>> = {},
): HtmlAnswer {
  const named = { en: say(title), pt: say(title) }
  const said = say(body, values)
  const html = plainPage(visit.language, named, [`<p>${escaped(said)}</p>`], style)
  return { status, html, style, sentence: said }
}

/** The form's own words, and that a letter is under way where one is: alike for every address. */
function thanksOf(showing: Showing): HtmlAnswer {
  const { visit, form, style, say } = showing
  const { thanks = {}, double_opt_in: isAsked } = form.definition
  const own = paragraphsIn(thanks, visit.language)
  if (own.length === 0) return sentence(showing, 200, ['form_taken_title', 'form_taken'])
  const said = isAsked ? [...own, say('form_taken')] : own
  const title = { en: say('form_taken_title'), pt: say('form_taken_title') }
  const parts = said.map(one => `<p>${escaped(one)}</p>`)
  const html = plainPage(visit.language, title, parts, style)
  return { status: 200, html, style, sentence: said.join(' ') }
}

// Showing ----------------------------------------------------------------------------------------

async function showForm(showing: Showing): Promise<PageAnswer> {
  const { world, visit, form, tenant, say, style } = showing
  const token = await tokenField(showing)
  const words = await wordsOf(showing, await readNames(world.db, tenant))
  const parts = shownForm(form.definition, words, { token })
  const title = { en: say('form_title'), pt: say('form_title') }
  const html = plainPage(visit.language, title, parts, style)
  return { status: 200, html, style, ...targetOf(form) }
}

/** `token`: html; none where nothing can be sent, in a preview. */
export function shownForm(
  definition: Form['definition'],
  words: FormWords,
  { token, sent }: { readonly token: string; readonly sent?: Submission },
): string[] {
  const { say } = words
  return [
    `<form method="post" accept-charset="utf-8">`,
    ...formInside(definition, words, sent),
    `<label class="trap" aria-hidden="true">${escaped(say('form_trap'))} <input type="text" name="${trap}" tabindex="-1" autocomplete="off"></label>`,
    token,
    `<button type="submit">${escaped(say('form_button'))}</button>`,
    '</form>',
  ]
}

/** Where the answer to the form leads. */
const targetOf = ({ definition: { redirect_url: url } }: Form) =>
  url === null ? {} : { formTarget: new URL(url).origin }

async function wordsOf(
  { world, visit, form, say }: Showing,
  { properties }: FilterNames,
): Promise<FormWords> {
  const { language } = visit
  const { topics: ids } = form.definition
  // One is no choice, and has no name in the page.
  const topics =
    ids.length > 1 ? await topicNames(world.db, form.project_id, ids, language) : new Map()
  return { language, say, topics, properties }
}

async function tokenField(showing: Showing): Promise<string> {
  return hidden('token', await makeToken(showing.world, ownerOf(showing), 'page'))
}

/** What is wrong, above the form with all that was filled in. */
async function wrongForm(
  showing: Taking,
  [title, body]: readonly [title: Word, body: Word],
  { wrong, name = '' }: { readonly wrong: string; readonly name?: string },
): Promise<PageAnswer> {
  const { visit, form, say, style } = showing
  const said = say(body, { field: name })
  const given = visit.form.get('token') ?? ''
  const token = given === '' ? await tokenField(showing) : hidden('token', given)
  const sent = { values: visit.form, wrong }
  const parts = [
    `<p id="wrong" role="alert"><strong>${escaped(said)}</strong></p>`,
    ...shownForm(form.definition, await wordsOf(showing, showing.names), { token, sent }),
  ]
  const html = plainPage(visit.language, { en: say(title), pt: say(title) }, parts, style)
  return { status: 400, html, style, sentence: said, ...targetOf(form) }
}

// Taking -----------------------------------------------------------------------------------------

/** Read once for all that is judged, and for the form that is shown again. */
interface Taking extends Showing {
  readonly names: FilterNames
}

async function takeForm(showing: Showing, fill: FillTemplate): Promise<PageAnswer> {
  const { world, visit, form, tenant } = showing
  const taken = thanksOf(showing)
  if (!visit.isReadable) return sentence(showing, 415, ['form_wrong_title', 'form_unreadable'])
  if ((visit.form.get(trap) ?? '') !== '') return taken
  // Counted before anything is judged, or whoever sends what is refused could do so without end.
  const now = world.clock.now()
  if (!(await world.db.transaction(tx => mayTry(tx, tenant.mode, visit.address, now)))) {
    return sentence(showing, 429, ['form_wait_title', 'form_wait'])
  }
  const names = await readNames(world.db, tenant)
  const taking = { ...showing, names }
  const parsed = parseAddress(visit.form.get('email') ?? '')
  if (!parsed.ok) return wrongForm(taking, wrongEmail, { wrong: 'email' })
  const { email } = parsed.address
  const chosen = chosenTopics(showing)
  if (chosen.length === 0) {
    return wrongForm(taking, ['form_wrong_title', 'form_no_topic'], { wrong: 'topic' })
  }
  const wanted = chosen.filter(id => names.topics.has(id))
  const read = await readFields(taking, email)
  if ('wrong' in read) {
    const { wrong, key, field } = read
    const title = wrong === 'form_wrong_field' ? 'form_wrong_title' : 'form_amiss_title'
    return wrongForm(taking, [title, wrong], { wrong: key, name: field })
  }
  const given = { token: visit.form.get('token') ?? '', proof: visit.form.get('proof') ?? '' }
  const token = await judgeToken(world, ownerOf(showing), given)
  if (token !== 'good') return onceMore(showing, token)
  const wording = wordingRead(form.definition, visit.form)
  // Nobody agrees to words that were not in the page: ours shows them.
  if (wording === null) return onceMore(showing, token)
  // Test mode writes to nobody: people and names there may be made up.
  const host = tenant.mode === 'live' ? await serverOf(world, domainOf(email)) : null
  if (host === 'none') return wrongForm(taking, wrongEmail, { wrong: 'email' })
  await pageSecret(world)
  const letter = await letterOf(showing, fill)
  const outcome = await world.db.transaction(async tx => {
    if (!(await mayTake(tx, tenant.mode, visit.address, now))) return 'wait'
    const content = { fields: read.fields, topics: wanted }
    const use = await useToken(tx, tokenUse(given.token, content), new Date(now + maxAgeMs))
    // What was sent before by this token is as good as taken: nobody is told the difference.
    if (use !== 'new') return use
    await noteForm(tx, tenant.mode, { email, formId: form.id }, now)
    await takeIn(tx, showing, { fields: read.fields, topicIds: wanted, letter, host, wording })
    return use
  })
  if (outcome === 'wait') return sentence(showing, 429, ['form_wait_title', 'form_wait'])
  if (outcome === 'spent') return onceMore(showing, 'none')
  const { redirect_url: location } = form.definition
  return location === null ? taken : { status: 303, location: new URL(location).href }
}

const wrongEmail = ['form_wrong_title', 'form_wrong_email'] as const

/** null: ours. */
async function letterOf(
  { world, tenant, form, visit }: Showing,
  fill: FillTemplate,
): Promise<ConfirmLetter | null> {
  const templateId = form.definition.confirm_template_id ?? null
  if (templateId === null) return null
  const call = { world, tenant }
  return confirmLetterOf({ call, fill, templateId, language: visit.language })
}

/** Those of the form's topics that were chosen; all of them where there was nothing to choose. */
function chosenTopics({ visit, form }: Showing): Uuid[] {
  const { topics } = form.definition
  const chosen = visit.form.getAll('topic').map(text => read('top', text))
  return chosen.length === 0 ? [...topics] : topics.filter(id => chosen.includes(id))
}

async function readFields(
  { visit, form, say, names: { properties } }: Taking,
  email: string,
): Promise<
  | { readonly fields: ContactFields }
  | { readonly wrong: Word; readonly key: string; readonly field: string }
> {
  const given: Record<string, unknown> = { email }
  const own: [string, unknown][] = []
  for (const { key, label, required } of form.definition.fields) {
    const text = (visit.form.get(key) ?? '').trim()
    const field = labelOf({ key, label }, visit.language, say)
    if (text === '' && required) return { wrong: 'form_wrong_field', key, field }
    if (text === '') continue
    const read = readField(key, text, { language: visit.language, properties })
    if ('wrong' in read) return { wrong: read.wrong, key, field }
    const property = propertyOf(key)
    if (property === null) given[key] = read.value
    else if (read.value !== undefined) own.push([property, read.value])
  }
  // What the browser says, where the form does not ask.
  const [language = ''] = visit.acceptLanguage.split(/[,;]/)
  const isTag = language.length <= 100 && languageTag(language) !== null
  if (given.language === undefined && isTag) given.language = language
  const zone = visit.form.get('time_zone') ?? ''
  if (isTimeZone(zone)) given.time_zone = zone
  const asked = { ...given, properties: Object.fromEntries(own) }
  return { fields: checkFields(asked, properties) }
}

/** What was filled in, what is agreed to, and a button; a token that is too young is given back. */
async function onceMore(showing: Showing, state: TokenState): Promise<PageAnswer> {
  const { visit, form, say, style } = showing
  const kept = [...visit.form]
    .filter(([name]) => !['token', 'proof', trap].includes(name) && isSentOn(name))
    .slice(0, 200)
    .map(([name, value]) => hidden(name, value))
  const token =
    state === 'young' ? hidden('token', visit.form.get('token')!) : await tokenField(showing)
  const parts = [
    `<p>${escaped(say('form_press'))}</p>`,
    `<form method="post" accept-charset="utf-8">${kept.join('')}${wordingParts(form.definition, visit.language).join('')}${token}<button type="submit">${escaped(say('form_button'))}</button></form>`,
  ]
  const title = { en: say('form_once_more'), pt: say('form_once_more') }
  const html = plainPage(visit.language, title, parts, style)
  return { status: 200, html, style, ...targetOf(form) }
}

const hidden = (name: string, value: string): string =>
  `<input type="hidden" name="${escaped(name.slice(0, 100))}" value="${escaped(value.slice(0, 2_000))}">`

/**
 * The server that takes the mail of a domain first; null where nobody knows. `none` only where DNS
 * says for certain that there is no mail (RFC 5321 §5.1, RFC 7505).
 */
async function serverOf(world: World, domain: string): Promise<string | null> {
  const mx = await world.dns.mx(domain)
  if (mx.kind === 'nxdomain') return 'none'
  if (mx.kind === 'answer') {
    const hosts = mx.records.filter(one => one.exchange !== '')
    const [first] = hosts.toSorted((a, b) => a.preference - b.preference)
    return first?.exchange ?? 'none'
  }
  if (mx.kind === 'failure') return null
  const answers = [await world.dns.a(domain), await world.dns.aaaa(domain)]
  const isThere = answers.some(one => one.kind === 'answer' || one.kind === 'failure')
  return isThere ? domain : 'none'
}

interface Joining {
  readonly fields: ContactFields
  readonly topicIds: readonly Uuid[]
  readonly letter: ConfirmLetter | null
  readonly host: string | null
  readonly wording: Wording | 'none'
}

async function takeIn(
  tx: Tx,
  { world, visit, form, tenant }: Showing,
  taken: Joining,
): Promise<void> {
  const { fields, topicIds, letter, host, wording } = taken
  const { definition } = form
  const now = world.clock.now()
  const { contactId, email, pending } = await signUp(tx, { world, tenant }, fields, {
    topicIds,
    needsConfirmation: definition.double_opt_in,
    evidence: {
      at: now,
      ip: visit.address,
      userAgent: visit.userAgent,
      page: `${world.settings.MALOTE_BASE_URL}/f/${show('frm', form.id)}`,
      source: form.name,
      ...(wording === 'none' ? {} : { wording }),
    },
  })
  await noteFacts(
    tx,
    { world, tenant },
    [{ type: 'form.submitted', contactId, data: { form_id: show('frm', form.id) } }],
    async () => [{ form: { id: show('frm', form.id), name: form.name } }],
  )
  const isAsked = pending.length > 0
  if (isAsked) {
    const about = { contactId, email, topicIds: pending, language: visit.language }
    const asked = { ...about, form: { id: form.id, host } }
    const request = letter === null ? asked : { ...asked, letter }
    const askedAt = await askConfirmation(tx, world, tenant, request)
    // What nobody is asked to confirm is never written.
    if (askedAt !== null) await keepUntilConfirmed(tx, tenant, { contactId, askedAt }, fields)
  }
  const outcomes = isAsked ? (['sent'] as const) : (['sent', 'confirmed'] as const)
  await noteOutcomes(tx, tenant, { formId: form.id, outcomes, now })
}
