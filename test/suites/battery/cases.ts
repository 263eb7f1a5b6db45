/**
 * For each route, what it takes to get past its fields, and whose ids it takes. A route that is not
 * here fails the batteries: whoever adds one says here what it may touch.
 */
import type { Kind, Things } from './stage.ts'

export interface Case {
  /** What stands for the parameters of the path, in each of these ways. */
  readonly ids?: readonly (readonly Kind[])[]
  /** A list whose cursor is of this kind. */
  readonly cursor?: Kind
  /** A body that passes the fields; its sender's domain is that of the things. */
  readonly body?: (things: Things) => unknown
}

const email = ({ domainName }: Things) => ({
  from: `a@${domainName}`,
  to: ['b@example.org'],
  subject: 'Hi',
  text: 'Hi',
})
const later = () => ({ scheduled_at: new Date(Date.now() + 7_200_000).toISOString() })

const ofEmail = [['email']] as const
const ofWebhook = [['webhook']] as const
const ofContact = [['contact']] as const
const ofDomain = [['domain'], ['claim']] as const

export const cases: Readonly<Record<string, Case>> = {
  'emails.send': { body: email },
  'emails.sendBatch': { body: things => ({ emails: [email(things)] }) },
  'emails.check': { body: email },
  'emails.update': { ids: ofEmail, body: later },
  'emails.cancel': { ids: ofEmail },
  'emails.list': { cursor: 'email' },
  'emails.export': {},
  'emails.get': { ids: ofEmail },
  'emails.content': { ids: ofEmail },
  'events.list': { cursor: 'event' },
  'webhooks.create': { body: () => ({ url: 'https://a.example.org/', events: ['sent'] }) },
  'webhooks.list': { cursor: 'webhook' },
  'webhooks.get': { ids: ofWebhook },
  'webhooks.update': { ids: ofWebhook, body: () => ({ enabled: false }) },
  'webhooks.delete': { ids: ofWebhook },
  'webhooks.attempts': { ids: ofWebhook, cursor: 'attempt' },
  'webhooks.resend': { ids: [['webhook', 'attempt']] },
  'webhooks.rotateSecret': { ids: ofWebhook },
  'webhooks.test': { ids: ofWebhook },
  'suppressions.create': { body: () => ({ email: 'new@example.org', stream: 'all' }) },
  'suppressions.list': { cursor: 'suppression' },
  'suppressions.delete': { ids: [['suppression']] },
  'domains.create': { body: ({ domainName }) => ({ name: `new.${domainName}` }) },
  'domains.claim': { body: ({ domainName }) => ({ name: `claim.${domainName}` }) },
  'domains.list': { cursor: 'domain' },
  'domains.get': { ids: ofDomain },
  'domains.verify': { ids: ofDomain },
  'domains.publish': { ids: ofDomain, body: () => ({ token: 'x' }) },
  'domains.rotateKeys': { ids: ofDomain },
  'domains.delete': { ids: ofDomain },
  'contacts.create': { body: () => ({ email: 'someone@example.org' }) },
  'contacts.createBatch': { body: () => ({ contacts: [{ email: 'someone@example.org' }] }) },
  'contacts.list': { cursor: 'contact' },
  'contacts.export': {},
  'contacts.get': { ids: ofContact },
  'contacts.update': { ids: ofContact, body: () => ({ first_name: 'Ana' }) },
  'contacts.delete': { ids: ofContact },
  'contacts.erase': { ids: ofContact },
  'contacts.setTopics': {
    ids: ofContact,
    body: ({ topic }) => ({ topics: [{ id: topic, state: 'subscribed' }] }),
  },
  'contacts.dossier': { ids: ofContact },
  'contacts.timeline': { ids: ofContact, cursor: 'event' },
  'contacts.consents': { ids: ofContact, cursor: 'consent' },
  'contacts.exportConsents': { ids: ofContact },
  'contactProperties.create': { body: () => ({ key: 'shoe_size', type: 'number' }) },
  'contactProperties.list': { cursor: 'property' },
  'contactProperties.update': { ids: [['property']], body: () => ({ label: 'Size' }) },
  'contactProperties.delete': { ids: [['property']] },
  'contacts.search': { body: () => ({ filter: { all: [] } }) },
  'segments.preview': { body: () => ({ filter: { all: [] } }) },
  'segments.create': { body: () => ({ name: 'Everybody', filter: { all: [] } }) },
  'segments.list': { cursor: 'segment' },
  'segments.get': { ids: [['segment'], ['static']] },
  'segments.update': { ids: [['segment'], ['static']], body: () => ({ tracked: true }) },
  'segments.delete': { ids: [['segment'], ['static']] },
  'segments.contacts': { ids: [['segment'], ['static']], cursor: 'contact' },
  'segments.because': { ids: [['segment', 'contact']] },
  'segments.addMembers': { ids: [['static']], body: ({ contact }) => ({ contacts: [contact] }) },
  'segments.removeMembers': { ids: [['static']], body: ({ contact }) => ({ contacts: [contact] }) },
  'forms.create': { body: ({ topic }) => ({ name: 'Site', topics: [topic] }) },
  'forms.list': { cursor: 'form' },
  'forms.get': { ids: [['form']] },
  'forms.update': { ids: [['form']], body: () => ({ enabled: false }) },
  'forms.delete': { ids: [['form']] },
  'templates.create': { body: () => ({ name: 'Receipt' }) },
  'templates.list': { cursor: 'template' },
  'templates.get': { ids: [['template']] },
  'templates.update': { ids: [['template']], body: () => ({ name: 'Invoice' }) },
  'templates.delete': { ids: [['template']] },
  'templates.publish': { ids: [['template']] },
  'templates.versions': { ids: [['template']], cursor: 'version' },
  'templates.restore': { ids: [['template', 'version']] },
  'templates.preview': { ids: [['template']], body: () => ({}) },
  'templates.check': { ids: [['template']] },
  'templates.duplicate': { ids: [['template']], body: () => ({}) },
  'campaigns.create': { body: () => ({ name: 'Christmas' }) },
  'campaigns.list': { cursor: 'campaign' },
  'campaigns.get': { ids: [['campaign']] },
  'campaigns.update': { ids: [['campaign']], body: () => ({ name: 'New year' }) },
  'campaigns.delete': { ids: [['campaign']] },
  'campaigns.send': { ids: [['campaign']] },
  'campaigns.schedule': { ids: [['campaign']], body: () => ({}) },
  'campaigns.unschedule': { ids: [['campaign']] },
  'campaigns.pause': { ids: [['campaign']] },
  'campaigns.resume': { ids: [['campaign']] },
  'campaigns.cancel': { ids: [['campaign']] },
  'campaigns.duplicate': { ids: [['campaign']], body: () => ({}) },
  'campaigns.preflight': { ids: [['campaign']] },
  'campaigns.forecast': { ids: [['campaign']] },
  'campaigns.preview': { ids: [['campaign']], body: () => ({}) },
  'campaigns.test': { ids: [['campaign']], body: () => ({ to: ['someone@example.org'] }) },
  'campaigns.recipients': { ids: [['campaign']], cursor: 'contact' },
  'campaigns.recipient': { ids: [['campaign', 'contact']] },
  'campaigns.stats': { ids: [['campaign']] },
  'imports.create': { body: () => ({ format: 'csv' }) },
  'imports.file': { ids: [['import']] },
  'imports.list': { cursor: 'import' },
  'imports.get': { ids: [['import']] },
  'imports.errors': { ids: [['import']], cursor: 'import' },
  'imports.start': { ids: [['import']], body: () => ({}) },
  'imports.cancel': { ids: [['import']] },
  'imports.undo': { ids: [['import']] },
  'marketingSettings.get': {},
  'marketingSettings.update': { body: () => ({ one_click: 'all' }) },
  'activity.create': { body: ({ contact }) => ({ contact_id: contact, name: 'page.seen' }) },
  'activity.createBatch': {
    body: ({ contact }) => ({ activities: [{ contact_id: contact, name: 'page.seen' }] }),
  },
  'activity.list': { cursor: 'activity' },
  'topics.create': { body: () => ({ name: { en: 'News' } }) },
  'topics.list': { cursor: 'topic' },
  'topics.get': { ids: [['topic']] },
  'topics.update': { ids: [['topic']], body: () => ({ public: false }) },
  'topics.delete': { ids: [['topic']] },
  'resend.emails.send': { body: email },
  'resend.emails.batch': { body: things => [email(things)] },
  'resend.emails.list': { cursor: 'email' },
  'resend.emails.get': { ids: ofEmail },
  'resend.emails.update': { ids: ofEmail, body: later },
  'resend.emails.cancel': { ids: ofEmail },
  'resend.domains.create': { body: ({ domainName }) => ({ name: `resend.${domainName}` }) },
  'resend.domains.list': { cursor: 'domain' },
  'resend.domains.get': { ids: [['domain']] },
  'resend.domains.update': { ids: [['domain']], body: () => ({ tls: 'opportunistic' }) },
  'resend.domains.verify': { ids: [['domain']] },
  'resend.domains.remove': { ids: [['domain']] },
  'resend.domains.claim': { body: ({ domainName }) => ({ name: `rclaim.${domainName}` }) },
  'resend.domains.getClaim': { ids: [['claim']] },
  'resend.domains.verifyClaim': { ids: [['claim']] },
  'resend.webhooks.create': {
    body: () => ({ endpoint: 'https://a.example.org/', events: ['email.sent'] }),
  },
  'resend.webhooks.list': { cursor: 'webhook' },
  'resend.webhooks.get': { ids: ofWebhook },
  'resend.webhooks.update': { ids: ofWebhook, body: () => ({ status: 'disabled' }) },
  'resend.webhooks.remove': { ids: ofWebhook },
  'resend.webhooks.rotateSecret': { ids: ofWebhook },
  'resend.suppressions.add': { body: () => ({ email: 'new2@example.org' }) },
  'resend.suppressions.addBatch': { body: () => ({ emails: ['new3@example.org'] }) },
  'resend.suppressions.removeBatch': { body: ({ suppression }) => ({ ids: [suppression] }) },
  'resend.suppressions.list': { cursor: 'suppression' },
  'resend.suppressions.get': { ids: [['suppression']] },
  'resend.suppressions.remove': { ids: [['suppression']] },
  'resend.none.get': {},
  'resend.none.post': { body: () => ({}) },
  'resend.none.patch': { body: () => ({}) },
  'resend.none.delete': {},
}

/** The paths of a route with its parameters filled from the things. */
export function pathsOf(path: string, { ids = [] }: Case, things: Things): string[] {
  if (!path.includes('{')) return [path.replace('*', 'anything')]
  return ids.map(kinds => {
    const rest = [...kinds]
    return path.replaceAll(/\{\w+\}/g, () => things[rest.shift()!])
  })
}
