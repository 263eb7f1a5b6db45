/** The frequency cap: one ledger, the letters of a person, for campaigns and sequences alike. */
import { durationMs, maxSkewMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Sql } from '#kernel/world/db.ts'
import { isExempt, lettersWithin } from './letters-store.ts'

type Caps = readonly { readonly letters: number; readonly per: string }[]

interface CapQuery {
  readonly caps: Caps
  readonly topicId: Uuid | null
  readonly contactIds: readonly Uuid[]
  /** ms since 1970. */
  readonly now: number
  /** Letters beside those that are known, to each of them. */
  readonly alsoSent?: readonly number[]
}

/** Who has had as many letters as they may have, and until when; letters of exempt topics count in none. */
export async function cappedUntil(
  sql: Sql,
  projectId: Uuid,
  { caps, topicId, contactIds, now, alsoSent = [] }: CapQuery,
): Promise<ReadonlyMap<Uuid, number>> {
  const capped = new Map<Uuid, number>()
  if (caps.length === 0 || contactIds.length === 0) return capped
  if (topicId !== null && (await isExempt(sql, projectId, topicId))) return capped
  const spans = caps.map(({ letters, per }) => ({ letters, ms: durationMs(per)! }))
  const longest = Math.max(...spans.map(one => one.ms))
  const [since, until] = [new Date(now - longest), new Date(now + maxSkewMs)]
  const rows = await lettersWithin(sql, projectId, contactIds, { since, until })
  const sent = new Map<Uuid, number[]>(
    alsoSent.length === 0 ? [] : contactIds.map(id => [id, [...alsoSent]]),
  )
  for (const { contact_id: id, sent_at: at } of rows) {
    const times = sent.get(id) ?? []
    times.push(at.getTime())
    sent.set(id, times)
  }
  for (const [contactId, times] of sent) {
    times.sort((a, b) => b - a)
    for (const { letters: most, ms } of spans) {
      const oldest = times[most - 1]
      if (oldest === undefined || oldest <= now - ms) continue
      capped.set(contactId, Math.max(capped.get(contactId) ?? 0, oldest + ms))
    }
  }
  return capped
}
