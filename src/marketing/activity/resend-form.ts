/**
 * Facts about contacts as Resend's webhooks tell them: who joined, left or paused is a contact that
 * changed. All other facts have no counterpart and are told with our type and data.
 */
import type { InForm } from '#platform/webhooks/enqueue.ts'
import type { FactType } from './catalogue.ts'

const theirTypes: Partial<Record<FactType, FactType>> = {
  'contact.created': 'contact.created',
  'contact.updated': 'contact.updated',
  'contact.subscribed': 'contact.updated',
  'contact.unsubscribed': 'contact.updated',
  'contact.snoozed': 'contact.updated',
  'contact.deleted': 'contact.deleted',
  'contact.erased': 'contact.deleted',
}

type Data = Readonly<Record<string, unknown>>

/** `data` is ours; of who is erased it knows the id alone. */
export function factInResendForm(type: FactType, data: Data): { resend?: InForm } {
  const theirs = theirTypes[type]
  if (theirs === undefined) return {}
  return { resend: { heardAs: theirs, type: theirs, data: () => contactOf(data) } }
}

function contactOf({ contact_id: id, contact, test }: Data): object {
  const { created_at, updated_at, email, first_name, last_name, unsubscribed } = (contact ??
    {}) as Data
  return {
    id,
    created_at,
    updated_at,
    email,
    first_name: first_name ?? undefined,
    last_name: last_name ?? undefined,
    unsubscribed,
    ...(test === true ? { test } : {}),
  }
}
