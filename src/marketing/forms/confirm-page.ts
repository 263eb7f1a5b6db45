/** The page behind the link of a confirmation letter: one button. */
import { escaped, plainPage } from '#kernel/routes/plain-page.ts'
import { tokenPath } from '#kernel/routes/token-paths.ts'
import type { World } from '#kernel/world/world.ts'
import { onTestClock } from '#tenants/test-clock/test-clock.ts'
import { confirmTopics } from '../contacts/consent/choose.ts'
import { isOver } from '../contacts/consent/pending.ts'
import { topicNames } from '../contacts/people/reading.ts'
import { readContact } from '../contacts/people/store.ts'
import { addressDigest, openPerson, pageSecret, sealPerson } from './confirm.ts'
import { noteConfirmed } from './figures.ts'
import { notFound } from './form-page.ts'
import { pagesOf } from './look.ts'
import { tenantOf } from './tenant.ts'
import type { PageAnswer, PublicPage, Visit } from './visit.ts'
import { speaker } from './words.ts'

/** `/c/{token}`. */
export const confirmPage: PublicPage = {
  answer: answerConfirmation,
  projectOf: async (world, rest) =>
    openPerson(await pageSecret(world), 'confirm', rest)?.projectId ?? null,
}

async function answerConfirmation(real: World, visit: Visit): Promise<PageAnswer> {
  const secret = await pageSecret(real)
  const person = openPerson(secret, 'confirm', visit.rest)
  const tenant = person === null ? null : await tenantOf(real, person.projectId, person.mode)
  const world = tenant === null ? real : await onTestClock(real, tenant)
  if (person === null || tenant === null) return notFound(visit.language)
  const pages = await pagesOf(world.db, person.projectId)
  const say = speaker(visit.language, pages)
  const page = (word: Parameters<typeof say>[0], parts: readonly string[]): PageAnswer => ({
    status: 200,
    html: plainPage(visit.language, { en: say(word), pt: say(word) }, parts, pages),
    style: pages,
  })
  const paragraph = (text: string): string => `<p>${escaped(text)}</p>`
  const contact = await readContact(world.db, tenant, person.contactId)
  const names = await topicNames(world.db, person.projectId, person.topicIds, visit.language)
  const { askedAt } = person
  const now = world.clock.now()
  // It ages as what it confirms does, and confirms nothing that somebody has asked for since.
  const isGood = askedAt !== null && !isOver('pending', askedAt, now)
  const isOpen = contact?.topics.some(one => {
    const since = Date.parse(one.since)
    const isAsked = one.state === 'pending' && !isOver('pending', since, now) && since <= askedAt!
    return person.topicIds.includes(one.id) && (isAsked || one.state === 'subscribed')
  })
  // What was asked of one address is not confirmed for another.
  const isOf = (email: string): boolean => addressDigest(email) === person.address
  const isSame = contact !== null && isOf(contact.email)
  if (!isGood || contact === null || isOpen !== true || !isSame) {
    return page('confirm_title', [paragraph(say('confirm_late'))])
  }
  const values = { address: contact.email, topics: [...names.values()].join(', ') }
  if (!visit.isPost) {
    return page('confirm_title', [
      paragraph(say('confirm_ask', values)),
      `<form method="post"><button type="submit">${escaped(say('confirm_button'))}</button></form>`,
    ])
  }
  await world.db.transaction(async tx => {
    const evidence = {
      at: now,
      ip: visit.address,
      userAgent: visit.userAgent,
      // Without what opens it, and without the address, which is kept elsewhere.
      page: `${world.settings.MALOTE_BASE_URL}/c`,
      wording: {
        text: say('confirm_ask', { topics: values.topics }),
        language: visit.language,
      },
    }
    const asked = { ...person, askedAt, isOf }
    if (!(await confirmTopics(tx, { world, tenant }, asked, evidence))) return
    const { contactId, topicIds } = person
    await noteConfirmed(tx, tenant, { contactId, topicIds, askedAt, now })
  })
  const token = sealPerson(secret, 'preferences', { ...person, topicIds: [], askedAt: null })
  return page('confirm_done_title', [
    paragraph(say('confirm_done', values)),
    `<p><a href="${tokenPath(world, 'preferences', token)}">${escaped(say('preferences_title'))}</a></p>`,
  ])
}
