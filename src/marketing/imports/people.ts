/**
 * The people of an import afterwards, while what it did is kept: put into a list, asked to confirm,
 * or taken as confirmed elsewhere. So many a call, in the order of their ids.
 */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { actorOf } from '#kernel/routes/actor.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import type { Tx } from '#kernel/world/db.ts'
import type { World } from '#kernel/world/world.ts'
import { changeTopics } from '../contacts/consent/consent.ts'
import type { ContactCondition } from '../contacts/people/contact.ts'
import { readContacts } from '../contacts/people/store.ts'
import type { ImportPeers } from './options.ts'
import type { importTask } from './run.ts'
import { findImport, type ImportRow, inImport, listPeople } from './store.ts'

const maxPeople = 1_000
/** Each of them is written to. */
const maxAsked = 200

type Beside = ImportPeers &
  Pick<Parameters<typeof importTask>[0], 'addToSegment' | 'askConfirmation'>

const body = Type.Object(
  {
    segment: Type.Optional(Type.String({ description: 'seg_…, static: they are put into it.' })),
    confirm: Type.Optional(
      Type.Enum(['send', 'elsewhere'], {
        description: 'Those who wait for a confirmation of a topic of the import.',
      }),
    ),
    starting_after: Type.Optional(Type.String({ description: '`next` of the call before.' })),
  },
  { additionalProperties: false },
)

export const peopleRoute = (beside: Beside): Route =>
  route({
    method: 'POST',
    path: '/v1/imports/{id}/people',
    name: 'imports.people',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Put the people of an import into a list, or have them confirmed',
    description:
      'Within seven days of its end. Up to 1,000 people a call, 200 where they are asked by a ' +
      'letter; as long as there is a `next`, call again with it as starting_after.',
    params: Type.Object({ id: Type.String({ description: 'imp_…' }) }),
    body,
    success: {
      status: 200,
      schema: Type.Object({
        people: Type.Integer({ description: 'That this call has gone through.' }),
        waiting: Type.Integer({ description: 'Of them, those who had still to confirm.' }),
        next: Type.Union([Type.String(), Type.Null()]),
      }),
    },
    errors: ['invalid_field', 'resource_not_found'],
    handle: call => handle(call, beside),
  })

type PeopleCall = Call<
  { segment?: string; confirm?: 'send' | 'elsewhere'; starting_after?: string },
  unknown,
  { id: string }
>

async function handle(call: PeopleCall, beside: Beside) {
  const { world, tenant, params } = call
  const { segment, confirm, starting_after: given } = call.body
  const row = await findNamed('imp', params.id, id => findImport(world.db, tenant, id))
  if (row.status !== 'done' || row.options.dry_run) throw refuse('status', notDone)
  const after = given === undefined ? null : read('con', given)
  if (given !== undefined && after === null) throw refuse('starting_after')
  return call.commit(async tx => {
    const segmentId = segment === undefined ? null : await beside.staticSegment(tx, call, segment)
    const key = { projectId: row.project_id, id: row.id }
    const count = confirm === 'send' ? maxAsked : maxPeople
    const ids = await listPeople(tx, key, after, count)
    if (segmentId !== null && ids.length > 0) {
      const about = { segmentId, contactIds: ids, isSilent: true }
      await beside.addToSegment(tx, world, tenant, about)
    }
    const waiting = await waitingOf(tx, call, row, ids)
    if (confirm === 'send') await ask(tx, call, waiting, beside)
    if (confirm === 'elsewhere') await confirmElsewhere(tx, call, row, waiting)
    const next = ids.length < count ? null : show('con', ids.at(-1)!)
    return { status: 200, body: { people: ids.length, waiting: waiting.length, next } }
  })
}

const refuse = (param: string, why?: Text): Refusal =>
  new Refusal('invalid_field', { param, ...(why === undefined ? {} : { why }) })

const notDone: Text = {
  en: 'The import has brought nobody: it is a dry run, or has not ended.',
  pt: 'A importação não trouxe ninguém: é uma simulação, ou não terminou.',
}

interface Waiting {
  readonly contactId: Uuid
  readonly email: string
  readonly topicIds: readonly Uuid[]
}

/** Those who have still to confirm a topic that the import put them in. */
async function waitingOf(
  tx: Tx,
  { tenant }: PeopleCall,
  { options }: ImportRow,
  ids: readonly Uuid[],
): Promise<Waiting[]> {
  if (ids.length === 0 || options.topics.length === 0) return []
  return (await readContacts(tx, tenant, ids)).flatMap(({ id, email, topics }) => {
    const topicIds = topics.flatMap(one =>
      one.state === 'pending' && options.topics.includes(one.id) ? [one.id] : [],
    )
    return topicIds.length === 0 ? [] : [{ contactId: id, email, topicIds }]
  })
}

async function ask(
  tx: Tx,
  { world, tenant }: PeopleCall,
  waiting: readonly Waiting[],
  { askConfirmation }: Beside,
): Promise<void> {
  for (const one of waiting) await askConfirmation(tx, world, tenant, { ...one, isBulk: true })
}

/** On the ground that the import named, confirmed there. */
async function confirmElsewhere(
  tx: Tx,
  { world, tenant, principal }: PeopleCall,
  { options: { consent }, created_at: created }: ImportRow,
  waiting: readonly Waiting[],
): Promise<void> {
  if (consent === null) return
  const at = consent.at === null ? created.getTime() : Date.parse(consent.at)
  const wording = { text: consent.wording, language: tenant.projectLanguage }
  const evidence = { at, source: consent.source, wording, confirmed: true }
  const changes = waiting.flatMap(({ contactId, email, topicIds }) =>
    topicIds.map(topicId => ({
      ...{ contactId, email, topicId, evidence, basis: consent.basis },
      action: 'join' as const,
      method: 'import' as const,
      actor: actorOf(principal),
    })),
  )
  await changeTopics(tx, world, tenant, changes)
}

/** What narrows the list of contacts to those of an import. Throws Refusal. */
export async function importCondition(
  world: Pick<World, 'db'>,
  tenant: Call['tenant'],
  text: string,
): Promise<ContactCondition> {
  const id = read('imp', text)
  const row = id === null ? null : await findImport(world.db, tenant, id)
  if (row === null) {
    throw refuse('import', {
      en: 'There is no such import.',
      pt: 'Não existe esta importação.',
    })
  }
  return inImport(row.id)
}
