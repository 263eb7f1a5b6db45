/** The steps that a person went through, as items of their history. */
import { read, show, type Uuid } from '#kernel/base/ids.ts'
import type { DossierPart, HistorySource } from '../../contacts/history/history.ts'
import {
  enrollmentsOfPerson,
  findVisitOf,
  type PastVisit,
  visitsOfContact,
} from './enrollment-store.ts'
import { explainOutcome } from './explained.ts'

const visitBits = 0xfff

/** Sorts among ids, which begin with their time: of two at once the later visit is the newer. */
function keyOf({ at, visit, enrollment_id: id }: PastVisit): Uuid {
  const ms = at.getTime().toString(16).padStart(12, '0')
  const place = (visit & visitBits).toString(16).padStart(3, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7${place}-${id.slice(19)}` as Uuid
}

const lastMs = 253_402_300_799_999
const timeOf = (key: Uuid): Date =>
  new Date(Math.min(Number.parseInt(key.replace('-', '').slice(0, 12), 16), lastMs))

/** More than one person goes through within a millisecond. */
const maxAtOnce = 200

export const sequenceHistory: HistorySource = {
  async items({ world, tenant, language }, contactId, { before, count }) {
    const rows = await visitsOfContact(world.db, tenant, contactId, {
      until: timeOf(before),
      count: count + maxAtOnce,
    })
    const items = rows.map(row => ({
      id: keyOf(row),
      shown: {
        id: `${show('enr', row.enrollment_id)}:${row.visit}`,
        type: 'sequence.step',
        at: row.at.toISOString(),
        sequence_id: show('seq', row.sequence_id),
        enrollment_id: show('enr', row.enrollment_id),
        step: row.step,
        outcome: row.outcome,
        ...(row.email_id === null ? {} : { email_id: show('msg', row.email_id) }),
        explanation: explainOutcome(row.outcome)[language],
      },
    }))
    return items
      .filter(one => one.id < before)
      .sort((a, b) => (a.id < b.id ? 1 : -1))
      .slice(0, count)
  },
  async keyOf({ world, tenant }, contactId, shownId) {
    const [, enrollment, visit] = /^(enr_[0-9a-f]+):(\d{1,9})$/.exec(shownId) ?? []
    const id = enrollment === undefined ? null : read('enr', enrollment)
    if (id === null) return null
    const row = await findVisitOf(world.db, tenant, contactId, { id, visit: Number(visit) })
    return row === null ? null : keyOf(row)
  },
}

/** How the person stands to the sequences that they are or were in, for the dossier. */
export const enrollmentsOfDossier: DossierPart = {
  name: 'enrollments',
  async read({ world, tenant }, contactId) {
    const rows = await enrollmentsOfPerson(world.db, tenant, contactId)
    return rows.map(row => ({
      id: show('enr', row.id),
      sequence_id: show('seq', row.sequence_id),
      state: row.state,
      reason: row.reason,
      event: row.event,
      entered_at: row.entered_at.toISOString(),
      ended_at: row.ended_at?.toISOString() ?? null,
    }))
  },
}
