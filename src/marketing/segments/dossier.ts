/** The segments that a person was put into, for the dossier. */
import { show } from '#kernel/base/ids.ts'
import type { DossierPart } from '../contacts/history/history.ts'
import { listStaticOf } from './store.ts'

const maxSegments = 1_000

export const segmentsOfDossier: DossierPart = {
  name: 'segments',
  async read({ world, tenant }, contactId) {
    const page = { before: null, count: maxSegments }
    const rows = await listStaticOf(world.db, tenant.projectId, contactId, page)
    return rows.map(({ id, name }) => ({ id: show('seg', id), name }))
  },
}
