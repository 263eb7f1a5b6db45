/**
 * Who a member is at an identity provider, listed and unlinked by themselves. Unlinked, whoever has
 * the identity comes in by it no more, unless the address is found to be theirs once again. Nobody
 * unlinks the only way that they have in.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { show, type Uuid } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import { recordChange } from '../audit/audit-record.ts'
import * as store from './identities-store.ts'
import { listPasskeys } from './passkeys.ts'
import type { ClientInfo, Session } from './sessions.ts'
import { tellOfDoor } from './told.ts'

export const listIdentities = (
  { db }: Pick<World, 'db'>,
  session: Session,
): Promise<store.LinkedIdentity[]> => store.selectIdentities(db, session)

/** Throws `resource_not_found`, or `invalid_field` where it is the only way in. */
export async function unlinkIdentity(
  world: World,
  session: Session,
  { id, ...place }: ClientInfo & { readonly id: Uuid },
): Promise<void> {
  const known = await store.selectIdentities(world.db, session)
  if (!known.some(one => one.id === id)) throw new Refusal('resource_not_found')
  if (!session.hasPassword && (await listPasskeys(world, session)).length === 0) throw onlyWay()
  const { accountId, memberId } = session
  await world.db.transaction(async tx => {
    const gone = await store.deleteIdentity(tx, session, id)
    if (gone === null) throw new Refusal('resource_not_found')
    const { issuer, email } = gone
    await tellOfDoor(tx, world, session, { ...place, what: 'identity_unlinked', name: issuer })
    await recordChange(tx, world, {
      ...{ accountId, isByOperator: false, ip: place.address },
      actor: { type: 'member', id: memberId, name: null },
      ...{ action: 'member.identity_unlinked', targetId: show('usr', memberId), targetName: null },
      ...{ before: { issuer, email }, after: null },
    })
  })
}

const onlyWay = () =>
  new Refusal('invalid_field', {
    param: 'id',
    why: {
      en: 'It is your only way in. Set a password or add a passkey first.',
      pt: 'É a sua única forma de entrar. Antes, defina uma senha ou adicione uma chave de acesso.',
    },
  })
