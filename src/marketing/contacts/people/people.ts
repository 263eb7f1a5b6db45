/** Contacts as those see them who report what people did. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { suppressionKey } from '#kernel/mail/address.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import type { Call } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { Identity, People } from '../../activity/take.ts'
import { readEmail } from '../fields/fields.ts'
import { tell } from '../tell.ts'
import { findContactId } from './find.ts'
import { findIdentities } from './store.ts'
import { upsertContacts } from './upsert.ts'

export const people: People = {
  find,
  create,
  findId: findContactId,
  readEmail: given => readEmail(given, 'email'),
}

async function find(
  tx: Tx,
  { tenant }: Pick<Call, 'tenant'>,
  asked: readonly Identity[],
): Promise<(Uuid | null | Refusal)[]> {
  const rows = await findIdentities(tx, tenant, {
    ids: asked.flatMap(one => one.contactId ?? []),
    keys: asked.flatMap(one => (one.email === undefined ? [] : [suppressionKey(one.email)])),
    externalIds: asked.flatMap(one => one.externalId ?? []),
  })
  const ids = new Set(rows.map(row => row.id))
  const byKey = new Map(rows.map(row => [row.key, row.id]))
  const byExternalId = new Map(rows.map(row => [row.externalId, row.id]))
  return asked.map(({ contactId, externalId, email }) => {
    if (contactId !== undefined && !ids.has(contactId)) {
      return new Refusal('invalid_field', {
        param: 'contact_id',
        why: { en: 'There is no such contact.', pt: 'Não existe este contato.' },
      })
    }
    const known: [string, Uuid | undefined][] = [
      ['contact_id', contactId],
      ['external_id', externalId === undefined ? undefined : byExternalId.get(externalId)],
      ['email', email === undefined ? undefined : byKey.get(suppressionKey(email))],
    ]
    const found = known.filter(([, id]) => id !== undefined)
    const other = found.find(([, id]) => id !== found[0]![1])
    return other === undefined ? (found[0]?.[1] ?? null) : ofTwo(other[0])
  })
}

const ofTwo = (param: string): Refusal =>
  new Refusal('invalid_field', {
    param,
    why: {
      en: '{param} belongs to another contact than the rest.',
      pt: '{param} é de outro contato que não o do resto.',
    },
  })

async function create(
  tx: Tx,
  call: Pick<Call, 'world' | 'tenant' | 'principal'>,
  asked: readonly Identity[],
): Promise<(Uuid | Refusal)[]> {
  const { results } = await upsertContacts(
    tx,
    call,
    asked.map(({ email, externalId }) => ({
      ...(email === undefined ? {} : { email }),
      ...(externalId === undefined ? {} : { externalId }),
    })),
    { onExisting: 'keep', source: 'activity', actor: actorOf(call.principal) },
  )
  const made = results.flatMap(one => ('error' in one || one.outcome !== 'created' ? [] : [one.id]))
  await tell(
    tx,
    call,
    made.map(contactId => ({ type: 'contact.created', contactId })),
  )
  return results.map(one => ('error' in one ? one.error : one.id))
}
