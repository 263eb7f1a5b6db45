/**
 * A letter in the browser, by the link that stands in it. Letters are forwarded: whoever opens it may
 * be somebody else, so it leads to nobody's preferences, and its way out asks for the address first.
 */
import type { Uuid } from '#kernel/base/ids.ts'
import { addressKey } from '#kernel/mail/address.ts'
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import { tokenPath, tokenPaths } from '#kernel/routes/token-paths.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { readLetterView } from '#sending/content/letter-view.ts'
import { openAddressed, sealLink } from '#sending/tracking/link-token.ts'
import { unsubscribePlace } from '#sending/tracking/rewrite.ts'
import { type LeaveByLetter, unsubscribe } from '#sending/tracking/unsubscribe.ts'
import { pageSecret } from './confirm.ts'
import { notFound } from './form-page.ts'
import { pagesOf } from './look.ts'
import type { PageAnswer, PublicPage, Visit } from './visit.ts'
import { lookOf, type Say } from './words.ts'

/** The address of a letter in the browser, by the email's id. */
export async function webViewLink(
  world: World,
  projectId: Uuid,
): Promise<(emailId: Uuid) => string> {
  const secret = await pageSecret(world)
  return emailId => {
    const token = sealLink(secret, 'view', { projectId, emailId, n: 0, about: '' })
    return `${world.settings.MALOTE_BASE_URL}${tokenPath(world, 'view', token)}`
  }
}

/** The html of a letter with the links that were mended since it went. */
type MendLinks = (
  sql: Sql,
  projectId: Uuid,
  of: { readonly emailId: Uuid },
  html: string,
) => Promise<string>

/** `/v/{token}`, and `/v/{token}/leave`. */
export const webViewPage = (leave: LeaveByLetter, mend: MendLinks): PublicPage => ({
  answer: answerWebView(leave, mend),
  async projectOf(world, rest) {
    const [token = ''] = rest.split('/')
    return openAddressed(await pageSecret(world), 'view', token)?.projectId ?? null
  },
})

const answerWebView =
  (leave: LeaveByLetter, mend: MendLinks) =>
  async (world: World, visit: Visit): Promise<PageAnswer> => {
    const [token = '', page] = visit.rest.split('/')
    const link = openAddressed(await pageSecret(world), 'view', token)
    const letter = link && (await readLetterView(world, link.projectId, link.emailId))
    if (!link || !letter || (page !== undefined && page !== 'leave'))
      return notFound(visit.language)
    const path = `${tokenPaths.view}${token}/leave`
    const { style, say } = lookOf(visit.language, await pagesOf(world.db, link.projectId))
    if (page === undefined) {
      const { emailId, projectId } = link
      const html = letter.html && (await mend(world.db, projectId, { emailId }, letter.html))
      const shown = withoutPerson({ ...letter, html }, path, { say, visit })
      return { status: 200, html: shown, isLetter: true }
    }
    const show = (title: Word, parts: readonly string[]): string =>
      plainPage(visit.language, { en: say(title), pt: say(title) }, parts, style)
    const given = visit.form.get('email') ?? ''
    if (!visit.isPost || given.trim() === '') {
      return { status: visit.isPost ? 400 : 200, html: show('leave_title', asking(say)), style }
    }
    if (addressKey(given.trim()) === addressKey(letter.address)) {
      const about = { ...link, about: letter.address }
      await unsubscribe(world, about, { mode: letter.mode, isEverything: false }, leave)
    }
    // The same for every address: nobody learns here to whom a letter was sent.
    const about = `<p>${escaped(say('leave_done'))}</p>`
    return { status: 200, html: show('leave_done_title', [about]), style }
  }

type Word = Parameters<Say>[0]

const asking = (say: Say): string[] => [
  `<p>${escaped(say('leave_ask'))}</p>`,
  `<form method="post"><label>${escaped(say('leave_field'))}<input type="email" name="email" required autocomplete="email"></label>` +
    `<button type="submit">${escaped(say('leave_button'))}</button></form>`,
]

/** The letter, with the page that asks where its own links were. */
function withoutPerson(
  { html, text, subject }: { html: string | null; text: string | null; subject: string },
  leavePath: string,
  { say, visit: { language } }: { readonly say: Say; readonly visit: Visit },
): string {
  const clean = (part: string): string =>
    part
      .replace(unsubscribePlace, leavePath)
      .replaceAll(/(https?:\/\/[^\s"'<>]+)?\/p\/[\w-]{60,}/g, leavePath)
  if (html !== null) return clean(html)
  const link = `<p><a href="${leavePath}">${escaped(say('leave_title'))}</a></p>`
  return plainPage(language, { en: subject, pt: subject }, [
    `<pre style="white-space: pre-wrap">${escaped(clean(text ?? ''))}</pre>`,
    link,
  ])
}
