/** A contact of ours in Resend's words. */
import type { Fields } from './adapter.ts'

export const shownContact = (contact: Fields): Fields => ({
  id: contact.id,
  email: contact.email,
  first_name: contact.first_name,
  last_name: contact.last_name,
  created_at: contact.created_at,
  unsubscribed: contact.unsubscribed,
})

/** With its properties, each with the name of its type. */
export const wholeContact = (contact: Fields): Fields => ({
  object: 'contact',
  ...shownContact(contact),
  properties: Object.fromEntries(
    Object.entries(contact.properties as Fields).map(([key, value]) => [
      key,
      { type: Array.isArray(value) ? 'list' : typeof value, value },
    ]),
  ),
})
