/** Which imports brought a person or wrote to their contact, for as long as the contact is kept. */
import { Type } from 'typebox'
import { read, show } from '#kernel/base/ids.ts'
import { pageOf, pageOfRows, pageQuery } from '#kernel/routes/paging.ts'
import { route } from '#kernel/routes/route.ts'
import { importOfContactShape, maxItems } from '../contacts/history/dossier.ts'
import type { DossierPart } from '../contacts/history/history.ts'
import type { ForgetContact } from '../contacts/people/erase.ts'
import { mustFindContact } from '../contacts/people/find.ts'
import { forgetMember } from '../segments/members.ts'
import { forgetImportsOf, type ImportOfPerson, listImportsOf } from './of-person-store.ts'

const usualLimit = 50

const showOne = ({ id, name, outcome, line, at }: ImportOfPerson) => ({
  id: show('imp', id),
  name,
  outcome,
  line,
  at: at.toISOString(),
})

export const importsOfPersonRoute = route({
  method: 'GET',
  path: '/v1/contacts/{id}/imports',
  name: 'contacts.imports',
  scope: 'read',
  summary: 'List the imports in which a contact stood',
  description:
    'The last first. An import that was undone is none of them; after seven days only the one that created the contact and the last 20 others that changed something are kept.',
  params: Type.Object({ id: Type.String({ description: 'con_… or an address.' }) }),
  query: Type.Object(pageQuery),
  success: { status: 200, schema: pageOf(importOfContactShape) },
  errors: ['invalid_field', 'resource_not_found'],
  handle: async ({ world, tenant, params, query }) => {
    const { id } = await mustFindContact(world.db, tenant, params.id)
    const { limit = usualLimit, starting_after } = query
    const from = starting_after === undefined ? null : read('imp', starting_after)
    // That of the cursor, which is not shown, those of the page, and one that says there are more.
    const some = await listImportsOf(world.db, tenant, id, { from, count: limit + 2 })
    const { rows, has_more } = pageOfRows(some, { limit, starting_after }, 'imp')
    return { status: 200, body: { data: rows.map(showOne), has_more } }
  },
})

export const importsOfDossier: DossierPart = {
  name: 'imports',
  async read({ world, tenant }, contactId) {
    const all = await listImportsOf(world.db, tenant, contactId, { from: null, count: maxItems })
    return all.map(showOne)
  },
}

/** What else knows of a contact that goes: no segment has it, and no import brought it. */
export const forgetContact: ForgetContact = async (tx, owner, contactId) => {
  await forgetMember(tx, owner, contactId)
  await forgetImportsOf(tx, owner, contactId)
}
