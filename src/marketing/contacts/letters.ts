/** What marketing remembers of its letters, person by person: filters and pages look there. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import type { EventType } from '#sending/events/event.ts'
import type { LetterFact } from '#sending/timeline/listeners.ts'
import type { Owner } from './contact.ts'
import {
  catchUpLetters,
  countLetters,
  insertLetters,
  type LetterNews,
  type LetterOwner,
  type LetterSource,
  updateLetters,
} from './letters-store.ts'

/** In the transaction that makes the emails. */
export async function noteLetters(
  tx: Tx,
  { projectId, mode }: Owner,
  source: LetterSource,
  letters: readonly { readonly contactId: Uuid; readonly emailId: Uuid }[],
  at: Date,
): Promise<void> {
  await insertLetters(tx, projectId, source, letters, at)
  if (mode === 'live' || letters.length === 0) return
  await catchUpLetters(
    tx,
    projectId,
    letters.map(one => one.emailId),
  )
}

const kept: Readonly<Partial<Record<EventType, keyof LetterNews>>> = {
  delivered: 'deliveredAt',
  opened: 'openedAt',
  clicked: 'clickedAt',
  bounced: 'bouncedAt',
  complained: 'complainedAt',
}

/** In the transaction of the facts. Answers whose letters they were about. */
export async function noteReactions(tx: Tx, facts: readonly LetterFact[]): Promise<LetterOwner[]> {
  const news = new Map<Uuid, LetterNews>()
  for (const fact of facts) {
    const { type, emailId, projectId, isMachine } = fact
    const column = isMachine ? 'machineAt' : kept[type]
    if (column === undefined) continue
    const at = new Date(fact.at)
    const before = news.get(emailId) ?? { ...noNews, projectId, emailId }
    // Whoever clicks has opened, with or without images.
    const opened = column === 'clickedAt' ? { openedAt: before.openedAt ?? at } : {}
    const machine =
      isMachine && type === 'clicked' ? { machineClickedAt: before.machineClickedAt ?? at } : {}
    news.set(emailId, { ...before, ...opened, ...machine, [column]: before[column] ?? at })
  }
  // In one order everywhere, so that two batches about the same letters cannot wait for each other.
  const sorted = [...news.values()].sort((a, b) => (a.emailId < b.emailId ? -1 : 1))
  return sorted.length === 0 ? [] : updateLetters(tx, sorted)
}

const noNews = {
  deliveredAt: null,
  openedAt: null,
  clickedAt: null,
  machineAt: null,
  machineClickedAt: null,
  bouncedAt: null,
  complainedAt: null,
} as const

/** Who opened and clicked the letters of a sequence, by step: people, and those only programs did. */
export async function figuresOfLetters(sql: Sql, owner: Owner, sourceId: Uuid) {
  const rows = await countLetters(sql, owner, sourceId)
  return rows.map(({ step, opened, opened_by_machines, clicked, clicked_by_machines }) => ({
    step,
    opened: { people: opened, machines_only: opened_by_machines },
    clicked: { people: clicked, machines_only: clicked_by_machines },
  }))
}
