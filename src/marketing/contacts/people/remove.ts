/** Deleting a contact, and erasing the person behind it. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, timeOfId, type Uuid } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import {
  type Answer,
  type Call,
  type Route,
  route,
  type Tenant,
  type TenantWorld,
} from '#kernel/routes/route.ts'
import type { Sql, Tx } from '#kernel/world/db.ts'
import { enqueue } from '#platform/queue/enqueue.ts'
import { forgetActivity } from '../../activity/of-person.ts'
import { addressInConsents } from '../consent/consent-store.ts'
import { tell } from '../tell.ts'
import { type ContactRow, showContact } from './contact.ts'
import { erasureKind, type ForgetContact, forgetPerson } from './erase.ts'
import { mustFindContact } from './find.ts'
import { deleteContact, insertErasure, readContact } from './store.ts'

const params = Type.Object({ id: Type.String({ description: 'con_… or an address.' }) })

export const removeRoutes = (forget: ForgetContact): readonly Route[] => [
  route({
    method: 'DELETE',
    path: '/v1/contacts/{id}',
    name: 'contacts.delete',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Delete a contact',
    description: 'Suppressions and consents stay.',
    params,
    success: deleted,
    errors: ['resource_not_found'],
    handle: async (call): Promise<Answer> => {
      await call.world.db.transaction(async tx => {
        const row = await remove(tx, call, forget)
        const last = showContact(row)
        await tell(tx, call, [{ type: 'contact.deleted', contactId: row.id, last }])
      })
      // As for suppressions: what was given, be it an address.
      return { status: 200, body: { id: call.params.id, deleted: true } }
    },
  }),
  route({
    method: 'POST',
    path: '/v1/contacts/{id}/erase',
    name: 'contacts.erase',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Erase a person',
    description:
      'Deletes the contact and takes the person out of emails, timelines, activity, imports and what ' +
      'webhooks were told; with a test key out of test mode alone. ' +
      'The suppression stays, for it keeps us from writing again. Also by the id of a contact that was ' +
      'deleted, as long as its consents are kept with the address.',
    params,
    success: {
      status: 202,
      schema: Type.Object({ id: Type.String(), status: Type.Literal('erasing') }),
    },
    errors: ['resource_not_found'],
    handle: call =>
      call.commit(async tx => {
        const person = await mustFindPerson(tx, call.tenant, call.params.id)
        await erasePerson(tx, call, person, forget)
        return { status: 202, body: { id: show('con', person.id), status: 'erasing' } }
      }),
  }),
]

/** Also one whose contact was deleted before: the records of their consents still know them. */
async function mustFindPerson(
  sql: Sql,
  tenant: Tenant,
  text: string,
): Promise<{ readonly id: Uuid; readonly email: string }> {
  const id = read('con', text)
  const email = id === null ? null : await addressInConsents(sql, tenant, id)
  const isKnown = id !== null && (await readContact(sql, tenant, id)) !== null
  if (id !== null && email !== null && !isKnown) return { id, email }
  return mustFindContact(sql, tenant, text)
}

async function remove(
  tx: Tx,
  {
    world,
    tenant,
    params: { id: text },
  }: Pick<Call<unknown, unknown, { id: string }>, 'world' | 'tenant' | 'params'>,
  forget: ForgetContact,
): Promise<ContactRow> {
  const row = await mustFindContact(tx, tenant, text)
  const email = await deleteContact(tx, tenant, row.id, world.clock.now())
  if (email === null) throw new Refusal('resource_not_found')
  await forget(tx, tenant, row.id)
  return row
}

/** Deletes the contact at once, and takes the person out of everything else as soon as it may. */
export async function erasePerson(
  tx: Tx,
  call: TenantWorld,
  { id, email }: { readonly id: Uuid; readonly email: string },
  forget: ForgetContact,
): Promise<void> {
  const { world, tenant } = call
  await deleteContact(tx, tenant, id, world.clock.now())
  await forget(tx, tenant, id)
  await forgetActivity(tx, tenant.projectId, id)
  await forgetPerson(tx, world, tenant, { address: email, askedAt: world.clock.now() })
  await tell(tx, call, [{ type: 'contact.erased', contactId: id }])
  await eraseLater(tx, call, { id, email })
}

async function eraseLater(
  tx: Tx,
  { world, tenant }: TenantWorld,
  { id, email }: { readonly id: Uuid; readonly email: string },
): Promise<void> {
  const { projectId, mode } = tenant
  // As ids have it, which know of no test clock.
  const at = new Date(timeOfId(world.ids.next()))
  await insertErasure(tx, { projectId, mode, id, address: email, at })
  const dueAt = world.clock.now()
  await enqueue(tx, world, [{ kind: erasureKind, projectId, subject: id, dueAt }])
}
