/**
 * The calls of docs/collection.json in the order in which they run, by tag; what stands in
 * `{{…}}` is a variable. Where no body is given, it is the example of the OpenAPI document.
 */

export interface Step {
  /** Its operation. */
  readonly call: string
  /** Stands for `{id}` of the path. */
  readonly id?: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  /** A file, of the first type that the operation takes. */
  readonly file?: string
  /** What is kept of the answer: the name of a variable, and where it stands. */
  readonly keeps?: Readonly<Record<string, string>>
}

export interface Folder {
  /** A tag, or what all of it is for. */
  readonly name: string
  readonly steps: readonly Step[]
}

const made = (variable: string) => ({ keeps: { [variable]: 'id' } })
const person = 'ana-{{run}}@example.net'
const letter = { from: 'Shop <orders@example.com>', subject: 'Your order', text: 'On its way.' }
const everybody = { all: [] }
const variants = { en: { subject: 'Hello', html: '<p>Hello</p>' } }
const waiting = [{ key: 'rest', type: 'wait', for: 'P30D' }]

const topics: readonly Step[] = [
  { call: 'topics.create', body: { name: { en: 'News {{run}}' } }, ...made('topic') },
  { call: 'topics.list' },
  { call: 'topics.get', id: 'topic' },
  { call: 'topics.update', id: 'topic', body: { description: { en: 'Once a month' } } },
]

const contactProperties: readonly Step[] = [
  { call: 'contactProperties.create', body: { key: 'size_{{run}}', type: 'number' } },
  { call: 'contactProperties.list' },
  { call: 'contactProperties.update', body: { label: 'Size' } },
  { call: 'contactProperties.delete' },
]

const contacts: readonly Step[] = [
  { call: 'contacts.create', body: { email: person, first_name: 'Ana' }, ...made('contact') },
  {
    call: 'contacts.createBatch',
    body: { contacts: [{ email: 'rui-{{run}}@example.net' }] },
    keeps: { other_contact: 'data[0].id' },
  },
  { call: 'contacts.list' },
  { call: 'contacts.search', body: { filter: everybody } },
  { call: 'contacts.export' },
  { call: 'contacts.values', query: { field: 'language' } },
  { call: 'contacts.get', id: 'contact' },
  { call: 'contacts.update', id: 'contact', body: { language: 'en' } },
  {
    call: 'contacts.setTopics',
    id: 'contact',
    body: { topics: [{ id: '{{topic}}', state: 'subscribed' }] },
  },
  { call: 'contacts.consents', id: 'contact' },
  { call: 'contacts.exportConsents', id: 'contact' },
  { call: 'contacts.timeline', id: 'contact' },
  { call: 'contacts.imports', id: 'contact' },
  { call: 'contacts.dossier', id: 'contact' },
  { call: 'contacts.delete', id: 'other_contact' },
]

const segments: readonly Step[] = [
  { call: 'segments.preview', body: { filter: everybody } },
  {
    call: 'segments.create',
    body: { name: 'Shop {{run}}', kind: 'static' },
    ...made('segment'),
  },
  { call: 'segments.list' },
  { call: 'segments.get', id: 'segment' },
  { call: 'segments.update', id: 'segment', body: { name: 'Shops {{run}}' } },
  { call: 'segments.addMembers', id: 'segment', body: { contacts: ['{{contact}}'] } },
  { call: 'segments.contacts', id: 'segment' },
  { call: 'segments.because', id: 'segment' },
  {
    call: 'segments.create',
    body: { name: 'Nobody {{run}}', kind: 'static' },
    ...made('other_segment'),
  },
  { call: 'segments.removeMembers', id: 'other_segment', body: { contacts: ['{{contact}}'] } },
]

const activity: readonly Step[] = [
  { call: 'activity.create', body: { contact_id: '{{contact}}', name: 'page.seen' } },
  {
    call: 'activity.createBatch',
    body: { activities: [{ contact_id: '{{contact}}', name: 'page.seen' }] },
  },
  { call: 'activity.list' },
]

const forms: readonly Step[] = [
  { call: 'forms.create', body: { name: 'Site {{run}}', topics: ['{{topic}}'] }, ...made('form') },
  { call: 'forms.list' },
  { call: 'forms.get', id: 'form' },
  { call: 'forms.stats', id: 'form' },
  { call: 'forms.update', id: 'form', body: { enabled: false } },
  { call: 'forms.delete', id: 'form' },
]

const templates: readonly Step[] = [
  { call: 'templates.create', body: { name: 'Receipt {{run}}', variants }, ...made('template') },
  { call: 'templates.list' },
  { call: 'templates.get', id: 'template' },
  { call: 'templates.update', id: 'template', body: { name: 'Invoice {{run}}' } },
  { call: 'templates.check', id: 'template' },
  { call: 'templates.preview', id: 'template', body: {} },
  { call: 'templates.publish', id: 'template', keeps: { version: 'version' } },
  { call: 'templates.versions', id: 'template' },
  { call: 'templates.restore', id: 'template' },
  {
    call: 'templates.duplicate',
    id: 'template',
    body: { name: 'Copy {{run}}' },
    ...made('other_template'),
  },
  { call: 'templates.delete', id: 'other_template' },
]

const savedBlocks: readonly Step[] = [
  {
    call: 'savedBlocks.create',
    body: { name: 'Line {{run}}', blocks: [{ type: 'divider' }] },
    ...made('saved_block'),
  },
  { call: 'savedBlocks.list' },
  { call: 'savedBlocks.get', id: 'saved_block' },
  { call: 'savedBlocks.delete', id: 'saved_block' },
]

const campaigns: readonly Step[] = [
  {
    call: 'campaigns.create',
    body: {
      name: 'Christmas {{run}}',
      topic_id: '{{topic}}',
      from: 'orders@example.com',
      audience: { segments: ['{{segment}}'] },
      content: { template_id: '{{template}}' },
    },
    ...made('campaign'),
  },
  { call: 'campaigns.list' },
  { call: 'campaigns.get', id: 'campaign' },
  { call: 'campaigns.update', id: 'campaign', body: { name: 'New year {{run}}' } },
  { call: 'campaigns.preflight', id: 'campaign' },
  { call: 'campaigns.forecast', id: 'campaign' },
  { call: 'campaigns.preview', id: 'campaign', body: { contact_id: '{{contact}}' } },
  { call: 'campaigns.test', id: 'campaign', body: { to: [person] } },
  { call: 'campaigns.schedule', id: 'campaign', body: { at: '{{later}}' } },
  { call: 'campaigns.unschedule', id: 'campaign' },
  { call: 'campaigns.recipients', id: 'campaign' },
  { call: 'campaigns.links', id: 'campaign' },
  { call: 'campaigns.stats', id: 'campaign' },
  { call: 'campaigns.report', id: 'campaign' },
  { call: 'campaigns.revenue', query: { ids: '{{campaign}}' } },
  { call: 'campaigns.sendTimes' },
  {
    call: 'campaigns.duplicate',
    id: 'campaign',
    body: { name: 'Copy {{run}}' },
    ...made('other_campaign'),
  },
  { call: 'campaigns.delete', id: 'other_campaign' },
  { call: 'campaigns.delete', id: 'campaign' },
]

const sequences: readonly Step[] = [
  {
    call: 'sequences.create',
    body: { name: 'Welcome {{run}}', from: 'orders@example.com', steps: waiting },
    ...made('sequence'),
  },
  { call: 'sequences.list' },
  { call: 'sequences.get', id: 'sequence' },
  { call: 'sequences.update', id: 'sequence', body: { name: 'Hello {{run}}' } },
  { call: 'sequences.simulate', id: 'sequence', body: { contact_id: '{{contact}}' } },
  { call: 'sequences.publish', id: 'sequence', body: {} },
  { call: 'sequences.versions', id: 'sequence' },
  { call: 'sequences.pause', id: 'sequence', body: {} },
  { call: 'sequences.resume', id: 'sequence', body: {} },
  { call: 'sequences.previewSegment', id: 'sequence', body: { segment_id: '{{other_segment}}' } },
  { call: 'sequences.enrollSegment', id: 'sequence', body: { segment_id: '{{other_segment}}' } },
  {
    call: 'sequences.enroll',
    id: 'sequence',
    body: { contact_id: '{{contact}}' },
    ...made('enrollment'),
  },
  { call: 'sequences.enrollments', id: 'sequence' },
  { call: 'sequences.enrollment', id: 'sequence' },
  { call: 'sequences.exit', id: 'sequence' },
  { call: 'sequences.stats', id: 'sequence' },
  {
    call: 'sequences.duplicate',
    id: 'sequence',
    body: { name: 'Copy {{run}}' },
    ...made('other_sequence'),
  },
  { call: 'sequences.delete', id: 'other_sequence' },
  { call: 'sequences.archive', id: 'sequence' },
  { call: 'sequences.delete', id: 'sequence' },
]

const emails: readonly Step[] = [
  { call: 'emails.check', body: { ...letter, to: [person] } },
  {
    call: 'emails.send',
    body: { ...letter, to: [person], scheduled_at: '{{later}}' },
    ...made('email'),
  },
  { call: 'emails.sendBatch', body: { emails: [{ ...letter, to: [person] }] } },
  { call: 'emails.list' },
  { call: 'emails.export' },
  { call: 'emails.get', id: 'email' },
  { call: 'emails.content', id: 'email' },
  { call: 'emails.raw', id: 'email' },
  { call: 'emails.update', id: 'email', body: { scheduled_at: '{{later}}' } },
  { call: 'emails.cancel', id: 'email' },
  { call: 'emails.resend', id: 'email', body: { all: true } },
]

const webhooks: readonly Step[] = [
  {
    call: 'webhooks.create',
    body: { url: 'https://hooks.example.com/malote', events: ['bounced'] },
    ...made('webhook'),
  },
  { call: 'webhooks.list' },
  { call: 'webhooks.get', id: 'webhook' },
  { call: 'webhooks.update', id: 'webhook', body: { events: ['bounced', 'complained'] } },
  { call: 'webhooks.rotateSecret', id: 'webhook' },
  { call: 'webhooks.attempts', id: 'webhook' },
  { call: 'webhooks.resendFailed', id: 'webhook' },
  { call: 'webhooks.test', id: 'webhook' },
  { call: 'webhooks.delete', id: 'webhook' },
]

const suppressions: readonly Step[] = [
  {
    call: 'suppressions.create',
    body: { email: 'gone-{{run}}@example.net', stream: 'all' },
    ...made('suppression'),
  },
  { call: 'suppressions.list' },
  { call: 'suppressions.delete', id: 'suppression' },
]

// The claim goes first: the plan of a first account has room for one name.
const domains: readonly Step[] = [
  { call: 'domains.claim', body: { name: 'claim-{{run}}.example.com' }, ...made('claim') },
  { call: 'domains.delete', id: 'claim' },
  { call: 'domains.create', body: { name: '{{run}}.example.com' }, ...made('domain') },
  { call: 'domains.list' },
  { call: 'domains.get', id: 'domain' },
  { call: 'domains.verify', id: 'domain' },
  { call: 'domains.delete', id: 'domain' },
]

const imports: readonly Step[] = [
  { call: 'imports.create', ...made('import') },
  { call: 'imports.list' },
  { call: 'imports.get', id: 'import' },
  { call: 'imports.errors', id: 'import' },
  { call: 'imports.file', id: 'import', file: 'email,first_name\nana@example.net,Ana\n' },
  { call: 'imports.cancel', id: 'import' },
]

/** In this order: what a folder makes, those after it may use; the last deletes it. */
export const folders: readonly Folder[] = [
  { name: 'topics', steps: topics },
  { name: 'contactProperties', steps: contactProperties },
  { name: 'contacts', steps: contacts },
  { name: 'segments', steps: segments },
  { name: 'activity', steps: activity },
  { name: 'forms', steps: forms },
  { name: 'templates', steps: templates },
  { name: 'savedBlocks', steps: savedBlocks },
  { name: 'startingLetters', steps: [{ call: 'startingLetters.list' }] },
  { name: 'files', steps: [{ call: 'files.list' }] },
  { name: 'campaigns', steps: campaigns },
  { name: 'sequences', steps: sequences },
  { name: 'emails', steps: emails },
  { name: 'events', steps: [{ call: 'events.list' }] },
  { name: 'webhooks', steps: webhooks },
  { name: 'suppressions', steps: suppressions },
  { name: 'domains', steps: domains },
  { name: 'imports', steps: imports },
  { name: 'notices', steps: [{ call: 'notices.list' }] },
  { name: 'requests', steps: [{ call: 'requests.list' }] },
  { name: 'marketingSettings', steps: [{ call: 'marketingSettings.get' }] },
  {
    name: 'testClock',
    steps: [{ call: 'testClock.get' }, { call: 'testClock.turn', body: { advance: 'PT1S' } }],
  },
  {
    name: 'At the end',
    steps: [
      { call: 'templates.delete', id: 'template' },
      { call: 'segments.delete', id: 'other_segment' },
      { call: 'segments.delete', id: 'segment' },
      { call: 'contacts.erase', id: 'contact' },
      { call: 'topics.delete', id: 'topic' },
    ],
  },
]

const bytes = 'a picture is bytes, which a collection cannot hold: send one of yours'
const stays = 'a campaign that has begun cannot be deleted, and the run leaves nothing'
const behind = 'works behind its answer, and calls that run one after the other do not wait'

/** Operations that no step calls, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'files.create': bytes,
  'files.get': bytes,
  'files.update': bytes,
  'files.delete': bytes,
  'campaigns.send': stays,
  'campaigns.pause': stays,
  'campaigns.resume': stays,
  'campaigns.cancel': stays,
  'campaigns.winner': stays,
  'campaigns.recipient': stays,
  'campaigns.mendLink': stays,
  'sequences.skipWait': behind,
  'imports.recognise': behind,
  'imports.start': behind,
  'imports.people': behind,
  'imports.undo': behind,
  'webhooks.resend': behind,
  'requests.get': behind,
  'domains.rotateKeys': 'needs a domain whose records are in DNS',
  'domains.publish': 'needs a token of whoever holds your DNS',
  'marketingSettings.update': 'needs a live key, since it holds for both modes',
  'marketingSettings.brand': 'visits a website, and there is none that is everybody’s',
}
