/** What happened to one address's mail, for whoever shows a person's history. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import { eventPosition, listEventsOfAddress, type MailOwner } from './read-store.ts'
import { showListedEvent } from './serialize.ts'

/** The events of an address before an id, newest first, with their ids beside. */
export async function eventsOfAddress(
  sql: Sql,
  owner: MailOwner & Pick<Tenant, 'timeZone'>,
  { address, language }: { readonly address: string; readonly language: Language },
  page: { readonly before: Uuid; readonly count: number },
) {
  const rows = await listEventsOfAddress(sql, owner, address, page)
  return rows.map(row => ({
    id: row.id,
    shown: showListedEvent(row, { ...owner, language }),
  }))
}

/** Whether the project has an event with this id: a cursor is never somebody else's. */
export async function isEvent(sql: Sql, owner: MailOwner, id: Uuid): Promise<boolean> {
  return (await eventPosition(sql, owner, id)) !== null
}
