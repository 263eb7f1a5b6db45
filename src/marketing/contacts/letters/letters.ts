/** What marketing remembers of its letters, person by person: filters and pages look there. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { EventType } from '#sending/events/event.ts'
import type { LetterFact } from '#sending/timeline/listeners.ts'
import type { Owner } from '../people/contact.ts'
import { countNew } from './letter-counts.ts'
import {
  countLetters,
  insertLetters,
  type LetterNews,
  type LetterOwner,
  newsOfEmails,
  noteClickedLinks,
  type SentLetters,
  updateLetters,
} from './letters-store.ts'

/** In the transaction that makes the emails. */
export async function noteLetters(
  tx: Tx,
  { projectId, mode }: Owner,
  sent: SentLetters,
): Promise<void> {
  const { letters } = sent
  if (letters.length === 0) return
  // They travel together.
  await Promise.all([insertLetters(tx, projectId, sent), countNew(tx, { projectId, mode }, sent)])
  if (mode === 'live') return
  const emailIds = letters.map(one => one.emailId)
  const news = await newsOfEmails(tx, projectId, emailIds)
  await write(tx, new Map(news.map(one => [one.emailId, { ...unknown, ...one }])))
}

/** Somebody has left by a letter: its topic, or everything. */
export async function noteLeaving(
  tx: Tx,
  projectId: Uuid,
  leavings: readonly { readonly emailId: Uuid; readonly isAll: boolean; readonly at: Date }[],
): Promise<void> {
  const news = new Map<Uuid, LetterNews>()
  for (const { emailId, isAll, at } of leavings) {
    const before = news.get(emailId) ?? { ...unknown, projectId, emailId }
    news.set(emailId, { ...before, ...(isAll ? { leftAllAt: at } : { leftAt: at }) })
  }
  await write(tx, news)
}

const kept: Readonly<Partial<Record<EventType, keyof LetterNews>>> = {
  delivered: 'deliveredAt',
  opened: 'openedAt',
  clicked: 'clickedAt',
  bounced: 'bouncedAt',
  complained: 'complainedAt',
  failed: 'failedAt',
}

/** In the transaction of the facts. Answers whose letters they were about. */
export async function noteReactions(tx: Tx, facts: readonly LetterFact[]): Promise<LetterOwner[]> {
  const news = new Map<Uuid, LetterNews>()
  const clicks = facts.flatMap(({ type, projectId, emailId, url, isMachine }) =>
    type === 'clicked' && url !== null ? [{ projectId, emailId, url, isMachine }] : [],
  )
  for (const fact of facts) {
    const { type, emailId, projectId, isMachine, bouncedAs, provider } = fact
    const column = isMachine ? 'machineAt' : kept[type]
    if (column === undefined) continue
    const at = new Date(fact.at)
    const before = news.get(emailId) ?? { ...unknown, projectId, emailId }
    // Whoever clicks has opened, with or without images.
    const opened = column === 'clickedAt' ? { openedAt: before.openedAt ?? at } : {}
    const machine =
      isMachine && type === 'clicked' ? { machineClickedAt: before.machineClickedAt ?? at } : {}
    const bounced = bouncedAs === null ? {} : { bouncedAs }
    const told = { provider: before.provider ?? provider, [column]: before[column] ?? at }
    news.set(emailId, { ...before, ...opened, ...machine, ...bounced, ...told })
  }
  // They travel together: the COMMIT may already be on its way.
  const [owners] = await Promise.all([write(tx, news), noteClickedLinks(tx, clicks)])
  return owners
}

/** In one order everywhere, so that two batches about the same letters cannot wait for each other. */
async function write(tx: Tx, news: ReadonlyMap<Uuid, LetterNews>): Promise<LetterOwner[]> {
  const sorted = [...news.values()].sort((a, b) => (a.emailId < b.emailId ? -1 : 1))
  return sorted.length === 0 ? [] : updateLetters(tx, sorted)
}

const unknown = {
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  machineAt: null,
  machineClickedAt: null,
  bouncedAt: null,
  complainedAt: null,
  failedAt: null,
  leftAt: null,
  leftAllAt: null,
  bouncedAs: null,
  provider: null,
} as const

/** How many letters of a sequence arrived, by step, and who opened and clicked them: people, and those only programs did. */
export async function figuresOfLetters(sql: Sql, owner: Owner, sourceId: Uuid) {
  const rows = await countLetters(sql, owner, sourceId)
  return rows.map(
    ({ step, delivered, opened, opened_by_machines, clicked, clicked_by_machines }) => ({
      step,
      delivered,
      opened: { people: opened, machines_only: opened_by_machines },
      clicked: { people: clicked, machines_only: clicked_by_machines },
    }),
  )
}
