/** What people chose last is what is kept, unless two chose at once or nobody knows what was done. */
import type { Case } from './case.ts'
import type { Choice } from './ledger.ts'
import type { Records } from './records.ts'

const states: Readonly<Record<Choice['deed'], string | null>> = {
  join: 'subscribed',
  back: 'subscribed',
  leave: 'unsubscribed',
  forget: null,
}

export async function auditPeople({ sql, ledger }: Records, report: Case['report']): Promise<void> {
  const rows = await sql.query<{ project_id: string; email: string; state: string | null }>(
    `select c.project_id, c.email, t.state from contacts c
     left join contact_topics t on t.project_id = c.project_id and t.contact_id = c.id
     where c.mode = 'live'`,
  )
  const kept = new Map(rows.map(row => [`${row.project_id} ${row.email}`, row.state]))
  const byPerson = Map.groupBy(ledger.choices, one => `${one.project} ${one.email}`)
  for (const choices of byPerson.values()) {
    const last = choices.reduce((one, other) => (other.from > one.from ? other : one))
    const isAlone = choices.every(one => one === last || one.to < last.from)
    if (!isAlone || !last.isDone) continue
    const { projectId } = ledger.projects[last.project]!
    const state = kept.get(`${projectId} ${last.email}`) ?? null
    if (state !== states[last.deed]) {
      report(
        'the last choice of a person holds',
        `${last.email} of ${projectId} is ${state} after ${last.deed}`,
      )
    }
  }
}
