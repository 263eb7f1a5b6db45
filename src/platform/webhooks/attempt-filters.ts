/** Which attempts of a webhook somebody looks for: by event, by email, by what came of them. */
import { Type } from 'typebox'
import type { Uuid } from '#kernel/base/ids.ts'
import type { AttemptRow } from './attempts-store.ts'
import { showAttempt } from './shapes.ts'

export const attemptFilters = {
  type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Of the event, such as `bounced`.' }),
  ),
  email_id: Type.Optional(Type.String({ maxLength: 100, description: 'msg_…' })),
  state: Type.Optional(
    Type.Union([Type.Literal('acknowledged'), Type.Literal('failed')], {
      description: 'Answered with 2xx, or not.',
    }),
  ),
}

interface AttemptFilter {
  readonly type?: string
  readonly email_id?: string
  readonly state?: 'acknowledged' | 'failed'
}

export function fits(row: AttemptRow, { type, email_id: email, state }: AttemptFilter): boolean {
  if (state !== undefined && isAcknowledged(row) !== (state === 'acknowledged')) return false
  if (type === undefined && email === undefined) return true
  const shown = showAttempt(row)
  return (
    (type === undefined || shown.type === type) && (email === undefined || shown.email_id === email)
  )
}

const isAcknowledged = ({ status_code: code }: AttemptRow): boolean =>
  code !== null && code >= 200 && code < 300

/** Of attempts, newest first, the newest of each notification that nobody has acknowledged yet. */
export function unacknowledged(rows: readonly AttemptRow[]): AttemptRow[] {
  const acknowledged = new Set(rows.filter(isAcknowledged).map(one => one.event_id))
  const seen = new Set<string>()
  return rows.filter(one => {
    if (acknowledged.has(one.event_id) || seen.has(one.event_id)) return false
    seen.add(one.event_id)
    return true
  })
}

/** The one that goes on by itself, and one by hand beside it. */
const maxPosts = 2

/**
 * Those attempts of whose notification another post does no harm: none waits for its first attempt,
 * and not so many are tried on already. Of an event that is not in `posts` nobody knows. Ids are in
 * order of time.
 */
export const withoutNewPost = (
  newest: readonly AttemptRow[],
  posts: ReadonlyMap<Uuid, readonly Uuid[]>,
): AttemptRow[] =>
  newest.filter(({ id, event_id: eventId }) => {
    const ofIt = posts.get(eventId)
    return ofIt !== undefined && ofIt.length < maxPosts && ofIt.every(post => post < id)
  })
