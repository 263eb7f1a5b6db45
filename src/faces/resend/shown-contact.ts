/** A contact of ours in Resend's words. */
import type { Contact, GetContactResponseSuccess } from 'resend'
import type { Static } from 'typebox'
import type { contactShape } from '#marketing/contacts/people/contact.ts'

type OurContact = Static<typeof contactShape>

export const shownContact = (contact: OurContact): Contact => ({
  id: contact.id,
  email: contact.email,
  first_name: contact.first_name,
  last_name: contact.last_name,
  created_at: contact.created_at,
  unsubscribed: contact.unsubscribed,
})

/** Ours have more types of values than theirs, which are text and number. */
interface WholeContact extends Omit<GetContactResponseSuccess, 'properties'> {
  readonly properties: Record<string, { readonly type: string; readonly value: unknown }>
}

/** With its properties, each with the name of its type. */
export const wholeContact = (contact: OurContact): WholeContact => ({
  object: 'contact',
  ...shownContact(contact),
  properties: Object.fromEntries(
    Object.entries(contact.properties).map(([key, value]) => [
      key,
      { type: Array.isArray(value) ? 'list' : typeof value, value },
    ]),
  ),
})
