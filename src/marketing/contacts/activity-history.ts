/** What a person did, and our own facts about them, as items of their history. */
import { read, show } from '#kernel/base/ids.ts'
import { fill, type Language, type Text } from '#kernel/base/languages.ts'
import { factTypes } from '../activity/catalogue.ts'
import { findActivityOf, historyOf } from '../activity/of-person.ts'
import type { HistorySource } from './history.ts'

/** Consents say the first two better; of the third, the contact shows what it is now. */
const toldElsewhere = ['contact.subscribed', 'contact.unsubscribed', 'contact.updated']

const did: Text = { en: 'They did “{name}”.', pt: 'A pessoa fez “{name}”.' }

function explain(name: string, language: Language): string {
  const known: Readonly<Record<string, Text>> = factTypes
  return Object.hasOwn(known, name) ? known[name]![language] : fill(did, { name })[language]
}

export const activityHistory: HistorySource = {
  async items({ world, tenant, language }, contactId, page) {
    const rows = await historyOf(world.db, tenant, contactId, { ...page, without: toldElsewhere })
    return rows.map(({ id, name, data, at }) => ({
      id,
      shown: {
        id: show('evt', id),
        type: name,
        at: at.toISOString(),
        ...(data === null ? {} : { data }),
        explanation: explain(name, language),
      },
    }))
  },
  async keyOf({ world, tenant }, contactId, shownId) {
    const id = read('evt', shownId)
    return id !== null && (await findActivityOf(world.db, tenant, contactId, id)) ? id : null
  },
}
