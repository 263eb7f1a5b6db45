/** Members as signing in makes them: added, given a role, in the caller's transaction. */
import type { Tx } from '#kernel/world/db.ts'
import type { NewMember } from './account.ts'
import type { Key, Role } from './member.ts'
import { updateRole } from './members-store.ts'
import { insertMember } from './store.ts'

export const addMember = (tx: Tx, member: NewMember): Promise<void> => insertMember(tx, member)

/** Of somebody who is no owner, and does not become one: an account keeps its owners. */
export const giveRole = (tx: Tx, key: Key, role: Exclude<Role, 'owner'>): Promise<void> =>
  updateRole(tx, key, role)
