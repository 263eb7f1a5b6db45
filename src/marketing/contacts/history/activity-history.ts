/** What a person did, and our own facts about them, as items of their history. */
import { read, show } from '#kernel/base/ids.ts'
import { fill, type Language, type Text } from '#kernel/base/languages.ts'
import { factTypes } from '../../activity/catalogue.ts'
import { findActivityOf, historyOf } from '../../activity/store.ts'
import type { HistorySource } from './history.ts'

/** Consents say the first two better; of the third, the contact shows what it is now. */
const toldElsewhere = ['contact.subscribed', 'contact.unsubscribed', 'contact.updated']

const did: Text = { en: 'They did “{name}”.', pt: 'A pessoa fez “{name}”.' }

/** Of the person whose history it is, rather than of any. */
const ofPerson: Readonly<Record<string, Text>> = {
  'contact.created': { en: 'Was added to the contacts.', pt: 'Foi adicionada aos contatos.' },
  'contact.snoozed': { en: 'Wants a pause from marketing.', pt: 'Quer uma pausa do marketing.' },
  'segment.entered': { en: 'Came into a segment.', pt: 'Entrou em um segmento.' },
  'segment.left': { en: 'Went out of a segment.', pt: 'Saiu de um segmento.' },
  'form.submitted': { en: 'Sent a form.', pt: 'Enviou um formulário.' },
}

function explain(name: string, language: Language): string {
  if (Object.hasOwn(ofPerson, name)) return ofPerson[name]![language]
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
