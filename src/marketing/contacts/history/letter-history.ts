/** The letters of campaigns and sequences that were made for a person, as items of their history. */
import { read, show } from '#kernel/base/ids.ts'
import type { Text } from '#kernel/base/languages.ts'
import { isLetterOf, lettersOfPerson } from '../letters/letters-store.ts'
import type { HistorySource } from './history.ts'

const explanations: Readonly<Record<'campaign' | 'sequence', Text>> = {
  campaign: {
    en: 'An email of a campaign was made for them.',
    pt: 'Uma mensagem de uma campanha foi feita para a pessoa.',
  },
  sequence: {
    en: 'An email of a sequence was made for them.',
    pt: 'Uma mensagem de uma sequência foi feita para a pessoa.',
  },
}

export const letterHistory: HistorySource = {
  async items({ world, tenant, language }, contactId, page) {
    const of = { projectId: tenant.projectId, contactId }
    const rows = await lettersOfPerson(world.db, of, page)
    return rows.map(row => ({
      id: row.email_id,
      shown: {
        id: show('msg', row.email_id),
        type: 'letter',
        at: row.sent_at.toISOString(),
        email_id: show('msg', row.email_id),
        ...(row.source_kind === 'campaign'
          ? { campaign_id: show('cmp', row.source_id) }
          : { sequence_id: show('seq', row.source_id) }),
        ...(row.step === null ? {} : { step: row.step }),
        ...(row.topic_id === null ? {} : { topic_id: show('top', row.topic_id) }),
        ...(row.variant === null ? {} : { variant: row.variant }),
        explanation: explanations[row.source_kind][language],
      },
    }))
  },
  async keyOf({ world, tenant }, contactId, shownId) {
    const id = read('msg', shownId)
    const of = { projectId: tenant.projectId, contactId }
    return id !== null && (await isLetterOf(world.db, of, id)) ? id : null
  },
}
