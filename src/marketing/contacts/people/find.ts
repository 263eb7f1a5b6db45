/** The contact that a path names, by id or by address. */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import { parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import type { Tenant } from '#kernel/routes/route.ts'
import type { Sql } from '#kernel/world/db.ts'
import type { ContactRow } from './contact.ts'
import { findIdByAddress, readContact } from './store.ts'

/** The id behind an id or an address; null where no contact has it. */
export async function findContactId(sql: Sql, tenant: Tenant, text: string): Promise<Uuid | null> {
  const id = read('con', text)
  if (id !== null) return id
  const parsed = parseAddress(text)
  return parsed.ok ? findIdByAddress(sql, tenant, suppressionKey(parsed.address.email)) : null
}

/** Throws Refusal where there is none. */
export async function mustFindContact(sql: Sql, tenant: Tenant, text: string): Promise<ContactRow> {
  const id = await findContactId(sql, tenant, text)
  const row = id === null ? null : await readContact(sql, tenant, id)
  if (row === null) throw new Refusal('resource_not_found')
  return row
}
