// Generated from the API's description: do not edit, run node scripts/run.mjs scripts/client.ts

import type { ByteStream, List, RequestOptions } from './calls.ts'

export type ErrorType = 'invalid_request' | 'authentication' | 'permission' | 'not_found' | 'conflict' | 'rate_limited' | 'tier_limit' | 'api_error'

/** The stable reason of a refusal; docs/errors.md explains each. */
export type ErrorCode =
  | 'missing_field'
  | 'invalid_field'
  | 'invalid_json'
  | 'batch_too_large'
  | 'invalid_dns_token'
  | 'dns_zone_not_found'
  | 'domain_not_verified'
  | 'recipient_suppressed'
  | 'missing_api_key'
  | 'invalid_api_key'
  | 'not_authenticated'
  | 'insufficient_scope'
  | 'ip_not_allowed'
  | 'sandbox_recipient'
  | 'signup_closed'
  | 'sign_in_failed'
  | 'address_not_confirmed'
  | 'live_key_required'
  | 'domain_limit_reached'
  | 'forbidden_origin'
  | 'resource_not_found'
  | 'route_not_found'
  | 'idempotency_conflict'
  | 'idempotency_in_progress'
  | 'domain_exists'
  | 'already_suppressed'
  | 'last_project'
  | 'not_cancellable'
  | 'rate_limited'
  | 'daily_limit_reached'
  | 'monthly_limit_reached'
  | 'spend_limit_reached'
  | 'sending_paused'
  | 'internal_error'
  | 'service_unavailable'
  | 'subscription_exists'
  | 'payment_due'
  | 'billing_unavailable'
  | 'identity_provider_unavailable'

export type EventType =
  | 'accepted'
  | 'queued'
  | 'sent'
  | 'delivered'
  | 'deferred'
  | 'bounced'
  | 'complained'
  | 'opened'
  | 'clicked'
  | 'suppressed'
  | 'failed'
  | 'cancelled'

export interface AbResult {
  winner: string | null
  leader: string | null
  probability: number | null
  decided_by: 'test' | 'person'
  decided_at: string
}

export interface AbTest {
  variants: AbVariant[]
  /** Of the audience; 1: all of it, and nothing is decided. */
  test_share: number
  /** clicked, opened or event:<name>. */
  metric: string
  /** PT1H to PT72H. */
  wait: string
  min_probability: number
  if_unsure: 'first' | 'leader' | 'split'
  result: AbResult | null
}

export interface AbTestInput {
  variants: {
    key: string
    weight?: number | undefined
    subject?: string | undefined
    from?: string | undefined
    content?: CampaignContentInput | undefined
  }[]
  test_share?: number | undefined
  /** clicked, opened or event:<name>. */
  metric?: string | undefined
  /** PT1H to PT72H. */
  wait?: string | undefined
  min_probability?: number | undefined
  if_unsure?: 'first' | 'leader' | 'split' | undefined
}

export interface AbVariant {
  key: string
  weight: number
  subject?: string | undefined
  from?: string | undefined
  content?: CampaignContent | undefined
}

export interface AcceptedEmail {
  id: string
  status: 'queued' | 'captured'
}

export interface Activity {
  /** evt_… */
  id: string
  name: string
  contact_id: string | null
  data: { [key: string]: unknown } | null
  at: string
}

/** Of the data of an activity. */
export interface ActivityCondition {
  field: string
  op: string
  value?: string | number | boolean | (string | number | boolean)[] | {
    /** Where a step waits: event.<name>, of what let the person in. */
    from: string
  } | null | undefined
}

export interface ApiTrigger {
  on: 'api'
}

export interface AttachmentInput {
  filename: string
  /** Base64. */
  content: string
  content_type?: string | undefined
  /** For cid: links from the html. */
  content_id?: string | undefined
}

export interface Audience {
  topics: string[]
  segments: string[]
  match: 'all' | 'any'
  everybody: boolean
  exclude: { segments: string[]; campaigns: string[]; received_within: string | null }
  /** cmp_…: who got that one and has not opened it. */
  not_opened?: string | undefined
  /** cmp_…: who got that one and has not clicked in it. */
  not_clicked?: string | undefined
  /** cmp_…: who has opened that one. */
  opened?: string | undefined
  /** cmp_…: who has clicked in that one. */
  clicked?: string | undefined
  recheck: boolean
}

export interface AudienceCounts {
  total: number
  sendable: number
  skipped: { [key: string]: number }
}

export interface AudienceInput {
  topics?: string[] | undefined
  segments?: string[] | undefined
  match?: 'all' | 'any' | undefined
  everybody?: boolean | undefined
  /** At most 20 segments and campaigns together. */
  exclude?: {
    segments?: string[] | undefined
    campaigns?: string[] | undefined
    received_within?: string | undefined
  } | undefined
  /** cmp_…: who got that one and has not opened it. */
  not_opened?: string | undefined
  /** cmp_…: who got that one and has not clicked in it. */
  not_clicked?: string | undefined
  /** cmp_…: who has opened that one. */
  opened?: string | undefined
  /** cmp_…: who has clicked in that one. */
  clicked?: string | undefined
  recheck?: boolean | undefined
}

export interface AudienceResult {
  result: boolean
  all?: AudienceResult[] | undefined
  any?: AudienceResult[] | undefined
  not?: AudienceResult | undefined
  everybody?: boolean | undefined
  topic?: string | undefined
  segment?: string | undefined
  campaign?: string | undefined
  not_opened?: string | undefined
  not_clicked?: string | undefined
  opened?: string | undefined
  clicked?: string | undefined
  received_within?: string | undefined
  because?: FilterResult | undefined
}

export type Block = HeadingBlock | TextBlock | ImageBlock | ButtonBlock | DividerBlock | SpacerBlock | SocialBlock | ProductBlock | CodeBlock | HtmlBlock | FooterBlock | ColumnsBlock

export interface BranchStep {
  key: string
  type: 'branch'
  next?: string | undefined
  cases: { filter: Filter; next?: string | undefined }[]
  else?: string | undefined
}

export interface BrandProposal {
  /** Of the page, after redirects. */
  url: string
  name: string | null
  logo: {
    filename: string
    content_type: string
    /** Base64. */
    data: string
    width: number
    height: number
  } | null
  /** #rrggbb, as of a theme. */
  color: string | null
  /** Those that stand out, `color` first, at most five. */
  colors: string[]
  background: string | null
  /** The nearest that a theme can have. */
  font: 'system' | 'serif' | 'mono' | null
  /** As the page names them. */
  fonts: string[]
}

export interface ButtonBlock {
  type: 'button'
  text: string
  href: string
  align?: 'left' | 'center' | 'right' | undefined
  full?: boolean | undefined
}

export interface Campaign {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  /** While sending. */
  phase: 'preparing' | 'test' | 'deciding' | 'rest' | 'finishing' | null
  waiting: Waiting | null
  paused_by: 'person' | 'guard' | 'account' | 'missed_schedule' | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: CampaignContent | null
  audience: Audience | null
  schedule: Schedule | null
  /** null: no test. result: what came of it. */
  ab: AbTest | null
  tracking: { opens: boolean; clicks: boolean }
  guard: { enabled: boolean; tripped?: GuardFigures | undefined }
  archive: CampaignArchive
  tags: { [key: string]: string }
  /** Put away; archive is its page for everybody. */
  archived: boolean
  follow_up: FollowUp | null
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: Utm | null
  counts: RecipientCounts
  results: CampaignResults
  created_at: string
  /** When it began, or will; null of a draft. */
  begins_at: string | null
  started_at: string | null
  finished_at: string | null
}

export interface CampaignArchive {
  public: boolean
  slug: string | null
  url: string | null
}

/** A template, or subject and html of its own, by language where there are variants. */
export interface CampaignContent {
  /** tpl_… */
  template_id?: string | undefined
  /** Absent: the published one. draft: in test mode only. */
  version?: number | 'draft' | undefined
  default_language?: string | undefined
  variants?: { [key: string]: TemplateVariant } | undefined
  subject?: string | undefined
  preheader?: string | undefined
  html?: string | undefined
  mjml?: string | undefined
  design?: Design | undefined
  /** false: no text part; absent: made of the html. */
  text?: string | false | undefined
}

/** A template, or subject and html of its own, by language where there are variants. */
export interface CampaignContentInput {
  /** tpl_… */
  template_id?: string | undefined
  /** Absent: the published one. draft: in test mode only. */
  version?: number | 'draft' | undefined
  default_language?: string | undefined
  variants?: { [key: string]: TemplateVariantInput } | undefined
  subject?: string | undefined
  preheader?: string | undefined
  html?: string | undefined
  mjml?: string | undefined
  design?: DesignInput | undefined
  /** false: no text part; absent: made of the html. */
  text?: string | false | undefined
}

export interface CampaignLink {
  n: number
  url: string
  mended_url: string | null
  people: number
  machines: number
}

export interface CampaignMinute {
  at: string
  opened: number
  clicked: number
}

export interface CampaignPart {
  key: string
  released?: number | undefined
  delivered?: number | undefined
  bounced?: { hard: number; soft: number; policy: number } | undefined
  complained?: number | undefined
  opened?: { people: number; machines_only: number } | undefined
  clicked: { people: number; machines_only: number }
}

export interface CampaignRecipient {
  contact_id: string
  email: string
  state: 'pending' | 'released' | 'skipped' | 'cancelled'
  reason?: string | undefined
  variant?: string | undefined
  send_at?: string | undefined
  email_id?: string | undefined
  /** How far the letter has come; null before there is one. */
  letter_state: 'queued' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'delivered' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | null
  decided_at: string
}

export interface CampaignReport {
  /** The moment of all figures. */
  at: string
  stats: CampaignStats
  provider: CampaignPart[]
  language: CampaignPart[]
  variant: CampaignPart[]
  hour: CampaignPart[]
  minute: CampaignMinute[]
  links: CampaignLink[]
}

/** Of its letters; opened and clicked by people, programs not counted. */
export interface CampaignResults {
  delivered: number
  bounced: number
  complained: number
  unsubscribed: number
  opened: number
  clicked: number
}

export interface CampaignRevenue {
  event: string | null
  within: string | null
  data: {
    campaign_id: string
    /** ISO 4217. */
    currency: string
    amount: number
    events: number
    people: number
  }[]
}

export interface CampaignStats {
  audience: number
  pending: number
  released: number
  cancelled: number
  skipped: { [key: string]: number }
  delivered: number
  captured: number
  deferred_now: number
  bounced: { hard: number; soft: number; policy: number }
  complained: number
  unsubscribed: { topic: number; all: number }
  opened: { people: number; machines_only: number }
  clicked: { people: number; machines_only: number }
  first_release: string | null
  last_release: string | null
  /** Letters released an hour, while it was sending. */
  pace: number
}

export interface CodeBlock {
  type: 'code'
  text: string
}

export interface ColumnFormat {
  column: string
  kind: 'number' | 'date'
  /** null: it can be read in two ways. */
  decimal_mark?: ',' | '.' | null | undefined
  /** null: it can be read in two ways. */
  date_order?: 'dmy' | 'mdy' | null | undefined
  /** A cell as it stands there. */
  example: string
}

export interface ColumnsBlock {
  type: 'columns'
  columns: SimpleBlock[][]
}

export interface ConsentInput {
  /** When the person agreed. */
  at: string
  /** Where: shop, fair, … */
  source?: string | undefined
  /** IPv4 or IPv6. */
  ip?: string | undefined
  page?: string | undefined
  /** The text that the person agreed to. */
  wording?: string | undefined
  /** With `source`: the address was confirmed there, so no letter is needed here. */
  confirmed?: boolean | undefined
}

export interface ConsentRecord {
  /** cns_… */
  id: string
  contact_id: string
  topic_id: string | null
  action: 'joined' | 'asked' | 'confirmed' | 'left' | 'imported' | 'blocked'
  at: string
  method: 'form' | 'preference_centre' | 'one_click' | 'api' | 'import' | 'dashboard' | 'complaint'
  actor: string | null
  ip: string | null
  user_agent: string | null
  page: string | null
  wording: { text: string; version: number; language: string } | null
  email_id?: string | undefined
  evidence: {
    at: string
    source: string | null
    confirmed: boolean
    basis?: string | undefined
  } | null
  /** SHA-256 in hexadecimal; null until the chain has reached the record. */
  hash: string | null
  previous_hash: string | null
}

export interface Contact {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  company: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: string | number | boolean | string[] }
  topics: {
    /** top_… */
    id: string
    state: 'none' | 'pending' | 'subscribed' | 'unsubscribed'
    since: string
  }[]
  /** The address is on the suppression list, for marketing or for everything. */
  unsubscribed: boolean
  suppressed: {
    stream: 'all' | 'marketing'
    reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce'
    since: string
  } | null
  snoozed_until: string | null
  source: string
  created_at: string
  updated_at: string
}

export interface ContactImport {
  /** imp_… */
  id: string
  /** What the file is called. */
  name: string | null
  /** What it did: `created`, `updated`, `unchanged` and the other counts of imports. */
  outcome: string
  /** The physical line of the file where the person begins. */
  line: number | null
  at: string
}

export interface ContactProperty {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  label: string | { pt?: string | undefined; en?: string | undefined } | null
  /** Stands where a contact has no value. */
  fallback: string | number | boolean | string[] | null
  created_at: string
}

export interface CreatedWebhook {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'domain.created' | 'domain.updated' | 'domain.deleted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'domain.*' | 'account.notice')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
  /** whsec_…, for verifying signatures; shown only here. */
  secret: string
}

export interface DateTrigger {
  on: 'date'
  property: string
  /** ISO 8601, also before: -P3D. */
  offset?: string | undefined
  yearly?: boolean | undefined
  /** HH:MM */
  time?: string | undefined
}

/** Blocks of the editor. */
export interface Design {
  style?: DesignStyle | undefined
  blocks: Block[]
}

/** Blocks of the editor. */
export interface DesignInput {
  style?: DesignStyleInput | undefined
  blocks: {
    type: 'heading' | 'text' | 'image' | 'button' | 'divider' | 'spacer' | 'social' | 'product' | 'code' | 'html' | 'footer' | 'columns'
    text?: string | undefined
    /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
    html?: string | undefined
    level?: number | undefined
    align?: 'left' | 'center' | 'right' | undefined
    src?: string | undefined
    alt?: string | undefined
    href?: string | undefined
    width?: number | undefined
    full?: boolean | undefined
    height?: number | undefined
    links?: {
      network: 'site' | 'instagram' | 'facebook' | 'linkedin' | 'youtube' | 'x' | 'whatsapp' | 'tiktok'
      href: string
    }[] | undefined
    image?: string | undefined
    title?: string | undefined
    price?: string | undefined
    button?: string | undefined
    columns?: {
      type: 'heading' | 'text' | 'image' | 'button' | 'divider' | 'spacer' | 'social' | 'product' | 'code' | 'html' | 'footer'
      text?: string | undefined
      /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
      html?: string | undefined
      level?: number | undefined
      align?: 'left' | 'center' | 'right' | undefined
      src?: string | undefined
      alt?: string | undefined
      href?: string | undefined
      width?: number | undefined
      full?: boolean | undefined
      height?: number | undefined
      links?: {
        network: 'site' | 'instagram' | 'facebook' | 'linkedin' | 'youtube' | 'x' | 'whatsapp' | 'tiktok'
        href: string
      }[] | undefined
      image?: string | undefined
      title?: string | undefined
      price?: string | undefined
      button?: string | undefined
    }[][] | undefined
  }[]
}

export interface DesignStyle {
  /** #rrggbb */
  background?: string | undefined
  /** #rrggbb */
  body?: string | undefined
  /** #rrggbb */
  text?: string | undefined
  /** #rrggbb */
  accent?: string | undefined
  font?: 'sans' | 'serif' | 'mono' | undefined
  width?: number | undefined
}

export type DesignStyleInput = DesignStyle

/** A row that is worth a look. */
export interface DifficultRow {
  line: number
  why: 'accents' | 'number' | 'date' | 'width' | 'quotes' | 'encoding'
}

export interface DividerBlock {
  type: 'divider'
}

export interface Domain {
  id: string
  name: string
  status: 'pending' | 'verified' | 'failed'
  records: {
    purpose: 'dkim' | 'return_path' | 'spf' | 'dmarc' | 'tracking' | 'claim'
    type: 'TXT' | 'CNAME' | 'MX'
    /** Full domain name. */
    name: string
    value: string
    priority?: number | undefined
    ttl: number
    status: 'pending' | 'mismatch' | 'verified'
    required: boolean
    /** What DNS answered. */
    found?: string[] | undefined
    /** What the record that is there is to be changed to (SPF of a domain that has one). */
    change_to?: string | undefined
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export interface Email {
  id: string
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  subject: string
  stream: 'transactional' | 'marketing'
  status: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled'
  tags: { [key: string]: string }
  metadata: { [key: string]: string }
  /** Of its message, with angle brackets. */
  message_id: string
  /** Handed over by SMTP, and carried as it came. */
  submitted?: boolean | undefined
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  step?: string | undefined
  variant?: string | undefined
  contact_id?: string | undefined
  scheduled_at?: string | undefined
  /** How many of its recipients are in each state that occurs. */
  counts: { [key: string]: number }
  created_at: string
  events: EmailEvent[]
}

export interface EmailCheck {
  /** No check is an error. */
  ok: boolean
  /** What sending it would do. `refuse`: nobody would receive it. */
  would: 'queue' | 'capture' | 'refuse'
  checks: {
    /** Of an error: the code that sending would answer with. */
    code: string
    level: 'error' | 'warning' | 'info'
    param?: string | undefined
    message: string
  }[]
}

export interface EmailContent {
  id: string
  html?: string | undefined
  text?: string | undefined
  /** The text part made from the html, where none was given. */
  text_made?: string | undefined
  headers: { [key: string]: string }
  attachments: {
    filename: string
    content_type?: string | undefined
    content_id?: string | undefined
    size_bytes: number
  }[]
}

export interface EmailEvent {
  id: string
  type: 'accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled'
  at: string
  email_id?: string | undefined
  recipient?: string | undefined
  /** Receiving server. */
  mx?: string | undefined
  /** Destination group: provider_1 … provider_7 or other. */
  provider?: string | undefined
  /** Reply code with enhanced status, such as `550 5.1.1`. */
  smtp_code?: string | undefined
  /** The receiving server's own words. */
  smtp_response?: string | undefined
  /** What happened, in plain words. */
  explanation?: string | undefined
  cause?: string | undefined
  reason?: string | undefined
  /** How the connection was secured. */
  tls?: string | undefined
  attempt?: number | undefined
  next_attempt_at?: string | undefined
  gives_up_at?: string | undefined
  slowed_until?: string | undefined
  /** The connection was lost after the final dot: it may have arrived. */
  uncertain?: boolean | undefined
  /** Bounced by a report, after the server had accepted it. */
  late?: boolean | undefined
  /** Opened or clicked by a program rather than a person. */
  machine?: boolean | undefined
  machine_reason?: string | undefined
  url?: string | undefined
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  step?: string | undefined
  variant?: string | undefined
  contact_id?: string | undefined
}

export interface EmailInput {
  /** Sender, `a@b.c` or `Name <a@b.c>`; its domain must be verified in the project. */
  from: string
  /** Recipients; at most 50 across to, cc and bcc. */
  to: string[]
  /** Copies. */
  cc?: string[] | undefined
  /** Hidden copies. */
  bcc?: string[] | undefined
  /** Where answers go. */
  reply_to?: string[] | undefined
  /** Required without a template. */
  subject?: string | undefined
  /** One of html and text is required. */
  html?: string | undefined
  /** One of html and text is required. */
  text?: string | undefined
  /** Instead of html and text: one of id and alias, with values for its variables. */
  template?: {
    /** tpl_… */
    id?: string | undefined
    alias?: string | undefined
    /** The published one. draft: in test mode, what is not published yet. */
    version?: number | 'draft' | undefined
    language?: string | undefined
    variables?: { [key: string]: unknown } | undefined
  } | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  tags?: { [key: string]: string } | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  metadata?: { [key: string]: string } | undefined
  /** Further headers; those that Malote writes itself are refused. */
  headers?: { [key: string]: string } | undefined
  attachments?: AttachmentInput[] | undefined
  /** When to send: ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at?: string | undefined
}

export interface EmailStep {
  key: string
  type: 'email'
  next?: string | undefined
  template_id: string
  template_version?: number | undefined
  subject?: string | undefined
  from?: string | undefined
  on_missing?: 'skip' | 'empty' | undefined
  if_capped?: 'wait' | 'skip' | undefined
  if_late?: 'send' | 'skip' | undefined
  /** ISO 8601, such as P2D. */
  patience?: string | undefined
  utm?: Utm | null | undefined
}

export interface EmailSummary {
  id: string
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  subject: string
  stream: 'transactional' | 'marketing'
  status: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled'
  tags: { [key: string]: string }
  metadata: { [key: string]: string }
  /** Of its message, with angle brackets. */
  message_id: string
  /** Handed over by SMTP, and carried as it came. */
  submitted?: boolean | undefined
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  step?: string | undefined
  variant?: string | undefined
  contact_id?: string | undefined
  scheduled_at?: string | undefined
  /** How many of its recipients are in each state that occurs. */
  counts: { [key: string]: number }
  created_at: string
}

export interface Enrollment {
  /** enr_… */
  id: string
  sequence_id: string
  version: number
  contact_id: string
  state: 'inside' | 'finished' | 'exited' | 'cancelled'
  reason: string | null
  entered_at: string
  ended_at: string | null
  step: string | null
  next: { step: string | null; at: string | null } | null
  waiting: { reason: string; until: string | null } | null
}

export interface EventCondition {
  event: string
  where?: ActivityCondition[] | null | undefined
  within?: string | null | undefined
  at_least?: number | null | undefined
  at_most?: number | null | undefined
}

export interface EventExit {
  on: 'event'
  name: string
  reason?: string | undefined
}

export interface EventTrigger {
  on: 'event'
  name: string
  where?: ActivityCondition[] | undefined
}

export type Exit = EventExit | FilterExit

export interface ExitStep {
  key: string
  type: 'exit'
  next?: string | undefined
  reason?: string | undefined
}

export interface FieldCondition {
  field: string
  op: string
  value?: string | number | boolean | (string | number | boolean)[] | null | undefined
}

export type Filter = {
  all: Filter[]
} | {
  any: Filter[]
} | {
  not: Filter
} | FieldCondition | TopicCondition | SegmentCondition | LettersCondition | EventCondition | SequenceCondition

export interface FilterExit {
  on: 'filter'
  filter: Filter
  reason?: string | undefined
}

export interface FilterResult {
  result: boolean
  /** Of a condition: its place, as all[2]. */
  path?: string | undefined
  all?: FilterResult[] | undefined
  any?: FilterResult[] | undefined
  not?: FilterResult | undefined
  /** seg_…, whose filter stands here. */
  segment?: string | undefined
  because?: FilterResult | undefined
}

export interface Finding {
  code: string
  level: 'error' | 'warning' | 'info'
  param?: string | undefined
  /** People whom it concerns. */
  count?: number | undefined
  message: string
}

export interface FollowUp {
  /** After it was sent: PT1H to P30D. */
  after: string
  to: 'not_opened' | 'not_clicked'
  /** Of a letter of its own; absent: the same. */
  subject?: string | undefined
  /** Once it is planned, when the first was sent. */
  campaign_id: string | null
}

export interface FollowUpInput {
  /** After it was sent: PT1H to P30D. */
  after: string
  to: 'not_opened' | 'not_clicked'
  /** Of a letter of its own; absent: the same. */
  subject?: string | undefined
}

export interface FooterBlock {
  type: 'footer'
  text?: string | undefined
}

export interface Forecast {
  days: { date: string; letters: number; limit: string }[]
  finishes_at: string | null
  /** When it was made; what left since is counted in it. */
  at: string
}

export interface Form {
  /** frm_… */
  id: string
  name: string
  topics: string[]
  fields: {
    key: string
    label: { pt?: string | undefined; en?: string | undefined }
    required: boolean
  }[]
  wording: { pt?: string | undefined; en?: string | undefined }
  double_opt_in: boolean
  redirect_url: string | null
  thanks: { pt?: string | undefined; en?: string | undefined }
  confirm_template_id: string | null
  allowed_origins: string[]
  style: {
    color?: string | undefined
    background?: string | undefined
    logo?: string | undefined
  }
  enabled: boolean
  /** Of the page of the form. */
  url: string
  /** The form as html, to be copied into any page, in the language of the project. */
  embed: string
  /** The same in each language. */
  embeds: { pt: string; en: string }
  /** Beside it, if wanted: what is sent then needs no second page. At most 3 KB. */
  script: string
  popup: {
    delay_s: number | null
    scroll_percent: number | null
    /** When the mouse leaves the page by its top. */
    on_leave: boolean
    /** By itself once in so many days; 30 if absent. */
    again_days: number
  } | null
  /** One line for any page, over which the form opens as popup says; a link where no script runs. */
  popup_script: string
  created_at: string
}

/** The figures that paused it. */
export interface GuardFigures {
  results: number
  hard: number
  policy: number
  complained: number
}

export interface HeadingBlock {
  type: 'heading'
  text: string
  level?: 1 | 2 | 3 | undefined
  align?: 'left' | 'center' | 'right' | undefined
}

export interface HistoryItem {
  id: string
  /** letter, a type of event, consent.joined, …, sequence.step, or the name of an activity. */
  type: string
  at: string
  explanation?: string | undefined
  recipient?: string | undefined
  /** Of letters and what became of them. */
  email_id?: string | undefined
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  enrollment_id?: string | undefined
  step?: string | undefined
  /** Of a step. */
  outcome?: string | undefined
  topic_id?: string | undefined
  /** Of an A/B test. */
  variant?: string | undefined
  /** How they consented. */
  method?: string | undefined
  /** What came with an activity. */
  data?: { [key: string]: unknown } | undefined
}

export interface HtmlBlock {
  type: 'html'
  /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
  html: string
}

export interface ImageBlock {
  type: 'image'
  src: string
  alt: string
  href?: string | undefined
  width?: number | undefined
  align?: 'left' | 'center' | 'right' | undefined
}

export interface Import {
  /** imp_… */
  id: string
  name: string | null
  status: 'awaiting_file' | 'receiving' | 'recognised' | 'queued' | 'running' | 'done' | 'cancelled' | 'failed' | 'undoing' | 'undone'
  format: 'csv' | 'ndjson'
  mapping: { [key: string]: string | null } | null
  on_existing: 'update' | 'keep' | 'skip'
  topics: string[]
  create_properties: boolean | { [key: string]: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url' }
  consent: {
    basis: string
    wording: string
    at: string | null
    source: string
    column?: string | null | undefined
    yes?: string[] | undefined
  } | null
  run_sequences: boolean
  confirm: 'none' | 'send' | 'elsewhere'
  segment: string | null
  dry_run: boolean
  /** What was said of the file. */
  file: {
    /** What parts the cells. */
    delimiter?: ',' | ';' | '	' | '|' | undefined
    encoding?: 'utf-8' | 'utf-16' | 'windows-1252' | undefined
    /** Whether a row of titles comes first. */
    header?: boolean | undefined
    /** Of columns whose numbers can be read in two ways, such as 1,234. */
    decimal_mark?: ',' | '.' | undefined
    /** Of columns whose days can be read in two ways, such as 03/04/1990. */
    date_order?: 'dmy' | 'mdy' | undefined
  }
  progress: { bytes: number; of: number }
  counts: {
    lines: number
    created: number
    updated: number
    unchanged: number
    kept_unsubscribed: number
    kept_unconsented: number
    suppressed: number
    duplicate: number
    invalid: number
    noted: number
  }
  /** Encoding, delimiter, columns, a proposed mapping, how numbers and days are written, and twenty rows. */
  recognised: RecognisedFile | null
  preview?: {
    lines: number
    created: number
    updated: number
    unchanged: number
    kept_unsubscribed: number
    kept_unconsented: number
    suppressed: number
    duplicate: number
    invalid: number
    noted: number
  } | undefined
  /** Contacts that went away, went back, or stay as somebody has changed them. */
  undo?: { removed: number; restored: number; kept: number } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export interface ImportLine {
  /** The physical line where the record begins; the header is 1. */
  line: number
  code: string
  param: string | null
  message: string
  excerpt: string
  /** The person was taken in without what is named. */
  taken: boolean
}

export interface ItemError {
  code: string
  param?: string | undefined
  message: string
}

export type Json = string | number | boolean | null | Json[] | { [key: string]: Json }

export interface LettersCondition {
  letters: 'received' | 'opened' | 'clicked' | 'bounced'
  last?: number | null | undefined
  of?: {
    campaign?: string | undefined
    sequence?: string | undefined
    step?: string | undefined
    topic?: string | undefined
    link?: number | undefined
  } | null | undefined
  by?: 'people' | 'anyone' | null | undefined
  within?: string | null | undefined
  at_least?: number | null | undefined
  at_most?: number | null | undefined
}

export interface ListedEmail {
  id: string
  from: string
  to: string[]
  cc?: string[] | undefined
  bcc?: string[] | undefined
  reply_to?: string[] | undefined
  subject: string
  stream: 'transactional' | 'marketing'
  status: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled'
  tags: { [key: string]: string }
  metadata: { [key: string]: string }
  /** Of its message, with angle brackets. */
  message_id: string
  /** Handed over by SMTP, and carried as it came. */
  submitted?: boolean | undefined
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  step?: string | undefined
  variant?: string | undefined
  contact_id?: string | undefined
  scheduled_at?: string | undefined
  /** How many of its recipients are in each state that occurs. */
  counts: { [key: string]: number }
  created_at: string
  /** The one whose address was asked for. */
  recipient?: {
    address: string
    state: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled'
    /** Of `suppressed` and `failed` the reason, else the cause. */
    reason?: string | undefined
  } | undefined
  /** With `event` and what stands beside it: to whom it happened. */
  matched_recipients?: string[] | undefined
}

export interface LoggedRequest {
  /** req_…, as in the header Request-Id of the answer. */
  id: string
  at: string
  /** SMTP for a message handed over by SMTP. */
  method: string
  /** Without the query. */
  path: string
  query: string | null
  route: string | null
  /** For SMTP, the reply's code. */
  status: number
  error_code: string | null
  param: string | null
  /** key_… */
  key_id: string
  /** How the key begins. */
  key_prefix: string
  ip: string
  user_agent: string | null
  duration_ms: number
  idempotency_key: string | null
  email_id: string | null
}

export interface LoggedRequestWithBodies {
  /** req_…, as in the header Request-Id of the answer. */
  id: string
  at: string
  /** SMTP for a message handed over by SMTP. */
  method: string
  /** Without the query. */
  path: string
  query: string | null
  route: string | null
  /** For SMTP, the reply's code. */
  status: number
  error_code: string | null
  param: string | null
  /** key_… */
  key_id: string
  /** How the key begins. */
  key_prefix: string
  ip: string
  user_agent: string | null
  duration_ms: number
  idempotency_key: string | null
  email_id: string | null
  request_body: string | null
  response_body: string | null
}

export interface MarketingSettings {
  /** At most so many letters in each time, such as P7D. */
  cap: { letters: number; per: string }[]
  quiet: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | null
  /** Kept for transactional mail: auto, or a percentage. */
  reserve: 'auto' | number
  /** What the unsubscribe button of a topic's letter leaves. */
  one_click: 'topic' | 'all'
  postal_address: string | null
  utm: Utm | null
  revenue: RevenueSettings | null
  theme: {
    /** fil_…, a picture of the project. */
    logo_file_id?: string | undefined
    /** Of whoever writes. */
    name?: string | undefined
    /** #rrggbb, of buttons and links; the text on it is chosen to be readable. */
    color?: string | undefined
    /** #rrggbb, behind the card on which everything stands. */
    background?: string | undefined
    /** Of corners, in pixels. */
    radius?: number | undefined
    font?: 'system' | 'serif' | 'mono' | undefined
  } | null
  /** Durations, such as P396D. letters: also people of campaigns and activity, at least 90 days. consents: what their records name a person by, after the end of the contact. */
  retention: { letters?: string | undefined; consents?: string | undefined }
  pages: {
    words?: {
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      pt?: { [key: string]: string } | undefined
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      en?: { [key: string]: string } | undefined
    } | undefined
    color?: string | undefined
    background?: string | undefined
    /** An https URL. */
    logo?: string | undefined
  }
}

export interface Notice {
  /** ntc_… */
  id: string
  /** limit_80: 80% of a limit is used: of the day, the month or spending. limit_100: A limit is reached: of the day, the month or spending. sending_paused: Sending is paused, all of it or marketing. sending_resumed: A pause of sending is lifted. rates_high: Many emails bounce or are marked as spam: a pause is near. domain_broken: DNS records of a domain are missing; it still sends. domain_failed: A domain is no longer verified and cannot send. domain_restored: A domain is verified again. domain_expired: A domain was removed: nobody proved it in time. domain_claimed: A domain was removed: somebody else has proved it theirs. domain_keys: New DKIM keys of a domain are to be published. webhook_failing: A webhook has not acknowledged any of its last messages. import_done: An import has ended. campaign_paused: A campaign was paused by Malote. sign_in: A member signed in from a browser not used before, or a passkey or identity of theirs was added or removed. codes_tried: Somebody with the password of a member tries codes of the second step. trust_raised: The account is trusted with more. trust_lowered: The account is trusted with less. plan_started: A paid plan has begun. plan_changed: The plan has changed. plan_ends: The plan will end. plan_ended: The plan has ended. invoice_issued: There is a new invoice. payment_failed: An invoice was not paid. payment_recovered: All invoices are paid again. payment_needed: The bank asks for a confirmation of a payment. card_expiring: The card expires. logs_shrink: Logs will be kept for less long. dispute_opened: A charge is disputed at the bank. dispute_closed: A dispute is decided. order_placed: An account has ordered a plan (for operators). invoice_to_collect: An account has an invoice to be collected (for operators). */
  type: 'limit_80' | 'limit_100' | 'sending_paused' | 'sending_resumed' | 'rates_high' | 'domain_broken' | 'domain_failed' | 'domain_restored' | 'domain_expired' | 'domain_claimed' | 'domain_keys' | 'webhook_failing' | 'import_done' | 'campaign_paused' | 'sign_in' | 'codes_tried' | 'trust_raised' | 'trust_lowered' | 'plan_started' | 'plan_changed' | 'plan_ends' | 'plan_ended' | 'invoice_issued' | 'payment_failed' | 'payment_recovered' | 'payment_needed' | 'card_expiring' | 'logs_shrink' | 'dispute_opened' | 'dispute_closed' | 'order_placed' | 'invoice_to_collect'
  at: string
  severity: 'info' | 'warning' | 'critical'
  /** For people, in the language of the call. */
  message: string
  /** What the message is made from; what it holds depends on the type. */
  data: { [key: string]: string | number | boolean | null | { [key: string]: number } }
  read_at: string | null
}

export interface PostedEvent {
  event_id: string
}

export interface Preflight {
  ok: boolean
  checks: PreflightFinding[]
  audience: AudienceCounts
  forecast: Forecast
}

export interface PreflightFinding {
  code: string
  level: 'error' | 'warning' | 'info'
  param?: string | undefined
  count?: number | undefined
  /** Five of the people, or the links. */
  sample?: (string | { contact_id: string; email: string })[] | undefined
  message: string
}

export interface ProductBlock {
  type: 'product'
  title: string
  image?: string | undefined
  text?: string | undefined
  price?: string | undefined
  href?: string | undefined
  button?: string | undefined
}

export interface ProposedProperty {
  column: string
  /** Of the property that the column could be. */
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
}

export interface RecipientCounts {
  audience: number
  pending: number
  released: number
  skipped: number
  cancelled: number
}

export interface RecipientExplanation {
  /** As in the list; not_in_audience for who was not read. */
  state: string
  reason: string | null
  explanation: string
  decided_at: string | null
  email_id: string | null
  /** As in the list: how far the letter has come. */
  letter_state: 'queued' | 'sent' | 'deferred' | 'bounced' | 'failed' | 'delivered' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | null
  because: {
    check: string
    result: boolean
    explanation: string
    tree?: AudienceResult | null | undefined
    /** now: the person was not read, and is looked at as they are. */
    evaluated?: 'snapshot' | 'now' | undefined
    consent_id?: string | null | undefined
    had?: string[] | undefined
  }[]
  next?: { at: string | null; reason: string } | undefined
}

export interface RecognisedFile {
  encoding: 'utf-8' | 'utf-16' | 'windows-1252'
  /** null: NDJSON. */
  delimiter: ',' | ';' | '	' | '|' | null
  /** Of a table; absent of files that came before there were tables without one. */
  header?: boolean | undefined
  /** That the file was a workbook: its encoding and delimiter cannot be said. */
  workbook?: boolean | undefined
  columns: string[]
  /** The field of each column; null: left out; absent: somebody has to say it. */
  mapping: { [key: string]: string | null }
  /** The program whose export it looks like. */
  source: string | null
  /** Twenty of its rows, by column, the difficult ones among them. */
  sample: { [key: string]: string }[]
  difficult?: DifficultRow[] | undefined
  formats?: ColumnFormat[] | undefined
  /** Columns that are no field yet, as the properties that they could be, by their cells: for mapping and create_properties. */
  proposed?: ProposedProperty[] | undefined
  /** Columns whose yes or no seems to say who has agreed: for consent.column. */
  agreeing?: string[] | undefined
  /** Columns that say, or may say, who has left where the file comes from. */
  leaving?: string[] | undefined
}

export interface Reentry {
  mode: 'never' | 'after_exit' | 'always'
  /** ISO 8601, such as P2D. */
  min_gap?: string | undefined
  key?: string | undefined
}

export type ReentryInput = Reentry

export interface ResentEmail {
  id: string
  status: 'queued' | 'captured'
  /** To whom it goes. */
  recipients: string[]
  skipped: {
    address: string
    /** Why the suppression list has them, or `not_ended`: they still wait. */
    reason: string
  }[]
}

export interface ResentWebhooks {
  resent: number
}

export interface RevenueSettings {
  /** The name of an activity, such as order.paid. */
  event: string
  /** The member of its data that is the amount, a number. */
  amount: string
  /** ISO 4217; of what names none of its own. */
  currency: string
  currency_property?: string | undefined
  /** After the click; PT1H to P90D, P7D where nothing is said. */
  within?: string | undefined
}

export type RevenueSettingsInput = RevenueSettings

export interface SavedBlock {
  /** blk_… */
  id: string
  name: string
  blocks: Block[]
  created_at: string
}

export interface Schedule {
  at: string | null
  time_zone: string | null
  past_zones: 'now' | 'next_day' | 'skip'
  window: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
    /** 1: Monday. */
    days?: number[] | undefined
  } | null
  rate_per_hour: number | null
  send_until: string | null
}

export interface ScheduleInput {
  /** An instant with offset, or a local time of time_zone. */
  at?: string | undefined
  /** An IANA name, or recipient. */
  time_zone?: string | undefined
  past_zones?: 'now' | 'next_day' | 'skip' | undefined
  window?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
    /** 1: Monday. */
    days?: number[] | undefined
  } | undefined
  rate_per_hour?: number | undefined
  /** Who still waits then is skipped. */
  send_until?: string | undefined
}

export interface Segment {
  /** seg_… */
  id: string
  name: string
  folder: string | null
  kind: 'dynamic' | 'static'
  filter?: Filter | undefined
  /** Entering and leaving are facts that webhooks hear of. */
  tracked: boolean
  /** Contacts of the mode. */
  count: number | null
  /** false: counted from a sample. */
  exact: boolean
  counted_at: string | null
  created_at: string
}

export interface SegmentCondition {
  /** seg_… */
  segment: string
}

export interface SegmentEnteredTrigger {
  on: 'segment_entered'
  segment_id: string
}

export interface SegmentStep {
  key: string
  type: 'segment'
  next?: string | undefined
  segment_id: string
  action: 'add' | 'remove'
}

export interface SendTimes {
  time_zone: string
  campaigns: number
  clicks: number
  /** The 5 with the most clicks. */
  hours: {
    /** 1: Monday. */
    day: number
    hour: number
    clicks: number
  }[]
  suggested: {
    /** 1: Monday. */
    day: number
    hour: number
    clicks: number
    at: string
  } | null
}

export interface Sequence {
  /** seq_… */
  id: string
  name: string
  folder: string | null
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: Trigger[]
  entry_filter: Filter | null
  reentry: Reentry
  exits: Exit[]
  quiet: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | null
  rate_per_hour: number | null
  patience: string | null
  steps: Step[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export interface SequenceCondition {
  /** seq_… */
  sequence: string
  state: 'inside' | 'finished' | 'exited' | 'never' | ('inside' | 'finished' | 'exited' | 'never')[]
}

export interface SequenceStep {
  key: string
  type: 'sequence'
  next?: string | undefined
  sequence_id: string
}

export type SimpleBlock = HeadingBlock | TextBlock | ImageBlock | ButtonBlock | DividerBlock | SpacerBlock | SocialBlock | ProductBlock | CodeBlock | HtmlBlock | FooterBlock

export interface Simulation {
  letters: {
    at: string
    /** The same in the zone of the person. */
    local: string
    step: string
    subject: string
    html_url: string | null
  }[]
  path: { at: string; step: string; because: string; explanation: string }[]
  waits: { step: string; from: string; until: string; reason?: string | undefined }[]
  ends: {
    at: string
    state: 'finished' | 'exited'
    reason: string
    explanation: string
  } | null
}

export interface SocialBlock {
  type: 'social'
  links: {
    network: 'site' | 'instagram' | 'facebook' | 'linkedin' | 'youtube' | 'x' | 'whatsapp' | 'tiktok'
    href: string
  }[]
}

export interface SpacerBlock {
  type: 'spacer'
  height: number
}

export interface SplitStep {
  key: string
  type: 'split'
  next?: string | undefined
  ways: { weight: number; next?: string | undefined }[]
}

export interface StartingLetter {
  key: 'news' | 'offer' | 'welcome' | 'receipt' | 'event' | 'cart' | 'win_back' | 'plain'
  name: string
  /** What it is for. */
  about: string
  language: 'pt' | 'en'
  subject: string
  preheader: string
  design: Design
}

export type Step = EmailStep | WaitStep | BranchStep | SplitStep | WaitForEventStep | UpdateContactStep | TopicStep | SegmentStep | WebhookStep | SequenceStep | ExitStep

export interface StepVisit {
  visit: number
  step: string
  at: string
  outcome: string
  explanation: string
  email_id?: string | undefined
}

export interface Suppression {
  /** sup_… */
  id: string
  email: string
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream: 'all' | 'marketing'
  reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce'
  /** msg_…, the email that caused it. */
  email_id?: string | undefined
  created_at: string
}

export interface Template {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: TemplateVariable[]
  variants: { [key: string]: TemplateVariant }
  layout_id: string | null
  folder: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export interface TemplatePreview {
  /** Of the variant that was chosen. */
  language: string
  subject: string
  preheader: string | null
  html: string | null
  text: string | null
  /** Of the html; Gmail cuts letters over 102,400. */
  bytes: number
  /** Names without value and fallback. */
  missing: string[]
}

export interface TemplateVariable {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'list'
  required?: boolean | undefined
  fallback?: string | number | boolean | Json[] | undefined
  sample?: string | number | boolean | Json[] | undefined
}

export interface TemplateVariableInput {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'list'
  required?: boolean | undefined
  fallback?: unknown | undefined
  sample?: unknown | undefined
}

export interface TemplateVariant {
  subject?: string | undefined
  preheader?: string | undefined
  html?: string | undefined
  mjml?: string | undefined
  design?: Design | undefined
  /** false: no text part; absent: made of the html. */
  text?: string | false | undefined
}

export interface TemplateVariantInput {
  subject?: string | undefined
  preheader?: string | undefined
  html?: string | undefined
  mjml?: string | undefined
  design?: DesignInput | undefined
  /** false: no text part; absent: made of the html. */
  text?: string | false | undefined
}

export interface TestClock {
  /** What time it is in test mode. */
  now: string
  /** Seconds ahead of real time. */
  ahead_s: number
  status: 'ready' | 'advancing'
}

export interface TextBlock {
  type: 'text'
  /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
  html: string
  align?: 'left' | 'center' | 'right' | undefined
}

export interface Topic {
  /** top_… */
  id: string
  /** What people read, in one language or both. */
  name: { pt?: string | undefined; en?: string | undefined }
  /** What they will get. */
  description: { pt?: string | undefined; en?: string | undefined }
  joined_by: 'choice' | 'default'
  double_opt_in: boolean
  public: boolean
  exempt_from_cap: boolean
  created_at: string
}

export interface TopicCondition {
  /** top_… */
  topic: string
  state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | ('none' | 'pending' | 'subscribed' | 'unsubscribed')[] | null | undefined
  since_within?: string | null | undefined
}

export interface TopicJoinedTrigger {
  on: 'topic_joined'
  topic_id: string
}

export interface TopicStep {
  key: string
  type: 'topic'
  next?: string | undefined
  topic_id: string
  action: 'join' | 'leave'
}

export type Trigger = TopicJoinedTrigger | SegmentEnteredTrigger | EventTrigger | DateTrigger | ApiTrigger

export interface UpdateContactStep {
  key: string
  type: 'update_contact'
  next?: string | undefined
  set: {
    first_name?: string | null | undefined
    last_name?: string | null | undefined
    company?: string | null | undefined
    language?: string | null | undefined
    time_zone?: string | null | undefined
    properties?: { [key: string]: string | number | boolean | string[] | null } | null | undefined
  }
}

export interface UploadedFile {
  /** fil_… */
  id: string
  /** Where everybody sees it. What is there never changes. */
  url: string
  filename: string
  /** By its bytes. */
  content_type: string
  /** As it is kept. */
  bytes: number
  width: number
  height: number
  /** What it shows, for whoever does not see it. */
  alt: string
  folder: string | null
  created_at: string
}

/** Parameters that links get. */
export interface Utm {
  source?: string | undefined
  medium?: string | undefined
  /** May hold `{{ campaign.name }}`. */
  campaign?: string | undefined
}

export type UtmInput = Utm

export interface WaitForEventStep {
  key: string
  type: 'wait_for_event'
  next?: string | undefined
  event: string
  /** ISO 8601, such as P2D. */
  within: string
  since?: 'entry' | 'step' | undefined
  where?: ActivityCondition[] | undefined
  timeout?: string | undefined
}

export interface WaitStep {
  key: string
  type: 'wait'
  next?: string | undefined
  /** ISO 8601, such as P2D. */
  for?: string | undefined
  until?: {
    /** HH:MM */
    time?: string | undefined
    /** 1: Monday. */
    days?: number[] | undefined
    property?: string | undefined
    offset?: string | undefined
  } | undefined
}

export interface Waiting {
  reason: 'quota' | 'spend_limit' | 'warm_up' | 'window' | 'rate' | 'time_zone' | 'test_result' | 'quiet_hours' | 'cap' | 'reserve'
  until: string
  left: number
}

export interface Webhook {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'domain.created' | 'domain.updated' | 'domain.deleted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'domain.*' | 'account.notice')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
}

export interface WebhookAttempt {
  /** att_… */
  id: string
  /** evt_…, the webhook-id of the notification. */
  event_id: string
  /** What it told of. */
  type: string | null
  /** msg_… */
  email_id: string | null
  recipient: string | null
  at: string
  duration_ms: number
  status_code: number | null
  /** Why there was no answer. */
  error: string | null
  /** Its first 1 KB. */
  response_body: string | null
  next_attempt_at: string | null
}

export interface WebhookStep {
  key: string
  type: 'webhook'
  next?: string | undefined
  name: string
  data?: unknown | undefined
}

export type EmailsSendBody = EmailInput

export type EmailsSendAnswer = AcceptedEmail

export type EmailsListQuery = {
  status?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** `true`: those that wait for their `scheduled_at`; `false`: all others. */
  scheduled?: boolean | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** The exact sender address, without a name. */
  from?: string | undefined
  /** The exact address of one of its recipients. */
  to?: string | undefined
  /** Of any recipient; with `to`, of that one. */
  recipient_state?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** Contained in the subject. At most 300,000 emails that may have it are looked at. */
  subject?: string | undefined
  /** An id (msg_…, evt_…) or a whole Message-ID; else words, each in an address of a recipient, in the subject or in the value of a tag; looked for as `subject` is. */
  q?: string | undefined
  /** tag[key]=value; several add up. */
  tag?: { [key: string]: string } | undefined
  /** cmp_… */
  campaign_id?: string | undefined
  /** seq_… */
  sequence_id?: string | undefined
  /** con_… */
  contact_id?: string | undefined
  /** Happened to a recipient, as the figures count it: of `deferred` the first, of `opened` and `clicked` the first by a person; `final` is `delivered` or `bounced`. */
  event?: 'delivered' | 'bounced' | 'complained' | 'deferred' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'final' | undefined
  /** Where it happened. */
  provider?: 'provider_1' | 'provider_2' | 'provider_3' | 'provider_4' | 'provider_5' | 'provider_6' | 'provider_7' | 'other' | undefined
  /** Why it bounced or was deferred. */
  cause?: string | undefined
  /** The domain of whom it happened to. */
  recipient_domain?: string | undefined
  /** How the connection was secured over which it was delivered. */
  tls?: 'dane' | 'mta-sts' | 'verified' | 'unverified' | 'none' | undefined
  /** It happened at this time or later. */
  event_after?: string | undefined
  /** It happened before this time. */
  event_before?: string | undefined
  /** Accepted at this time or later. */
  created_after?: string | undefined
  /** Accepted before this time. */
  created_before?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type EmailsListItem = ListedEmail

export type EmailsSendBatchBody = {
  /** At most 100. */
  emails: EmailInput[]
}

export type EmailsSendBatchAnswer = {
  data: AcceptedEmail[]
}

export type EmailsCheckBody = EmailInput

export type EmailsCheckAnswer = EmailCheck

export type EmailsUpdateBody = {
  /** ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at: string
}

export type EmailsUpdateAnswer = EmailSummary

export type EmailsGetAnswer = Email

export type EmailsCancelAnswer = EmailSummary

export type EmailsResendBody = {
  /** Addresses of it; without `to` and `all`: those it did not reach. */
  to?: string[] | undefined
  /** Everybody it was for. */
  all?: true | undefined
}

export type EmailsResendAnswer = ResentEmail

export type EmailsExportQuery = {
  status?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** `true`: those that wait for their `scheduled_at`; `false`: all others. */
  scheduled?: boolean | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** The exact sender address, without a name. */
  from?: string | undefined
  /** The exact address of one of its recipients. */
  to?: string | undefined
  /** Of any recipient; with `to`, of that one. */
  recipient_state?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** Contained in the subject. At most 300,000 emails that may have it are looked at. */
  subject?: string | undefined
  /** An id (msg_…, evt_…) or a whole Message-ID; else words, each in an address of a recipient, in the subject or in the value of a tag; looked for as `subject` is. */
  q?: string | undefined
  /** tag[key]=value; several add up. */
  tag?: { [key: string]: string } | undefined
  /** cmp_… */
  campaign_id?: string | undefined
  /** seq_… */
  sequence_id?: string | undefined
  /** con_… */
  contact_id?: string | undefined
  /** Happened to a recipient, as the figures count it: of `deferred` the first, of `opened` and `clicked` the first by a person; `final` is `delivered` or `bounced`. */
  event?: 'delivered' | 'bounced' | 'complained' | 'deferred' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'final' | undefined
  /** Where it happened. */
  provider?: 'provider_1' | 'provider_2' | 'provider_3' | 'provider_4' | 'provider_5' | 'provider_6' | 'provider_7' | 'other' | undefined
  /** Why it bounced or was deferred. */
  cause?: string | undefined
  /** The domain of whom it happened to. */
  recipient_domain?: string | undefined
  /** How the connection was secured over which it was delivered. */
  tls?: 'dane' | 'mta-sts' | 'verified' | 'unverified' | 'none' | undefined
  /** It happened at this time or later. */
  event_after?: string | undefined
  /** It happened before this time. */
  event_before?: string | undefined
  /** Accepted at this time or later. */
  created_after?: string | undefined
  /** Accepted before this time. */
  created_before?: string | undefined
  /** What has a line of its own; `emails` if absent. */
  rows?: 'emails' | 'recipients' | undefined
  /** Between cells; a comma if absent. */
  delimiter?: ',' | ';' | 'tab' | undefined
  /** `1`: the file begins with the mark of UTF-8. */
  bom?: '0' | '1' | undefined
}

export type EventsListQuery = {
  type?: 'accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | undefined
  email_id?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type EventsListItem = EmailEvent

export type EmailsContentAnswer = EmailContent

export type EmailsRawQuery = {
  /** One of its addresses; the first one if absent. */
  recipient?: string | undefined
}

export type WebhooksCreateBody = {
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'domain.created' | 'domain.updated' | 'domain.deleted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'domain.*' | 'account.notice')[]
}

export type WebhooksCreateAnswer = CreatedWebhook

export type WebhooksListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type WebhooksListItem = Webhook

export type WebhooksGetAnswer = Webhook

export type WebhooksUpdateBody = {
  /** Starts with https:// and is publicly reachable. */
  url?: string | undefined
  /** Which events are sent. */
  events?: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'domain.created' | 'domain.updated' | 'domain.deleted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'domain.*' | 'account.notice')[] | undefined
  /** false: paused; nothing is posted. */
  enabled?: boolean | undefined
}

export type WebhooksUpdateAnswer = Webhook

export type WebhooksDeleteAnswer = {
  id: string
  deleted: true
}

export type WebhooksAttemptsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  /** Of the event, such as `bounced`. */
  type?: string | undefined
  /** msg_… */
  email_id?: string | undefined
  /** Answered with 2xx, or not. */
  state?: 'acknowledged' | 'failed' | undefined
}

export type WebhooksAttemptsItem = WebhookAttempt

export type WebhooksResendAnswer = PostedEvent

export type WebhooksResendFailedAnswer = ResentWebhooks

export type WebhooksRotateSecretAnswer = {
  id: string
  secret: string
}

export type WebhooksTestAnswer = PostedEvent

export type SuppressionsCreateBody = {
  email: string
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream: 'all' | 'marketing'
}

export type SuppressionsCreateAnswer = Suppression

export type SuppressionsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  /** This address only. */
  email?: string | undefined
  /** A part of the address. A call looks at 100,000 entries, the newest first: where older ones are left, has_more is true, and the next page goes on behind the last item; invalid_field where none was found. */
  q?: string | undefined
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream?: 'all' | 'marketing' | undefined
  reason?: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce' | undefined
}

export type SuppressionsListItem = Suppression

export type SuppressionsDeleteQuery = {
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream?: 'all' | 'marketing' | undefined
}

export type SuppressionsDeleteAnswer = {
  id: string
  deleted: true
}

export type NoticesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type NoticesListItem = Notice

export type RequestsListQuery = {
  /** 422, or 4xx for all of them. */
  status?: string | undefined
  /** An error code. */
  code?: string | undefined
  /** key_… */
  key_id?: string | undefined
  /** POST, SMTP … */
  method?: string | undefined
  /** As in OpenAPI, such as /v1/emails/{id}. */
  route?: string | undefined
  /** msg_…: the call that made it, and those about it. */
  email_id?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  /** A request id, or a part of the path, the error code, the id of the email, the idempotency key or the user agent; of an address, also of the body. 200000 calls are looked through. */
  q?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type RequestsListItem = LoggedRequest

export type RequestsGetAnswer = LoggedRequestWithBodies

export type DomainsCreateBody = {
  /** The exact domain of the sender addresses. */
  name: string
  /** Token of the DNS provider with edit rights on DNS. */
  dns_token?: string | undefined
}

export type DomainsCreateAnswer = Domain

export type DomainsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type DomainsListItem = Domain

export type DomainsClaimBody = {
  /** The exact domain of the sender addresses. */
  name: string
}

export type DomainsClaimAnswer = Domain

export type DomainsGetAnswer = Domain

export type DomainsDeleteAnswer = {
  id: string
  deleted: true
}

export type DomainsVerifyAnswer = Domain

export type DomainsPublishBody = {
  /** Token of the DNS provider with edit rights on DNS. */
  token: string
}

export type DomainsPublishAnswer = Domain

export type DomainsRotateKeysAnswer = Domain

export type ContactsCreateBody = {
  email?: string | undefined
  /** Your own key, of at most 255 characters; its case counts. */
  external_id?: string | undefined
  /** At most 200 characters, without spaces around. */
  first_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  last_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  company?: string | undefined
  /** A BCP 47 tag, as pt-BR. */
  language?: string | undefined
  /** An IANA name. */
  time_zone?: string | undefined
  /** By key; merged with what is there. null takes a value away. */
  properties?: { [key: string]: unknown } | undefined
  /** top_…, which they join. */
  topics?: string[] | undefined
  /** keep: only what is empty is filled. */
  on_existing?: 'update' | 'keep' | undefined
}

export type ContactsCreateAnswer = {
  id: string
  email?: string | undefined
  external_id?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  company?: string | null | undefined
  language?: string | null | undefined
  time_zone?: string | null | undefined
  properties?: { [key: string]: string | number | boolean | string[] } | undefined
  topics?: {
    /** top_… */
    id: string
    state: 'none' | 'pending' | 'subscribed' | 'unsubscribed'
    since: string
  }[] | undefined
  /** The address is on the suppression list, for marketing or for everything. */
  unsubscribed?: boolean | undefined
  suppressed?: {
    stream: 'all' | 'marketing'
    reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce'
    since: string
  } | null | undefined
  snoozed_until?: string | null | undefined
  source?: string | undefined
  created_at?: string | undefined
  updated_at?: string | undefined
  created: boolean
}

export type ContactsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  /** This address only. */
  email?: string | undefined
  external_id?: string | undefined
  /** top_…; any state but none unless `state` says. */
  topic?: string | undefined
  state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | undefined
  /** seg_… */
  segment?: string | undefined
  /** imp_…: whom it has written; after seven days, those whose own list of imports still has it. */
  import?: string | undefined
  /** con_…, up to 200, parted by commas. */
  ids?: string | undefined
  unsubscribed?: boolean | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
}

export type ContactsListItem = Contact

export type ContactsCreateBatchBody = {
  contacts: {
    email?: string | undefined
    /** Your own key, of at most 255 characters; its case counts. */
    external_id?: string | undefined
    /** At most 200 characters, without spaces around. */
    first_name?: string | undefined
    /** At most 200 characters, without spaces around. */
    last_name?: string | undefined
    /** At most 200 characters, without spaces around. */
    company?: string | undefined
    /** A BCP 47 tag, as pt-BR. */
    language?: string | undefined
    /** An IANA name. */
    time_zone?: string | undefined
    /** By key; merged with what is there. null takes a value away. */
    properties?: { [key: string]: unknown } | undefined
    topics?: string[] | undefined
  }[]
  on_existing?: 'update' | 'keep' | undefined
  on_error?: 'refuse' | 'skip' | undefined
}

export type ContactsCreateBatchAnswer = {
  data: {
    id?: string | undefined
    created?: boolean | undefined
    error?: ItemError | undefined
  }[]
}

export type ContactsExportQuery = {
  /** This address only. */
  email?: string | undefined
  external_id?: string | undefined
  /** top_…; any state but none unless `state` says. */
  topic?: string | undefined
  state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | undefined
  /** seg_… */
  segment?: string | undefined
  /** imp_…: whom it has written; after seven days, those whose own list of imports still has it. */
  import?: string | undefined
  /** con_…, up to 200, parted by commas. */
  ids?: string | undefined
  unsubscribed?: boolean | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  format?: 'csv' | 'ndjson' | undefined
}

export type ContactsValuesQuery = {
  /** first_name, company, source, email_domain, …, properties.city. */
  field: string
}

export type ContactsValuesAnswer = {
  data: { value: string; count: number }[]
  /** Contacts that were looked at. */
  looked: number
}

export type ContactsGetAnswer = Contact

export type ContactsUpdateBody = {
  email?: string | undefined
  /** Your own key, of at most 255 characters; its case counts. */
  external_id?: string | undefined
  /** At most 200 characters, without spaces around. */
  first_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  last_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  company?: string | undefined
  /** A BCP 47 tag, as pt-BR. */
  language?: string | undefined
  /** An IANA name. */
  time_zone?: string | undefined
  /** By key; merged with what is there. null takes a value away. */
  properties?: { [key: string]: unknown } | undefined
  /** No marketing before; a time, or an empty text for none. */
  snoozed_until?: string | undefined
  unsubscribed?: boolean | undefined
  consent?: ConsentInput | undefined
}

export type ContactsUpdateAnswer = Contact

export type ContactsDeleteAnswer = {
  id: string
  deleted: true
}

export type ContactsEraseAnswer = {
  id: string
  status: 'erasing'
}

export type ContactsSetTopicsBody = {
  topics: {
    /** top_… */
    id: string
    state: 'subscribed' | 'unsubscribed'
    consent?: ConsentInput | undefined
  }[]
}

export type ContactsSetTopicsAnswer = Contact

export type ContactsDossierAnswer = {
  generated_at: string
  contact: Contact
  topics: Topic[]
  consents: ConsentRecord[]
  timeline: HistoryItem[]
  /** Those that they were put into. */
  segments: {
    /** seg_… */
    id: string
    name: string
  }[]
  enrollments: {
    /** enr_… */
    id: string
    /** seq_… */
    sequence_id: string
    state: string
    reason: string | null
    /** The data of what let them in. */
    event: { [key: string]: unknown } | null
    entered_at: string
    ended_at: string | null
  }[]
  /** Files in which they stood. */
  imports: ContactImport[]
}

export type ContactsTimelineQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ContactsTimelineItem = HistoryItem

export type ContactsConsentsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ContactsConsentsItem = ConsentRecord

export type ContactsExportConsentsAnswer = {
  contact_id: string
  records: {
    /** cns_… */
    id: string
    contact_id: string
    topic_id: string | null
    action: 'joined' | 'asked' | 'confirmed' | 'left' | 'imported' | 'blocked'
    at: string
    method: 'form' | 'preference_centre' | 'one_click' | 'api' | 'import' | 'dashboard' | 'complaint'
    actor: string | null
    ip: string | null
    user_agent: string | null
    page: string | null
    wording: { text: string; version: number; language: string } | null
    email_id?: string | undefined
    evidence: {
      at: string
      source: string | null
      confirmed: boolean
      basis?: string | undefined
    } | null
    /** SHA-256 in hexadecimal; null until the chain has reached the record. */
    hash: string | null
    previous_hash: string | null
    seq: number
    /** The canonical text that is hashed. */
    proof: string
    /** By which the digests in `proof` are made, in hexadecimal. */
    key: string
  }[]
  neighbours: { id: string; seq: number; hash: string; previous_hash: string }[]
  heads: { day: string; seq: number; hash: string }[]
  /** Ed25519, as PEM. */
  public_key: string
  /** Of all that stands before it, in base64. */
  signature: string
}

export type ContactPropertiesCreateBody = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  /** What people read: a text, or one for each language. */
  label?: string | { pt?: string | undefined; en?: string | undefined } | undefined
  /** Of the type of the property. */
  fallback?: unknown | undefined
}

export type ContactPropertiesCreateAnswer = ContactProperty

export type ContactPropertiesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The key of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ContactPropertiesListItem = ContactProperty

export type ContactPropertiesUpdateBody = {
  type?: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url' | undefined
  /** What people read: a text, or one for each language. */
  label?: string | { pt?: string | undefined; en?: string | undefined } | undefined
  /** Of the type of the property. */
  fallback?: unknown | undefined
}

export type ContactPropertiesUpdateAnswer = ContactProperty

export type ContactPropertiesDeleteAnswer = {
  id: string
  deleted: true
}

export type TopicsCreateBody = {
  /** What people read, in one language or both. */
  name: { pt?: string | undefined; en?: string | undefined }
  /** What they will get. */
  description?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** choice: only who joined; default: every contact until they leave. */
  joined_by?: 'choice' | 'default' | undefined
  /** Joining waits for the button in a confirmation letter. */
  double_opt_in?: boolean | undefined
  /** Stands in the preference centre. */
  public?: boolean | undefined
  /** What people asked for daily: the frequency cap does not count it. */
  exempt_from_cap?: boolean | undefined
}

export type TopicsCreateAnswer = Topic

export type TopicsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type TopicsListItem = Topic

export type TopicsGetAnswer = Topic

export type TopicsUpdateBody = {
  /** What people read, in one language or both. */
  name?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** What they will get. */
  description?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** choice: only who joined; default: every contact until they leave. */
  joined_by?: 'choice' | 'default' | undefined
  /** Joining waits for the button in a confirmation letter. */
  double_opt_in?: boolean | undefined
  /** Stands in the preference centre. */
  public?: boolean | undefined
  /** What people asked for daily: the frequency cap does not count it. */
  exempt_from_cap?: boolean | undefined
}

export type TopicsUpdateAnswer = Topic

export type TopicsDeleteAnswer = {
  id: string
  deleted: true
}

export type ContactsSearchBody = {
  /** A condition or a group of them, as the contract describes under filters. */
  filter: unknown
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ContactsSearchItem = Contact

export type SegmentsPreviewBody = {
  /** A condition or a group of them, as the contract describes under filters. */
  filter: unknown
}

export type SegmentsPreviewAnswer = {
  count: number
  exact: boolean
  conditions: { path: string; count: number }[]
  sample: Contact[]
  took_ms: number
}

export type SegmentsCreateBody = {
  name: string
  /** Where lists file it; null or empty: nowhere. */
  folder?: string | undefined
  kind?: 'dynamic' | 'static' | undefined
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  tracked?: boolean | undefined
}

export type SegmentsCreateAnswer = Segment

export type SegmentsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type SegmentsListItem = Segment

export type SegmentsGetAnswer = Segment

export type SegmentsUpdateBody = {
  name?: string | undefined
  folder?: string | null | undefined
  kind?: 'dynamic' | 'static' | undefined
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  tracked?: boolean | undefined
}

export type SegmentsUpdateAnswer = Segment

export type SegmentsDeleteAnswer = {
  id: string
  deleted: true
}

export type SegmentsContactsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type SegmentsContactsItem = Contact

export type SegmentsBecauseAnswer = {
  member: boolean
  because: FilterResult
}

export type SegmentsAddMembersBody = {
  /** con_… or addresses. */
  contacts: string[]
}

export type SegmentsAddMembersAnswer = {
  id: string
  /** Those that were not so before. */
  changed: number
  count: number
}

export type SegmentsRemoveMembersBody = {
  /** con_… or addresses. */
  contacts: string[]
}

export type SegmentsRemoveMembersAnswer = {
  id: string
  /** Those that were not so before. */
  changed: number
  count: number
}

export type ActivityCreateBody = {
  /** con_… */
  contact_id?: string | undefined
  external_id?: string | undefined
  email?: string | undefined
  /** Yours, such as order.paid. */
  name: string
  /** At most 50 keys and 8 KB. */
  data?: { [key: string]: unknown } | undefined
  /** Up to 30 days ago. */
  at?: string | undefined
  /** Makes a repetition harmless for 30 days. */
  dedupe_key?: string | undefined
  /** Somebody unknown becomes a contact that joins no topic. */
  create_contact?: boolean | undefined
}

export type ActivityCreateAnswer = {
  /** evt_…; null for nobody we know. */
  id: string | null
  matched: boolean
  duplicate: boolean
}

export type ActivityListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  name?: string | undefined
  /** con_… or an address. */
  contact?: string | undefined
  /** What happened later than this. */
  after?: string | undefined
}

export type ActivityListItem = Activity

export type ActivityCreateBatchBody = {
  activities: {
    /** con_… */
    contact_id?: string | undefined
    external_id?: string | undefined
    email?: string | undefined
    /** Yours, such as order.paid. */
    name: string
    /** At most 50 keys and 8 KB. */
    data?: { [key: string]: unknown } | undefined
    /** Up to 30 days ago. */
    at?: string | undefined
    /** Makes a repetition harmless for 30 days. */
    dedupe_key?: string | undefined
    /** Somebody unknown becomes a contact that joins no topic. */
    create_contact?: boolean | undefined
  }[]
}

export type ActivityCreateBatchAnswer = {
  data: {
    /** evt_…; null for nobody we know. */
    id?: string | null | undefined
    /** Not for nobody we know, nor for a repetition. */
    created?: boolean | undefined
    error?: ItemError | undefined
  }[]
}

export type FormsCreateBody = {
  name: string
  /** top_… */
  topics: string[]
  fields?: {
    /** first_name, last_name, company, language or properties.KEY. */
    key: string
    label?: { pt?: string | undefined; en?: string | undefined } | undefined
    required?: boolean | undefined
  }[] | undefined
  wording?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** Whoever sends the form confirms by a letter; true if absent. */
  double_opt_in?: boolean | undefined
  redirect_url?: string | undefined
  /** Said on our page to whoever has sent it; a line break begins a paragraph. */
  thanks?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** The letter that asks for the confirmation: a published template with the variable confirm_url. */
  confirm_template_id?: string | undefined
  /** Of pages that may hold the form; none: any. */
  allowed_origins?: string[] | undefined
  popup?: {
    delay_s?: number | null | undefined
    scroll_percent?: number | null | undefined
    /** When the mouse leaves the page by its top. */
    on_leave?: boolean | undefined
    /** By itself once in so many days; 30 if absent. */
    again_days?: number | undefined
  } | null | undefined
  style?: {
    color?: string | undefined
    background?: string | undefined
    logo?: string | undefined
  } | undefined
  enabled?: boolean | undefined
}

export type FormsCreateAnswer = Form

export type FormsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type FormsListItem = Form

export type FormsGetAnswer = Form

export type FormsUpdateBody = {
  name?: string | undefined
  /** top_… */
  topics?: string[] | undefined
  fields?: {
    /** first_name, last_name, company, language or properties.KEY. */
    key: string
    label?: { pt?: string | undefined; en?: string | undefined } | undefined
    required?: boolean | undefined
  }[] | undefined
  wording?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** Whoever sends the form confirms by a letter; true if absent. */
  double_opt_in?: boolean | undefined
  redirect_url?: string | undefined
  /** Said on our page to whoever has sent it; a line break begins a paragraph. */
  thanks?: { pt?: string | undefined; en?: string | undefined } | undefined
  /** The letter that asks for the confirmation: a published template with the variable confirm_url. */
  confirm_template_id?: string | undefined
  /** Of pages that may hold the form; none: any. */
  allowed_origins?: string[] | undefined
  popup?: {
    delay_s?: number | null | undefined
    scroll_percent?: number | null | undefined
    /** When the mouse leaves the page by its top. */
    on_leave?: boolean | undefined
    /** By itself once in so many days; 30 if absent. */
    again_days?: number | undefined
  } | null | undefined
  style?: {
    color?: string | undefined
    background?: string | undefined
    logo?: string | undefined
  } | undefined
  enabled?: boolean | undefined
}

export type FormsUpdateAnswer = Form

export type FormsDeleteAnswer = {
  id: string
  deleted: true
}

export type MarketingSettingsGetAnswer = MarketingSettings

export type MarketingSettingsUpdateBody = {
  cap?: { letters: number; per: string }[] | null | undefined
  quiet?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | null | undefined
  reserve?: 'auto' | number | null | undefined
  one_click?: 'topic' | 'all' | null | undefined
  postal_address?: string | null | undefined
  utm?: UtmInput | null | undefined
  revenue?: RevenueSettingsInput | null | undefined
  theme?: {
    /** fil_…, a picture of the project. */
    logo_file_id?: string | undefined
    /** Of whoever writes. */
    name?: string | undefined
    /** #rrggbb, of buttons and links; the text on it is chosen to be readable. */
    color?: string | undefined
    /** #rrggbb, behind the card on which everything stands. */
    background?: string | undefined
    /** Of corners, in pixels. */
    radius?: number | undefined
    font?: 'system' | 'serif' | 'mono' | undefined
  } | null | undefined
  retention?: { letters?: string | undefined; consents?: string | undefined } | null | undefined
  pages?: {
    words?: {
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      pt?: { [key: string]: string } | undefined
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      en?: { [key: string]: string } | undefined
    } | undefined
    color?: string | undefined
    background?: string | undefined
    /** An https URL. */
    logo?: string | undefined
  } | null | undefined
}

export type MarketingSettingsUpdateAnswer = MarketingSettings

export type MarketingSettingsBrandBody = {
  /** https:// is put before a mere name. */
  url: string
}

export type MarketingSettingsBrandAnswer = BrandProposal

export type FormsStatsQuery = {
  /** Default 30. */
  days?: number | undefined
}

export type FormsStatsAnswer = {
  /** Its page was opened, or somebody began to fill it in on another page. */
  shown: number
  /** By people who filled it in, and no program. */
  sent: number
  /** Of those, who confirmed by the letter, or joined without one. */
  confirmed: number
  days: {
    day: string
    /** Its page was opened, or somebody began to fill it in on another page. */
    shown: number
    /** By people who filled it in, and no program. */
    sent: number
    /** Of those, who confirmed by the letter, or joined without one. */
    confirmed: number
  }[]
}

export type ImportsCreateBody = {
  format: 'csv' | 'ndjson'
  /** What the file is called, for lists. */
  name?: string | undefined
  /** The field of each column, such as properties.city; null leaves it out. */
  mapping?: { [key: string]: string | null } | undefined
  on_existing?: 'update' | 'keep' | 'skip' | undefined
  topics?: string[] | undefined
  consent?: {
    basis: 'consent' | 'legitimate_interest' | 'contract'
    wording: string
    at?: string | undefined
    source: string
    /** Who has another value than yes in it joins nothing. */
    column?: string | null | undefined
    /** In whatever case and accents; by default sim, s, yes, y, true, 1. */
    yes?: string[] | undefined
  } | undefined
  create_properties?: boolean | { [key: string]: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url' } | undefined
  /** seg_…, static. */
  segment?: string | undefined
  run_sequences?: boolean | undefined
  /** Of topics with double opt-in. none: people wait; send: a letter asks them; elsewhere: they confirmed where `consent.source` says. */
  confirm?: 'none' | 'send' | 'elsewhere' | undefined
  /** Counts what would be done. */
  dry_run?: boolean | undefined
  /** What parts the cells. */
  delimiter?: ',' | ';' | '	' | '|' | undefined
  encoding?: 'utf-8' | 'utf-16' | 'windows-1252' | undefined
  /** Whether a row of titles comes first. */
  header?: boolean | undefined
  /** Of columns whose numbers can be read in two ways, such as 1,234. */
  decimal_mark?: ',' | '.' | undefined
  /** Of columns whose days can be read in two ways, such as 03/04/1990. */
  date_order?: 'dmy' | 'mdy' | undefined
}

export type ImportsCreateAnswer = Import

export type ImportsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ImportsListItem = Import

export type ImportsFileAnswer = Import

export type ImportsGetAnswer = Import

export type ImportsErrorsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The line of the last item. */
  starting_after?: string | undefined
  format?: 'json' | 'csv' | undefined
}

export type ImportsErrorsItem = ImportLine

export type ImportsRecogniseBody = {
  /** What parts the cells. */
  delimiter?: ',' | ';' | '	' | '|' | undefined
  encoding?: 'utf-8' | 'utf-16' | 'windows-1252' | undefined
  /** Whether a row of titles comes first. */
  header?: boolean | undefined
  /** Of columns whose numbers can be read in two ways, such as 1,234. */
  decimal_mark?: ',' | '.' | undefined
  /** Of columns whose days can be read in two ways, such as 03/04/1990. */
  date_order?: 'dmy' | 'mdy' | undefined
}

export type ImportsRecogniseAnswer = Import

export type ImportsStartBody = {
  /** What the file is called, for lists. */
  name?: string | undefined
  /** The field of each column, such as properties.city; null leaves it out. */
  mapping?: { [key: string]: string | null } | undefined
  on_existing?: 'update' | 'keep' | 'skip' | undefined
  topics?: string[] | undefined
  consent?: {
    basis: 'consent' | 'legitimate_interest' | 'contract'
    wording: string
    at?: string | undefined
    source: string
    /** Who has another value than yes in it joins nothing. */
    column?: string | null | undefined
    /** In whatever case and accents; by default sim, s, yes, y, true, 1. */
    yes?: string[] | undefined
  } | undefined
  create_properties?: boolean | { [key: string]: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url' } | undefined
  /** seg_…, static. */
  segment?: string | undefined
  run_sequences?: boolean | undefined
  /** Of topics with double opt-in. none: people wait; send: a letter asks them; elsewhere: they confirmed where `consent.source` says. */
  confirm?: 'none' | 'send' | 'elsewhere' | undefined
  /** Counts what would be done. */
  dry_run?: boolean | undefined
  /** What parts the cells. */
  delimiter?: ',' | ';' | '	' | '|' | undefined
  encoding?: 'utf-8' | 'utf-16' | 'windows-1252' | undefined
  /** Whether a row of titles comes first. */
  header?: boolean | undefined
  /** Of columns whose numbers can be read in two ways, such as 1,234. */
  decimal_mark?: ',' | '.' | undefined
  /** Of columns whose days can be read in two ways, such as 03/04/1990. */
  date_order?: 'dmy' | 'mdy' | undefined
}

export type ImportsStartAnswer = Import

export type ImportsCancelAnswer = Import

export type ImportsUndoAnswer = Import

export type ImportsPeopleBody = {
  /** seg_…, static: they are put into it. */
  segment?: string | undefined
  /** Those who wait for a confirmation of a topic of the import. */
  confirm?: 'send' | 'elsewhere' | undefined
  /** `next` of the call before. */
  starting_after?: string | undefined
}

export type ImportsPeopleAnswer = {
  /** That this call has gone through. */
  people: number
  /** Of them, those who had still to confirm. */
  waiting: number
  next: string | null
}

export type ContactsImportsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ContactsImportsItem = ContactImport

export type TemplatesCreateBody = {
  name: string
  kind?: 'email' | 'layout' | undefined
  /** A name of your own for it, unique in the project. */
  alias?: string | undefined
  default_language?: string | undefined
  variables?: TemplateVariableInput[] | undefined
  /** By language, such as pt or en-GB; null takes one away. */
  variants?: { [key: string]: TemplateVariantInput | null } | undefined
  /** tpl_… of kind layout. */
  layout_id?: string | undefined
  /** Where lists file it; null or empty: nowhere. */
  folder?: string | undefined
}

export type TemplatesCreateAnswer = Template

export type TemplatesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  kind?: 'email' | 'layout' | undefined
}

export type TemplatesListItem = Template

export type TemplatesGetAnswer = Template

export type TemplatesUpdateBody = {
  name?: string | undefined
  kind?: 'email' | 'layout' | undefined
  revision?: number | undefined
  alias?: string | null | undefined
  default_language?: string | null | undefined
  variables?: TemplateVariableInput[] | null | undefined
  variants?: { [key: string]: TemplateVariantInput | null } | null | undefined
  layout_id?: string | null | undefined
  folder?: string | null | undefined
}

export type TemplatesUpdateAnswer = Template

export type TemplatesDeleteAnswer = {
  id: string
  deleted: true
}

export type TemplatesPublishAnswer = {
  version: number
  published_at: string
  findings: Finding[]
}

export type TemplatesVersionsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A version. */
  starting_after?: string | undefined
}

export type TemplatesVersionsItem = {
  version: number
  published_at: string
}

export type TemplatesRestoreAnswer = Template

export type TemplatesPreviewBody = {
  language?: string | undefined
  variables?: { [key: string]: unknown } | undefined
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  /** Absent: the draft. */
  version?: number | 'draft' | undefined
}

export type TemplatesPreviewAnswer = TemplatePreview

export type TemplatesCheckAnswer = {
  ok: boolean
  checks: Finding[]
}

export type TemplatesDuplicateBody = {
  name?: string | undefined
}

export type TemplatesDuplicateAnswer = Template

export type SavedBlocksCreateBody = {
  name: string
  blocks: {
    type: 'heading' | 'text' | 'image' | 'button' | 'divider' | 'spacer' | 'social' | 'product' | 'code' | 'html' | 'footer' | 'columns'
    text?: string | undefined
    /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
    html?: string | undefined
    level?: number | undefined
    align?: 'left' | 'center' | 'right' | undefined
    src?: string | undefined
    alt?: string | undefined
    href?: string | undefined
    width?: number | undefined
    full?: boolean | undefined
    height?: number | undefined
    links?: {
      network: 'site' | 'instagram' | 'facebook' | 'linkedin' | 'youtube' | 'x' | 'whatsapp' | 'tiktok'
      href: string
    }[] | undefined
    image?: string | undefined
    title?: string | undefined
    price?: string | undefined
    button?: string | undefined
    columns?: {
      type: 'heading' | 'text' | 'image' | 'button' | 'divider' | 'spacer' | 'social' | 'product' | 'code' | 'html' | 'footer'
      text?: string | undefined
      /** Of a text: p br strong em u s a[href] ul ol li blockquote are kept. */
      html?: string | undefined
      level?: number | undefined
      align?: 'left' | 'center' | 'right' | undefined
      src?: string | undefined
      alt?: string | undefined
      href?: string | undefined
      width?: number | undefined
      full?: boolean | undefined
      height?: number | undefined
      links?: {
        network: 'site' | 'instagram' | 'facebook' | 'linkedin' | 'youtube' | 'x' | 'whatsapp' | 'tiktok'
        href: string
      }[] | undefined
      image?: string | undefined
      title?: string | undefined
      price?: string | undefined
      button?: string | undefined
    }[][] | undefined
  }[]
}

export type SavedBlocksCreateAnswer = SavedBlock

export type SavedBlocksListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type SavedBlocksListItem = SavedBlock

export type SavedBlocksGetAnswer = SavedBlock

export type SavedBlocksDeleteAnswer = {
  id: string
  deleted: true
}

export type StartingLettersListQuery = {
  /** Absent: the language of the call. */
  language?: 'pt' | 'en' | undefined
}

export type StartingLettersListAnswer = {
  data: StartingLetter[]
}

export type FilesCreateAnswer = UploadedFile

export type FilesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  /** Only of this one; empty: of none. */
  folder?: string | undefined
}

export type FilesListItem = UploadedFile

export type FilesGetAnswer = UploadedFile

export type FilesUpdateBody = {
  filename?: string | undefined
  /** An empty text: none. */
  alt?: string | undefined
  folder?: string | null | undefined
}

export type FilesUpdateAnswer = UploadedFile

export type FilesDeleteAnswer = {
  id: string
  deleted: true
}

export type CampaignsCreateBody = {
  name: string
  from?: string | undefined
  reply_to?: string[] | undefined
  /** top_… */
  topic_id?: string | undefined
  content?: CampaignContentInput | undefined
  audience?: AudienceInput | undefined
  schedule?: ScheduleInput | undefined
  ab?: AbTestInput | undefined
  tracking?: { opens?: boolean | undefined; clicks?: boolean | undefined } | undefined
  guard?: { enabled?: boolean | undefined } | undefined
  archive?: { public?: boolean | undefined; slug?: string | undefined } | undefined
  tags?: { [key: string]: string } | undefined
  archived?: boolean | undefined
  follow_up?: FollowUpInput | undefined
  on_missing?: 'skip' | 'empty' | undefined
  if_capped?: 'skip' | 'wait' | undefined
  utm?: UtmInput | null | undefined
}

export type CampaignsCreateAnswer = Campaign

export type CampaignsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | undefined
  /** Words within the name. */
  q?: string | undefined
  /** The key of a tag, or key:value. */
  tag?: string | undefined
  /** Absent: those that are not put away. */
  archived?: 'only' | 'any' | undefined
  begins_after?: string | undefined
  begins_before?: string | undefined
  /** Highest rate first, of the newest 500 that fit; one page. */
  sort?: 'opened' | 'clicked' | undefined
}

export type CampaignsListItem = Campaign

export type CampaignsRevenueQuery = {
  /** cmp_…,cmp_… */
  ids: string
}

export type CampaignsRevenueAnswer = CampaignRevenue

export type CampaignsSendTimesQuery = {
  /** top_… */
  topic_id?: string | undefined
}

export type CampaignsSendTimesAnswer = SendTimes

export type CampaignsGetAnswer = Campaign

export type CampaignsUpdateBody = {
  name?: string | undefined
  from?: string | null | undefined
  reply_to?: string[] | null | undefined
  topic_id?: string | null | undefined
  content?: CampaignContentInput | null | undefined
  audience?: AudienceInput | null | undefined
  schedule?: ScheduleInput | null | undefined
  ab?: AbTestInput | null | undefined
  tracking?: { opens?: boolean | undefined; clicks?: boolean | undefined } | null | undefined
  guard?: { enabled?: boolean | undefined } | null | undefined
  archive?: { public?: boolean | undefined; slug?: string | undefined } | null | undefined
  tags?: { [key: string]: string } | null | undefined
  archived?: boolean | null | undefined
  follow_up?: FollowUpInput | null | undefined
  on_missing?: 'skip' | 'empty' | null | undefined
  if_capped?: 'skip' | 'wait' | null | undefined
  utm?: UtmInput | null | null | undefined
}

export type CampaignsUpdateAnswer = Campaign

export type CampaignsDeleteAnswer = {
  id: string
  deleted: true
}

export type CampaignsSendAnswer = Campaign

export type CampaignsScheduleBody = {
  /** An instant with offset, or a local time of time_zone. */
  at?: string | undefined
  /** An IANA name, or recipient. */
  time_zone?: string | undefined
  past_zones?: 'now' | 'next_day' | 'skip' | undefined
  window?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
    /** 1: Monday. */
    days?: number[] | undefined
  } | undefined
  rate_per_hour?: number | undefined
  /** Who still waits then is skipped. */
  send_until?: string | undefined
}

export type CampaignsScheduleAnswer = Campaign

export type CampaignsUnscheduleAnswer = Campaign

export type CampaignsPauseAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  /** While sending. */
  phase: 'preparing' | 'test' | 'deciding' | 'rest' | 'finishing' | null
  waiting: Waiting | null
  paused_by: 'person' | 'guard' | 'account' | 'missed_schedule' | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: CampaignContent | null
  audience: Audience | null
  schedule: Schedule | null
  /** null: no test. result: what came of it. */
  ab: AbTest | null
  tracking: { opens: boolean; clicks: boolean }
  guard: { enabled: boolean; tripped?: GuardFigures | undefined }
  archive: CampaignArchive
  tags: { [key: string]: string }
  /** Put away; archive is its page for everybody. */
  archived: boolean
  follow_up: FollowUp | null
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: Utm | null
  counts: RecipientCounts
  results: CampaignResults
  created_at: string
  /** When it began, or will; null of a draft. */
  begins_at: string | null
  started_at: string | null
  finished_at: string | null
  in_flight: number
}

export type CampaignsResumeAnswer = Campaign

export type CampaignsCancelAnswer = Campaign

export type CampaignsDuplicateBody = {
  name?: string | undefined
  audience?: 'same' | 'not_opened' | 'not_clicked' | 'opened' | 'clicked' | 'not_received' | undefined
}

export type CampaignsDuplicateAnswer = Campaign

export type CampaignsWinnerBody = {
  variant: string
}

export type CampaignsWinnerAnswer = Campaign

export type CampaignsPreflightAnswer = Preflight

export type CampaignsForecastAnswer = Forecast

export type CampaignsPreviewBody = {
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  language?: string | undefined
  variant?: string | undefined
}

export type CampaignsPreviewAnswer = {
  language: string
  variant: string | null
  subject: string
  html: string | null
  text: string | null
  bytes: number
  missing: string[]
}

export type CampaignsTestBody = {
  to: string[]
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  language?: string | undefined
  variant?: string | undefined
  /** Each contact among them gets it with their own values. */
  as_themselves?: boolean | undefined
}

export type CampaignsTestAnswer = {
  data: { id: string; email: string }[]
}

export type CampaignsRecipientsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A contact_id. */
  starting_after?: string | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  state?: 'pending' | 'released' | 'skipped' | 'cancelled' | 'delivered' | 'bounced' | 'deferred' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | 'not_opened' | 'not_clicked' | undefined
  /** missing_value: whichever value it is. */
  reason?: string | undefined
  variant?: string | undefined
  /** Who clicked it: its n. */
  link?: number | undefined
  format?: 'json' | 'csv' | undefined
}

export type CampaignsRecipientsItem = CampaignRecipient

export type CampaignsRecipientAnswer = RecipientExplanation

export type CampaignsLinksItem = CampaignLink

export type CampaignsMendLinkBody = {
  url: string | null
}

export type CampaignsMendLinkAnswer = CampaignLink

export type CampaignsStatsQuery = {
  by?: 'provider' | 'variant' | 'link' | 'language' | 'hour' | undefined
  format?: 'json' | 'csv' | undefined
}

export type CampaignsStatsAnswer = CampaignStats | {
  data: CampaignPart[]
}

export type CampaignsReportAnswer = CampaignReport

export type SequencesCreateBody = {
  name: string
  /** Where lists file it; null or empty: nowhere. */
  folder?: string | undefined
  from?: string | undefined
  /** top_… */
  topic_id?: string | undefined
  triggers?: {
    on: 'topic_joined' | 'segment_entered' | 'event' | 'date' | 'api'
    topic_id?: string | undefined
    segment_id?: string | undefined
    name?: string | undefined
    where?: unknown[] | undefined
    property?: string | undefined
    /** ISO 8601, also before: -P3D. */
    offset?: string | undefined
    yearly?: boolean | undefined
    /** HH:MM */
    time?: string | undefined
  }[] | undefined
  entry_filter?: unknown | undefined
  reentry?: ReentryInput | undefined
  exits?: {
    on: 'event' | 'filter'
    name?: string | undefined
    filter?: unknown | undefined
    reason?: string | undefined
  }[] | undefined
  quiet?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | undefined
  /** Letters an hour. */
  rate_per_hour?: number | undefined
  /** How long a letter waits for a place, such as quiet hours; P7D. */
  patience?: string | undefined
  /** At most 100, in any order; the first is the start. */
  steps?: {
    key: string
    type: 'email' | 'wait' | 'branch' | 'split' | 'wait_for_event' | 'update_contact' | 'topic' | 'segment' | 'webhook' | 'sequence' | 'exit'
    next?: string | undefined
    template_id?: string | undefined
    template_version?: number | undefined
    subject?: string | undefined
    from?: string | undefined
    on_missing?: 'skip' | 'empty' | undefined
    if_capped?: 'wait' | 'skip' | undefined
    if_late?: 'send' | 'skip' | undefined
    /** ISO 8601, such as P2D. */
    patience?: string | undefined
    utm?: UtmInput | null | undefined
    /** ISO 8601, such as P2D. */
    for?: string | undefined
    until?: {
      /** HH:MM */
      time?: string | undefined
      /** 1: Monday. */
      days?: number[] | undefined
      property?: string | undefined
      offset?: string | undefined
    } | undefined
    cases?: { filter: unknown; next?: string | undefined }[] | undefined
    else?: string | undefined
    ways?: { weight: number; next?: string | undefined }[] | undefined
    event?: string | undefined
    /** ISO 8601, such as P2D. */
    within?: string | undefined
    since?: 'entry' | 'step' | undefined
    where?: unknown[] | undefined
    timeout?: string | undefined
    set?: { [key: string]: unknown } | undefined
    topic_id?: string | undefined
    segment_id?: string | undefined
    sequence_id?: string | undefined
    action?: 'join' | 'leave' | 'add' | 'remove' | undefined
    name?: string | undefined
    data?: unknown | undefined
    reason?: string | undefined
  }[] | undefined
}

export type SequencesCreateAnswer = Sequence

export type SequencesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type SequencesListItem = Sequence

export type SequencesGetAnswer = Sequence

export type SequencesUpdateBody = {
  name?: string | undefined
  folder?: string | null | undefined
  from?: string | null | undefined
  topic_id?: string | null | undefined
  triggers?: {
    on: 'topic_joined' | 'segment_entered' | 'event' | 'date' | 'api'
    topic_id?: string | undefined
    segment_id?: string | undefined
    name?: string | undefined
    where?: unknown[] | undefined
    property?: string | undefined
    /** ISO 8601, also before: -P3D. */
    offset?: string | undefined
    yearly?: boolean | undefined
    /** HH:MM */
    time?: string | undefined
  }[] | null | undefined
  entry_filter?: unknown | null | undefined
  reentry?: ReentryInput | null | undefined
  exits?: {
    on: 'event' | 'filter'
    name?: string | undefined
    filter?: unknown | undefined
    reason?: string | undefined
  }[] | null | undefined
  quiet?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | null | undefined
  rate_per_hour?: number | null | undefined
  patience?: string | null | undefined
  steps?: {
    key: string
    type: 'email' | 'wait' | 'branch' | 'split' | 'wait_for_event' | 'update_contact' | 'topic' | 'segment' | 'webhook' | 'sequence' | 'exit'
    next?: string | undefined
    template_id?: string | undefined
    template_version?: number | undefined
    subject?: string | undefined
    from?: string | undefined
    on_missing?: 'skip' | 'empty' | undefined
    if_capped?: 'wait' | 'skip' | undefined
    if_late?: 'send' | 'skip' | undefined
    /** ISO 8601, such as P2D. */
    patience?: string | undefined
    utm?: UtmInput | null | undefined
    /** ISO 8601, such as P2D. */
    for?: string | undefined
    until?: {
      /** HH:MM */
      time?: string | undefined
      /** 1: Monday. */
      days?: number[] | undefined
      property?: string | undefined
      offset?: string | undefined
    } | undefined
    cases?: { filter: unknown; next?: string | undefined }[] | undefined
    else?: string | undefined
    ways?: { weight: number; next?: string | undefined }[] | undefined
    event?: string | undefined
    /** ISO 8601, such as P2D. */
    within?: string | undefined
    since?: 'entry' | 'step' | undefined
    where?: unknown[] | undefined
    timeout?: string | undefined
    set?: { [key: string]: unknown } | undefined
    topic_id?: string | undefined
    segment_id?: string | undefined
    sequence_id?: string | undefined
    action?: 'join' | 'leave' | 'add' | 'remove' | undefined
    name?: string | undefined
    data?: unknown | undefined
    reason?: string | undefined
  }[] | null | undefined
}

export type SequencesUpdateAnswer = Sequence

export type SequencesDeleteQuery = {
  exit?: boolean | undefined
}

export type SequencesDeleteAnswer = {
  id: string
  deleted: true
}

export type SequencesPublishBody = {
  inside?: 'finish' | 'move' | 'leave' | undefined
  map?: { [key: string]: string } | undefined
  dry_run?: boolean | undefined
}

export type SequencesPublishAnswer = {
  version: number
  inside: { finish: number; move: number; leave: number; exit: number }
}

export type SequencesPauseBody = {
  while_paused?: 'hold' | 'ignore' | undefined
}

export type SequencesPauseAnswer = Sequence

export type SequencesResumeBody = {
  overdue?: 'shift' | 'run' | undefined
}

export type SequencesResumeAnswer = Sequence

export type SequencesArchiveAnswer = Sequence

export type SequencesDuplicateBody = {
  name?: string | undefined
}

export type SequencesDuplicateAnswer = Sequence

export type SequencesVersionsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A version. */
  starting_after?: string | undefined
}

export type SequencesVersionsItem = {
  version: number
  published_at: string
}

export type SequencesStatsQuery = {
  /** Default 30. */
  days?: number | undefined
}

export type SequencesStatsAnswer = {
  /** By days of the account’s time zone, today the last, from the first on that something was counted on. */
  days: {
    day: string
    entered: number
    /** Left by an exit with the reason goal. */
    goal: number
    /** Left for any other reason before the end. */
    left: number
    /** Letters. */
    sent: number
    /** By people, for the first time. */
    opened: number
    /** By people, for the first time. */
    clicked: number
  }[]
  steps: {
    key: string
    /** Who has passed, waits there, or left before the step was done. */
    entered: number
    waiting: number
    sent: number
    /** Of those sent; none in test mode. */
    delivered: number
    skipped: { [key: string]: number }
    opened: { people: number; machines_only: number }
    clicked: { people: number; machines_only: number }
    /** Whose way ended here before its end. */
    left: number
    /** Of those, by an exit with the reason goal. */
    goal: number
    /** Half of the people took at most so long. */
    median_s: number | null
  }[]
}

export type SequencesSimulateBody = {
  contact_id?: string | undefined
  contact?: { [key: string]: unknown } | undefined
  /** A step; the first if absent. */
  from?: string | undefined
  /** Of what lets them in. */
  data?: { [key: string]: unknown } | undefined
  days?: number | undefined
  /** Absent: the draft. */
  version?: number | 'draft' | undefined
  assume?: {
    at: string
    event?: string | undefined
    /** The step whose letter is opened. */
    opened?: string | undefined
    data?: { [key: string]: unknown } | undefined
  }[] | undefined
}

export type SequencesSimulateAnswer = Simulation

export type SequencesEnrollBody = {
  contact_id?: string | undefined
  email?: string | undefined
  external_id?: string | undefined
  data?: { [key: string]: unknown } | undefined
}

export type SequencesEnrollAnswer = {
  /** enr_… */
  id: string
  sequence_id: string
  version: number
  contact_id: string
  state: 'inside' | 'finished' | 'exited' | 'cancelled'
  reason: string | null
  entered_at: string
  ended_at: string | null
  step: string | null
  next: { step: string | null; at: string | null } | null
  waiting: { reason: string; until: string | null } | null
  created: boolean
}

export type SequencesEnrollmentsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  state?: 'inside' | 'finished' | 'exited' | 'cancelled' | undefined
}

export type SequencesEnrollmentsItem = Enrollment

export type SequencesEnrollmentAnswer = {
  /** enr_… */
  id: string
  sequence_id: string
  version: number
  contact_id: string
  state: 'inside' | 'finished' | 'exited' | 'cancelled'
  reason: string | null
  entered_at: string
  ended_at: string | null
  step: string | null
  next: { step: string | null; at: string | null } | null
  waiting: { reason: string; until: string | null } | null
  /** Where they stand and why. */
  explanation: string
  path: StepVisit[]
}

export type SequencesExitAnswer = {
  /** enr_… */
  id: string
  sequence_id: string
  version: number
  contact_id: string
  state: 'inside' | 'finished' | 'exited' | 'cancelled'
  reason: string | null
  entered_at: string
  ended_at: string | null
  step: string | null
  next: { step: string | null; at: string | null } | null
  waiting: { reason: string; until: string | null } | null
  /** Where they stand and why. */
  explanation: string
  path: StepVisit[]
}

export type SequencesSkipWaitAnswer = {
  /** enr_… */
  id: string
  sequence_id: string
  version: number
  contact_id: string
  state: 'inside' | 'finished' | 'exited' | 'cancelled'
  reason: string | null
  entered_at: string
  ended_at: string | null
  step: string | null
  next: { step: string | null; at: string | null } | null
  waiting: { reason: string; until: string | null } | null
  /** Where they stand and why. */
  explanation: string
  path: StepVisit[]
}

export type SequencesPreviewSegmentBody = {
  /** seg_… */
  segment_id: string
}

export type SequencesPreviewSegmentAnswer = {
  /** In the segment. */
  people: number
  entering: number
  /** Of suppressed, inside, was_inside, too_soon (rules of coming in again), not_confirmed, unsubscribed_topic, entry_filter, too_many: how many, by the first that holds. */
  left_out: { [key: string]: number }
}

export type SequencesEnrollSegmentBody = {
  /** seg_… */
  segment_id: string
  /** `next` of the call before. */
  starting_after?: string | undefined
}

export type SequencesEnrollSegmentAnswer = {
  /** By this call. */
  entered: number
  /** Of suppressed, inside, was_inside, too_soon (rules of coming in again), not_confirmed, unsubscribed_topic, entry_filter, too_many: how many, by the first that holds. */
  left_out: { [key: string]: number }
  next: string | null
}

export type TestClockGetAnswer = TestClock

export type TestClockTurnBody = {
  /** ISO 8601, at most P400D. */
  advance?: string | undefined
  to?: string | undefined
  /** true */
  reset?: boolean | undefined
}

export type TestClockTurnAnswer = TestClock

/** Every call by its name. */
export interface Calls {
  readonly emails: {
    /**
     * Send an email
     * Answered only after the email is committed to the queue.
     * Needs a key with the scope `send` or `admin`.
     */
    send(body: EmailsSendBody, options?: RequestOptions): Promise<EmailsSendAnswer>
    /**
     * List emails, newest first
     * Filters add up: an email must fit all of them.
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: EmailsListQuery, options?: RequestOptions): List<EmailsListItem>
    /**
     * Send up to 100 emails, all or nothing
     * Needs a key with the scope `send` or `admin`.
     */
    sendBatch(body: EmailsSendBatchBody, options?: RequestOptions): Promise<EmailsSendBatchAnswer>
    /**
     * Find out what sending an email would do
     * A dry run through the rules of sending: all findings at once, nothing stored or counted. Malformed fields are findings too.
     * Needs a key with the scope `send` or `admin`.
     */
    check(body: EmailsCheckBody, options?: RequestOptions): Promise<EmailsCheckAnswer>
    /**
     * Send a waiting email at another time
     * Needs a key with the scope `send` or `admin`.
     */
    update(id: string, body: EmailsUpdateBody, options?: RequestOptions): Promise<EmailsUpdateAnswer>
    /**
     * Read one email with its timeline
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<EmailsGetAnswer>
    /**
     * Cancel a waiting email
     * Needs a key with the scope `send` or `admin`.
     */
    cancel(id: string, options?: RequestOptions): Promise<EmailsCancelAnswer>
    /**
     * Send an email once more, as a new one
     * To those it did not reach (bounced, failed, cancelled), to the recipients that `to` names, or to `all`. Who still waits for it, and who is on the suppression list, is in `skipped`.
     * Needs a key with the scope `send` or `admin`.
     */
    resend(id: string, body: EmailsResendBody, options?: RequestOptions): Promise<EmailsResendAnswer>
    /**
     * Download the email log as CSV
     * Takes the filters of the list and streams all emails that fit, newest first: a line for each, or with `rows=recipients` for each recipient.
     * Needs a key with the scope `read` or `admin`.
     */
    export(query?: EmailsExportQuery, options?: RequestOptions): Promise<ByteStream>
    /**
     * Read what an email says
     * Html, text and headers as they were given, or as they are read out of a message that was handed over by SMTP, the text part that is made where none was; attachments by name and size. A letter of a campaign or a sequence as its recipient has it, with the links that are theirs and the headers by which one leaves.
     * Needs a key with the scope `read` or `admin`.
     */
    content(id: string, options?: RequestOptions): Promise<EmailsContentAnswer>
    /**
     * Read the message of an email as it was sent
     * The bytes that went to one recipient, with their signature; before it is sent, and of a captured email, as it would be sent now.
     * Needs a key with the scope `read` or `admin`.
     */
    raw(id: string, query?: EmailsRawQuery, options?: RequestOptions): Promise<ByteStream>
  }
  readonly events: {
    /**
     * List the events of all emails, newest first
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: EventsListQuery, options?: RequestOptions): List<EventsListItem>
  }
  readonly webhooks: {
    /**
     * Create a webhook
     * The answer holds the secret, which is shown only this once.
     * Needs a key with the scope `admin`.
     */
    create(body: WebhooksCreateBody, options?: RequestOptions): Promise<WebhooksCreateAnswer>
    /**
     * List webhooks
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: WebhooksListQuery, options?: RequestOptions): List<WebhooksListItem>
    /**
     * Read a webhook
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<WebhooksGetAnswer>
    /**
     * Change, pause or resume a webhook
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: WebhooksUpdateBody, options?: RequestOptions): Promise<WebhooksUpdateAnswer>
    /**
     * Delete a webhook
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<WebhooksDeleteAnswer>
    /**
     * List the last 100 attempts of a webhook
     * Newest first; all of them unless a limit is given.
     * Needs a key with the scope `read` or `admin`.
     */
    attempts(id: string, query?: WebhooksAttemptsQuery, options?: RequestOptions): List<WebhooksAttemptsItem>
    /**
     * Send a notification again at once
     * The same webhook-id and the same body, with attempts of its own.
     * Needs a key with the scope `admin`.
     */
    resend(id: string, attemptId: string, options?: RequestOptions): Promise<WebhooksResendAnswer>
    /**
     * Send again at once what was not acknowledged
     * Of the last 100 attempts each notification that no attempt delivered, once, with the same webhook-id and body.
     * Needs a key with the scope `admin`.
     */
    resendFailed(id: string, options?: RequestOptions): Promise<WebhooksResendFailedAnswer>
    /**
     * Replace the secret of a webhook
     * For 24 hours the old secret signs beside the new one, however often it is replaced meanwhile.
     * Needs a key with the scope `admin`.
     */
    rotateSecret(id: string, options?: RequestOptions): Promise<WebhooksRotateSecretAnswer>
    /**
     * Send a test notification
     * An example of the first event type subscribed to, with data.test: true.
     * Needs a key with the scope `admin`.
     */
    test(id: string, options?: RequestOptions): Promise<WebhooksTestAnswer>
  }
  readonly suppressions: {
    /**
     * Put an address on the suppression list
     * Needs a key with the scope `admin`.
     */
    create(body: SuppressionsCreateBody, options?: RequestOptions): Promise<SuppressionsCreateAnswer>
    /**
     * List suppressed addresses
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: SuppressionsListQuery, options?: RequestOptions): List<SuppressionsListItem>
    /**
     * Take an address off the suppression list
     * By the id of an entry, or by address: then of one stream, or of both without ?stream.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, query?: SuppressionsDeleteQuery, options?: RequestOptions): Promise<SuppressionsDeleteAnswer>
  }
  readonly notices: {
    /**
     * List notices
     * What the account has to know, newest first: those of the whole account and of the project of the key. A test key sees those of test mode and of what both modes share. Those about members need scope admin.
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: NoticesListQuery, options?: RequestOptions): List<NoticesListItem>
  }
  readonly requests: {
    /**
     * List calls, newest first
     * What keys of the mode of the key have asked, by HTTP and by SMTP, and were answered. Filters add up. A call is here within a second.
     * Needs a key with the scope `admin`.
     */
    list(query?: RequestsListQuery, options?: RequestOptions): List<RequestsListItem>
    /**
     * Read one call
     * With the beginning of what was sent and answered. Keys, secrets, passwords and attachments are "[removed]".
     * Needs a key with the scope `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<RequestsGetAnswer>
  }
  readonly domains: {
    /**
     * Register a sending domain
     * The answer lists the DNS records to publish. With a token of the DNS provider (Cloudflare) they are published at once; the token is used once and never stored.
     * Needs a key with the scope `admin`.
     */
    create(body: DomainsCreateBody, options?: RequestOptions): Promise<DomainsCreateAnswer>
    /**
     * List sending domains
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: DomainsListQuery, options?: RequestOptions): List<DomainsListItem>
    /**
     * Claim a domain that somebody else has registered without proof
     * The answer holds one TXT record. Once it is published, verifying the claim by its id removes the unproved registration and registers the domain in this project.
     * Needs a key with the scope `admin`.
     */
    claim(body: DomainsClaimBody, options?: RequestOptions): Promise<DomainsClaimAnswer>
    /**
     * Read one domain with its DNS records
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<DomainsGetAnswer>
    /**
     * Remove a domain
     * Nothing can be sent from it any more. Its keys are kept for seven days, in which a member can restore it in the dashboard, and are deleted then.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<DomainsDeleteAnswer>
    /**
     * Look at the DNS records of a domain now
     * Also of a claim: then the answer is the new domain once the proof is found.
     * Needs a key with the scope `admin`.
     */
    verify(id: string, options?: RequestOptions): Promise<DomainsVerifyAnswer>
    /**
     * Publish the DNS records of a domain at its DNS provider
     * All records or none. The token is used once and never stored.
     * Needs a key with the scope `admin`.
     */
    publish(id: string, body: DomainsPublishBody, options?: RequestOptions): Promise<DomainsPublishAnswer>
    /**
     * Replace the DKIM keys of a verified domain
     * Shows the records of new keys beside the old ones. Each new key takes over once a verification finds its record; leave the old record in place for a week after that.
     * Needs a key with the scope `admin`.
     */
    rotateKeys(id: string, options?: RequestOptions): Promise<DomainsRotateKeysAnswer>
  }
  readonly contacts: {
    /**
     * Create or change a contact
     * Found by external_id, else by address. Fields given are written, properties merged. A key with scope send gets the id and created only.
     * Needs a key with the scope `send` or `admin`.
     */
    create(body: ContactsCreateBody, options?: RequestOptions): Promise<ContactsCreateAnswer>
    /**
     * List contacts
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: ContactsListQuery, options?: RequestOptions): List<ContactsListItem>
    /**
     * Create or change up to 1,000 contacts
     * In order; the same address twice is one contact. on_error: refuse writes all or none, skip writes those that are right.
     * Needs a key with the scope `send` or `admin`.
     */
    createBatch(body: ContactsCreateBatchBody, options?: RequestOptions): Promise<ContactsCreateBatchAnswer>
    /**
     * Download contacts as CSV or NDJSON
     * Takes the filters of the list and streams all contacts that fit, newest first. In CSV, a cell that a spreadsheet would run as a formula gets an apostrophe in front.
     * Needs a key with the scope `read` or `admin`.
     */
    export(query?: ContactsExportQuery, options?: RequestOptions): Promise<ByteStream>
    /**
     * List the commonest values of a field
     * The 20 commonest among the newest 10,000 contacts; of a list, of its items. For suggestions: counts say nothing of the rest.
     * Needs a key with the scope `read` or `admin`.
     */
    values(query: ContactsValuesQuery, options?: RequestOptions): Promise<ContactsValuesAnswer>
    /**
     * Read a contact
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<ContactsGetAnswer>
    /**
     * Change a contact
     * unsubscribed: true puts the address on the suppression list, for marketing.
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: ContactsUpdateBody, options?: RequestOptions): Promise<ContactsUpdateAnswer>
    /**
     * Delete a contact
     * Suppressions and consents stay.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<ContactsDeleteAnswer>
    /**
     * Erase a person
     * Deletes the contact and takes the person out of emails, timelines, activity, imports and what webhooks were told; with a test key out of test mode alone. The suppression stays, for it keeps us from writing again. Also by the id of a contact that was deleted, as long as its consents are kept with the address.
     * Needs a key with the scope `admin`.
     */
    erase(id: string, options?: RequestOptions): Promise<ContactsEraseAnswer>
    /**
     * Let a contact join or leave topics
     * Who has left comes back only with a consent that is later than the leaving. Joining a topic with double opt-in sends a confirmation letter, unless the consent was confirmed elsewhere.
     * Needs a key with the scope `admin`.
     */
    setTopics(id: string, body: ContactsSetTopicsBody, options?: RequestOptions): Promise<ContactsSetTopicsAnswer>
    /**
     * Read everything that is kept about a person
     * Needs a key with the scope `read` or `admin`.
     */
    dossier(id: string, options?: RequestOptions): Promise<ContactsDossierAnswer>
    /**
     * Read a contact's history
     * Letters with what became of them, consents, activity and the steps of sequences, newest first, each with a sentence.
     * Needs a key with the scope `read` or `admin`.
     */
    timeline(id: string, query?: ContactsTimelineQuery, options?: RequestOptions): List<ContactsTimelineItem>
    /**
     * List a contact's consents
     * Needs a key with the scope `read` or `admin`.
     */
    consents(id: string, query?: ContactsConsentsQuery, options?: RequestOptions): List<ContactsConsentsItem>
    /**
     * Download a contact's consents as a signed file
     * `npx malote consent verify FILE --key KEY` checks it by the key that the project publishes.
     * Needs a key with the scope `read` or `admin`.
     */
    exportConsents(id: string, options?: RequestOptions): Promise<ContactsExportConsentsAnswer>
    /**
     * Find contacts by a filter
     * Needs a key with the scope `read` or `admin`.
     */
    search(body: ContactsSearchBody, options?: RequestOptions): List<ContactsSearchItem>
    /**
     * List the imports in which a contact stood
     * The last first. An import that was undone is none of them; after seven days only the one that created the contact and the last 20 others that changed something are kept.
     * Needs a key with the scope `read` or `admin`.
     */
    imports(id: string, query?: ContactsImportsQuery, options?: RequestOptions): List<ContactsImportsItem>
  }
  readonly contactProperties: {
    /**
     * Create or change a contact property
     * A key that is there is changed; its type stays. What a test key alone has made, a live key makes anew.
     * Needs a key with the scope `admin`.
     */
    create(body: ContactPropertiesCreateBody, options?: RequestOptions): Promise<ContactPropertiesCreateAnswer>
    /**
     * List contact properties
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: ContactPropertiesListQuery, options?: RequestOptions): List<ContactPropertiesListItem>
    /**
     * Change the label or the fallback of a contact property
     * Needs a key with the scope `admin`.
     */
    update(key: string, body: ContactPropertiesUpdateBody, options?: RequestOptions): Promise<ContactPropertiesUpdateAnswer>
    /**
     * Delete a contact property
     * Its values go with it. One that is in use cannot be deleted.
     * Needs a key with the scope `admin`.
     */
    delete(key: string, options?: RequestOptions): Promise<ContactPropertiesDeleteAnswer>
  }
  readonly topics: {
    /**
     * Create a topic
     * Needs a key with the scope `admin`.
     */
    create(body: TopicsCreateBody, options?: RequestOptions): Promise<TopicsCreateAnswer>
    /**
     * List topics
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: TopicsListQuery, options?: RequestOptions): List<TopicsListItem>
    /**
     * Read a topic
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<TopicsGetAnswer>
    /**
     * Change a topic
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: TopicsUpdateBody, options?: RequestOptions): Promise<TopicsUpdateAnswer>
    /**
     * Delete a topic
     * The records of who joined and left stay.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<TopicsDeleteAnswer>
  }
  readonly segments: {
    /**
     * Count whom a filter finds
     * With the count of each condition by itself, and ten examples. Past two seconds the count is made from a sample: exact is false. Among more than 100,000 contacts the count of a single condition may be fifteen seconds old; that of the whole never is.
     * Needs a key with the scope `read` or `admin`.
     */
    preview(body: SegmentsPreviewBody, options?: RequestOptions): Promise<SegmentsPreviewAnswer>
    /**
     * Create a segment
     * dynamic: whoever fulfils the filter; static: whoever is put in.
     * Needs a key with the scope `admin`.
     */
    create(body: SegmentsCreateBody, options?: RequestOptions): Promise<SegmentsCreateAnswer>
    /**
     * List segments
     * With the counts of their last look.
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: SegmentsListQuery, options?: RequestOptions): List<SegmentsListItem>
    /**
     * Read a segment
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<SegmentsGetAnswer>
    /**
     * Change a segment
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: SegmentsUpdateBody, options?: RequestOptions): Promise<SegmentsUpdateAnswer>
    /**
     * Delete a segment
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<SegmentsDeleteAnswer>
    /**
     * List the contacts of a segment
     * Needs a key with the scope `read` or `admin`.
     */
    contacts(id: string, query?: SegmentsContactsQuery, options?: RequestOptions): List<SegmentsContactsItem>
    /**
     * Say why a contact is in a segment, or is not
     * Needs a key with the scope `read` or `admin`.
     */
    because(id: string, contact: string, options?: RequestOptions): Promise<SegmentsBecauseAnswer>
    /**
     * Put contacts into a static segment
     * Needs a key with the scope `admin`.
     */
    addMembers(id: string, body: SegmentsAddMembersBody, options?: RequestOptions): Promise<SegmentsAddMembersAnswer>
    /**
     * Take contacts out of a static segment
     * Needs a key with the scope `admin`.
     */
    removeMembers(id: string, body: SegmentsRemoveMembersBody, options?: RequestOptions): Promise<SegmentsRemoveMembersAnswer>
  }
  readonly activity: {
    /**
     * Report what a person did
     * Needs a key with the scope `send` or `admin`.
     */
    create(body: ActivityCreateBody, options?: RequestOptions): Promise<ActivityCreateAnswer>
    /**
     * List what people did
     * With our own facts about contacts, such as contact.subscribed.
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: ActivityListQuery, options?: RequestOptions): List<ActivityListItem>
    /**
     * Report up to 1,000 activities
     * Each by itself: what is wrong with one is said in its place.
     * Needs a key with the scope `send` or `admin`.
     */
    createBatch(body: ActivityCreateBatchBody, options?: RequestOptions): Promise<ActivityCreateBatchAnswer>
  }
  readonly forms: {
    /**
     * Create a form
     * Its page is at /f/{id}; its html may be copied into any page.
     * Needs a key with the scope `admin`.
     */
    create(body: FormsCreateBody, options?: RequestOptions): Promise<FormsCreateAnswer>
    /**
     * List forms
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: FormsListQuery, options?: RequestOptions): List<FormsListItem>
    /**
     * Read a form
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<FormsGetAnswer>
    /**
     * Change a form
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: FormsUpdateBody, options?: RequestOptions): Promise<FormsUpdateAnswer>
    /**
     * Delete a form
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<FormsDeleteAnswer>
    /**
     * Read how often a form was shown, sent and confirmed
     * By days of the account’s time zone, today the last.
     * Needs a key with the scope `read` or `admin`.
     */
    stats(id: string, query?: FormsStatsQuery, options?: RequestOptions): Promise<FormsStatsAnswer>
  }
  readonly marketingSettings: {
    /**
     * Read the settings of marketing
     * Needs a key with the scope `read` or `admin`.
     */
    get(options?: RequestOptions): Promise<MarketingSettingsGetAnswer>
    /**
     * Change the settings of marketing
     * Members that are given are replaced whole; null and an empty text go back to the default.
     * Needs a key with the scope `admin`.
     */
    update(body: MarketingSettingsUpdateBody, options?: RequestOptions): Promise<MarketingSettingsUpdateAnswer>
    /**
     * Propose a brand from a website
     * Visits the page and proposes what a theme may hold. Nothing is stored: upload the logo with POST /v1/files and write the theme with PATCH /v1/marketing-settings if you agree. Redirects are followed up to four times; no internal address is visited. 30 visits an hour for each account.
     * Needs a key with the scope `admin`.
     */
    brand(body: MarketingSettingsBrandBody, options?: RequestOptions): Promise<MarketingSettingsBrandAnswer>
  }
  readonly imports: {
    /**
     * Prepare an import of contacts
     * Then send the file to /file.
     * Needs a key with the scope `admin`.
     */
    create(body: ImportsCreateBody, options?: RequestOptions): Promise<ImportsCreateAnswer>
    /**
     * List imports
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: ImportsListQuery, options?: RequestOptions): List<ImportsListItem>
    /**
     * Send the file of an import
     * CSV or NDJSON, up to 2 GB, also with Content-Encoding: gzip, or a workbook (XLSX, up to 20 MB), whose first sheet is read as CSV. It is looked at, and waits for /start unless the mapping was given.
     * Needs a key with the scope `admin`.
     */
    file(id: string, options?: RequestOptions): Promise<ImportsFileAnswer>
    /**
     * Read an import
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<ImportsGetAnswer>
    /**
     * List the lines of an import in which something was wrong
     * In the order of the file, the first 10,000. format=csv: the lines themselves under their header, to be mended and sent again.
     * Needs a key with the scope `read` or `admin`.
     */
    errors(id: string, query: ImportsErrorsQuery & { format: 'csv' }, options?: RequestOptions): Promise<ByteStream>
    errors(id: string, query?: ImportsErrorsQuery & { format?: 'json' | undefined }, options?: RequestOptions): List<ImportsErrorsItem>
    /**
     * Look at the file of an import again
     * By what is said of it: what parts its cells, how it is encoded, whether it has a header. The import waits for /start with the columns that this gives.
     * Needs a key with the scope `admin`.
     */
    recognise(id: string, body: ImportsRecogniseBody, options?: RequestOptions): Promise<ImportsRecogniseAnswer>
    /**
     * Run an import
     * Without a mapping, by the proposed one. After a dry run, the same file is run in earnest. What was to be decided once the file has been seen can be said here instead of before.
     * Needs a key with the scope `admin`.
     */
    start(id: string, body: ImportsStartBody, options?: RequestOptions): Promise<ImportsStartAnswer>
    /**
     * Stop an import
     * What it has written stays, and can be undone.
     * Needs a key with the scope `admin`.
     */
    cancel(id: string, options?: RequestOptions): Promise<ImportsCancelAnswer>
    /**
     * Undo an import
     * Within seven days: contacts that it made and nobody has touched since go away, fields go back unless they were changed again, topics are left.
     * Needs a key with the scope `admin`.
     */
    undo(id: string, options?: RequestOptions): Promise<ImportsUndoAnswer>
    /**
     * Put the people of an import into a list, or have them confirmed
     * Within seven days of its end. Up to 1,000 people a call, 200 where they are asked by a letter; as long as there is a `next`, call again with it as starting_after.
     * Needs a key with the scope `admin`.
     */
    people(id: string, body: ImportsPeopleBody, options?: RequestOptions): Promise<ImportsPeopleAnswer>
  }
  readonly templates: {
    /**
     * Create a template
     * A draft; it sends nothing until it is published.
     * Needs a key with the scope `admin`.
     */
    create(body: TemplatesCreateBody, options?: RequestOptions): Promise<TemplatesCreateAnswer>
    /**
     * List templates
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: TemplatesListQuery, options?: RequestOptions): List<TemplatesListItem>
    /**
     * Read a template
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<TemplatesGetAnswer>
    /**
     * Change the draft of a template
     * What is published stays as it is. null clears a member. The name, and the alias, which emails name, take a live key where a live key made the template.
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: TemplatesUpdateBody, options?: RequestOptions): Promise<TemplatesUpdateAnswer>
    /**
     * Delete a template
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<TemplatesDeleteAnswer>
    /**
     * Publish the draft as the next version
     * A version never changes. The first error refuses; warnings are answered.
     * Needs a key with the scope `admin`.
     */
    publish(id: string, options?: RequestOptions): Promise<TemplatesPublishAnswer>
    /**
     * List the versions of a template
     * Needs a key with the scope `read` or `admin`.
     */
    versions(id: string, query?: TemplatesVersionsQuery, options?: RequestOptions): List<TemplatesVersionsItem>
    /**
     * Make a version the draft again
     * Needs a key with the scope `admin`.
     */
    restore(id: string, version: string, options?: RequestOptions): Promise<TemplatesRestoreAnswer>
    /**
     * Look at a letter of a template
     * With samples for variables that are not given; nothing is sent.
     * Needs a key with the scope `read` or `admin`.
     */
    preview(id: string, body: TemplatesPreviewBody, options?: RequestOptions): Promise<TemplatesPreviewAnswer>
    /**
     * See all findings on the draft of a template
     * Needs a key with the scope `read` or `admin`.
     */
    check(id: string, options?: RequestOptions): Promise<TemplatesCheckAnswer>
    /**
     * Copy a template
     * The draft without alias and versions.
     * Needs a key with the scope `admin`.
     */
    duplicate(id: string, body: TemplatesDuplicateBody, options?: RequestOptions): Promise<TemplatesDuplicateAnswer>
  }
  readonly savedBlocks: {
    /**
     * Keep blocks of a letter
     * Letters that take them have copies of their own, which stay as they are.
     * Needs a key with the scope `admin`.
     */
    create(body: SavedBlocksCreateBody, options?: RequestOptions): Promise<SavedBlocksCreateAnswer>
    /**
     * List saved blocks
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: SavedBlocksListQuery, options?: RequestOptions): List<SavedBlocksListItem>
    /**
     * Read saved blocks
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<SavedBlocksGetAnswer>
    /**
     * Delete saved blocks
     * Letters keep the copies that they have.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<SavedBlocksDeleteAnswer>
  }
  readonly startingLetters: {
    /**
     * List letters to begin with
     * What is to be replaced stands in square brackets; links and pictures without an address, too, are found by the check of a template until they are there.
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: StartingLettersListQuery, options?: RequestOptions): Promise<StartingLettersListAnswer>
  }
  readonly files: {
    /**
     * Upload a picture
     * PNG, JPEG, GIF or WebP by its bytes, up to 5 MB and 40 megapixels: in the field file of a form, or as the body with its name in X-Filename (UTF-8, percent-encoded). It is turned as its EXIF says, scaled down to 1,600 pixels and kept without metadata; a moving picture is kept as it is.
     * Needs a key with the scope `admin`.
     */
    create(options?: RequestOptions): Promise<FilesCreateAnswer>
    /**
     * List files
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: FilesListQuery, options?: RequestOptions): List<FilesListItem>
    /**
     * Read a file
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<FilesGetAnswer>
    /**
     * Change what a file is called, what it shows and where it is filed
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: FilesUpdateBody, options?: RequestOptions): Promise<FilesUpdateAnswer>
    /**
     * Delete a file
     * Not one that a published template, a campaign that is not over or the theme uses. Its address is 404 afterwards, in letters that were sent as well.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<FilesDeleteAnswer>
  }
  readonly campaigns: {
    /**
     * Create a campaign
     * A draft. A campaign of a test key goes to test contacts, and is captured.
     * Needs a key with the scope `admin`.
     */
    create(body: CampaignsCreateBody, options?: RequestOptions): Promise<CampaignsCreateAnswer>
    /**
     * List campaigns
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: CampaignsListQuery, options?: RequestOptions): List<CampaignsListItem>
    /**
     * Read what people spent after a click in campaigns
     * By `revenue` of the marketing settings; without it, event is null and data is empty. An activity counts for the letter that was clicked last before it. Currencies are never added up.
     * Needs a key with the scope `read` or `admin`.
     */
    revenue(query: CampaignsRevenueQuery, options?: RequestOptions): Promise<CampaignsRevenueAnswer>
    /**
     * See at which hours people click
     * First clicks of people in the last 10 campaigns, by hour of the week in the account's zone. suggested: the hour with the most, from 20 clicks on.
     * Needs a key with the scope `read` or `admin`.
     */
    sendTimes(query?: CampaignsSendTimesQuery, options?: RequestOptions): Promise<CampaignsSendTimesAnswer>
    /**
     * Read a campaign
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<CampaignsGetAnswer>
    /**
     * Change a campaign
     * All of a draft. While it is sending its pace and end; in a pause also the content, for those who still wait. null clears a member.
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: CampaignsUpdateBody, options?: RequestOptions): Promise<CampaignsUpdateAnswer>
    /**
     * Delete a draft
     * Needs a key with the scope `admin`.
     */
    delete(id: string, options?: RequestOptions): Promise<CampaignsDeleteAnswer>
    /**
     * Send a campaign now
     * The pre-flight runs first; its first error refuses. Where ten are sending, it is scheduled.
     * Needs a key with the scope `admin`.
     */
    send(id: string, options?: RequestOptions): Promise<CampaignsSendAnswer>
    /**
     * Send a campaign later
     * Without a body, by the campaign's own schedule. The pre-flight runs first.
     * Needs a key with the scope `admin`.
     */
    schedule(id: string, body: CampaignsScheduleBody, options?: RequestOptions): Promise<CampaignsScheduleAnswer>
    /**
     * Make a scheduled campaign a draft again
     * Needs a key with the scope `admin`.
     */
    unschedule(id: string, options?: RequestOptions): Promise<CampaignsUnscheduleAnswer>
    /**
     * Pause a campaign
     * in_flight: letters that are being delivered at this moment.
     * Needs a key with the scope `admin`.
     */
    pause(id: string, options?: RequestOptions): Promise<CampaignsPauseAnswer>
    /**
     * Let a paused campaign go on
     * Needs a key with the scope `admin`.
     */
    resume(id: string, options?: RequestOptions): Promise<CampaignsResumeAnswer>
    /**
     * Cancel a campaign
     * Needs a key with the scope `admin`.
     */
    cancel(id: string, options?: RequestOptions): Promise<CampaignsCancelAnswer>
    /**
     * Copy a campaign as a draft
     * Needs a key with the scope `admin`.
     */
    duplicate(id: string, body: CampaignsDuplicateBody, options?: RequestOptions): Promise<CampaignsDuplicateAnswer>
    /**
     * Say which variant everybody else gets
     * Needs a key with the scope `admin`.
     */
    winner(id: string, body: CampaignsWinnerBody, options?: RequestOptions): Promise<CampaignsWinnerAnswer>
    /**
     * See all that is to be said before sending a campaign
     * Needs a key with the scope `read` or `admin`.
     */
    preflight(id: string, options?: RequestOptions): Promise<CampaignsPreflightAnswer>
    /**
     * See on which days how many letters will go
     * Needs a key with the scope `read` or `admin`.
     */
    forecast(id: string, options?: RequestOptions): Promise<CampaignsForecastAnswer>
    /**
     * Look at a letter of a campaign
     * Needs a key with the scope `read` or `admin`.
     */
    preview(id: string, body: CampaignsPreviewBody, options?: RequestOptions): Promise<CampaignsPreviewAnswer>
    /**
     * Send a letter of a campaign to try it
     * To members of the account and to contacts; it counts in no figure.
     * Needs a key with the scope `admin`.
     */
    test(id: string, body: CampaignsTestBody, options?: RequestOptions): Promise<CampaignsTestAnswer>
    /**
     * List the people of a campaign
     * delivered, bounced and deferred say how the letter stands; opened, clicked, unsubscribed and complained who did so, programs not counted; not_opened and not_clicked whose letter arrived without that. `format=csv` streams all that fit.
     * Needs a key with the scope `read` or `admin`.
     */
    recipients(id: string, query: CampaignsRecipientsQuery & { format: 'csv' }, options?: RequestOptions): Promise<ByteStream>
    recipients(id: string, query?: CampaignsRecipientsQuery & { format?: 'json' | undefined }, options?: RequestOptions): List<CampaignsRecipientsItem>
    /**
     * Say why a person gets a campaign, or why not
     * Needs a key with the scope `read` or `admin`.
     */
    recipient(id: string, contact: string, options?: RequestOptions): Promise<CampaignsRecipientAnswer>
    /**
     * List the links of a campaign, with who clicked them
     * Those that are the same in every letter. people and machines count letters.
     * Needs a key with the scope `read` or `admin`.
     */
    links(id: string, options?: RequestOptions): List<CampaignsLinksItem>
    /**
     * Let a link of a campaign lead elsewhere
     * In letters that have gone, too. null: where it led at first.
     * Needs a key with the scope `admin`.
     */
    mendLink(id: string, n: string, body: CampaignsMendLinkBody, options?: RequestOptions): Promise<CampaignsMendLinkAnswer>
    /**
     * Read the figures of a campaign
     * People and programs apart; openings by people are a lower bound. by: { data: [{ key, … }] } in parts; hours are UTC. format=csv: a line for the whole, or for each part.
     * Needs a key with the scope `read` or `admin`.
     */
    stats(id: string, query: CampaignsStatsQuery & { format: 'csv' }, options?: RequestOptions): Promise<ByteStream>
    stats(id: string, query?: CampaignsStatsQuery & { format?: 'json' | undefined }, options?: RequestOptions): Promise<CampaignsStatsAnswer>
    /**
     * Read all figures of a campaign as of one moment
     * stats, its parts, and links, by one snapshot. minute: first openings and clicks of people in the first two hours.
     * Needs a key with the scope `read` or `admin`.
     */
    report(id: string, options?: RequestOptions): Promise<CampaignsReportAnswer>
  }
  readonly sequences: {
    /**
     * Create a sequence
     * A draft; it lets nobody in until it is published.
     * Needs a key with the scope `admin`.
     */
    create(body: SequencesCreateBody, options?: RequestOptions): Promise<SequencesCreateAnswer>
    /**
     * List sequences
     * Needs a key with the scope `read` or `admin`.
     */
    list(query?: SequencesListQuery, options?: RequestOptions): List<SequencesListItem>
    /**
     * Read a sequence
     * Needs a key with the scope `read` or `admin`.
     */
    get(id: string, options?: RequestOptions): Promise<SequencesGetAnswer>
    /**
     * Change the draft of a sequence
     * Those inside go by what is published. null clears a member. The name takes a live key where a live key made the sequence.
     * Needs a key with the scope `admin`.
     */
    update(id: string, body: SequencesUpdateBody, options?: RequestOptions): Promise<SequencesUpdateAnswer>
    /**
     * Delete a sequence
     * Only when nobody is inside, or with exit=true, which ends their way.
     * Needs a key with the scope `admin`.
     */
    delete(id: string, query?: SequencesDeleteQuery, options?: RequestOptions): Promise<SequencesDeleteAnswer>
    /**
     * Publish the draft as the next version
     * inside says what happens to those who are in it: finish on their version, move to the step of the same key, or leave.
     * Needs a key with the scope `admin`.
     */
    publish(id: string, body: SequencesPublishBody, options?: RequestOptions): Promise<SequencesPublishAnswer>
    /**
     * Pause a sequence
     * Its clock stands still. while_paused: hold those who would come in, or ignore them.
     * Needs a key with the scope `admin`.
     */
    pause(id: string, body: SequencesPauseBody, options?: RequestOptions): Promise<SequencesPauseAnswer>
    /**
     * Let a sequence go on
     * Each wait is moved by the length of the pause, unless overdue is run.
     * Needs a key with the scope `admin`.
     */
    resume(id: string, body: SequencesResumeBody, options?: RequestOptions): Promise<SequencesResumeAnswer>
    /**
     * Put a sequence away
     * Nobody comes in any more; those inside finish. A pause ends with it, and each wait is moved by its length.
     * Needs a key with the scope `admin`.
     */
    archive(id: string, options?: RequestOptions): Promise<SequencesArchiveAnswer>
    /**
     * Copy a sequence as a draft
     * Needs a key with the scope `admin`.
     */
    duplicate(id: string, body: SequencesDuplicateBody, options?: RequestOptions): Promise<SequencesDuplicateAnswer>
    /**
     * List the versions of a sequence
     * Needs a key with the scope `read` or `admin`.
     */
    versions(id: string, query?: SequencesVersionsQuery, options?: RequestOptions): List<SequencesVersionsItem>
    /**
     * Read the figures of a sequence, by step
     * By the steps of the published version, then those of earlier ones at which somebody still is.
     * Needs a key with the scope `read` or `admin`.
     */
    stats(id: string, query?: SequencesStatsQuery, options?: RequestOptions): Promise<SequencesStatsAnswer>
    /**
     * See every letter of the next days for a person
     * By the same moves as the real thing, on a clock of its own; nothing is stored.
     * Needs a key with the scope `read` or `admin`.
     */
    simulate(id: string, body: SequencesSimulateBody, options?: RequestOptions): Promise<SequencesSimulateAnswer>
    /**
     * Let a person into a sequence
     * Where they may not come in again, the enrollment that is there, with created: false.
     * Needs a key with the scope `admin`.
     */
    enroll(id: string, body: SequencesEnrollBody, options?: RequestOptions): Promise<SequencesEnrollAnswer>
    /**
     * List the people of a sequence
     * Needs a key with the scope `read` or `admin`.
     */
    enrollments(id: string, query?: SequencesEnrollmentsQuery, options?: RequestOptions): List<SequencesEnrollmentsItem>
    /**
     * Read a person's way through a sequence
     * Needs a key with the scope `read` or `admin`.
     */
    enrollment(id: string, enrollment: string, options?: RequestOptions): Promise<SequencesEnrollmentAnswer>
    /**
     * End the way of a person
     * Needs a key with the scope `admin`.
     */
    exit(id: string, enrollment: string, options?: RequestOptions): Promise<SequencesExitAnswer>
    /**
     * End the wait of a person
     * Needs a key with the scope `admin`.
     */
    skipWait(id: string, enrollment: string, options?: RequestOptions): Promise<SequencesSkipWaitAnswer>
    /**
     * See how many of a segment would come into a sequence
     * Needs a key with the scope `read` or `admin`.
     */
    previewSegment(id: string, body: SequencesPreviewSegmentBody, options?: RequestOptions): Promise<SequencesPreviewSegmentAnswer>
    /**
     * Let the people of a segment into a sequence
     * Up to 1,000 people a call; as long as there is a `next`, call again with it as starting_after. Whoever is inside is left out: the same call again lets nobody in twice.
     * Needs a key with the scope `admin`.
     */
    enrollSegment(id: string, body: SequencesEnrollSegmentBody, options?: RequestOptions): Promise<SequencesEnrollSegmentAnswer>
  }
  readonly testClock: {
    /**
     * Read the clock of test mode
     * Needs a key with the scope `read` or `admin`.
     */
    get(options?: RequestOptions): Promise<TestClockGetAnswer>
    /**
     * Advance the clock of test mode, or set it back to real time
     * Exactly one of the members. What becomes due on the way happens in the order of its time; reset ends open test campaigns and enrollments, and stops an advance that is under way.
     * Needs a key with the scope `admin`.
     */
    turn(body: TestClockTurnBody, options?: RequestOptions): Promise<TestClockTurnAnswer>
  }
}

/** How each call travels. */
export const calls = {
  'emails.send': { method: 'POST', path: '/v1/emails', body: true, query: false, kind: 'json' },
  'emails.list': { method: 'GET', path: '/v1/emails', body: false, query: true, kind: 'list' },
  'emails.sendBatch': { method: 'POST', path: '/v1/emails/batch', body: true, query: false, kind: 'json' },
  'emails.check': { method: 'POST', path: '/v1/emails/check', body: true, query: false, kind: 'json' },
  'emails.update': { method: 'PATCH', path: '/v1/emails/{id}', body: true, query: false, kind: 'json' },
  'emails.get': { method: 'GET', path: '/v1/emails/{id}', body: false, query: false, kind: 'json' },
  'emails.cancel': { method: 'POST', path: '/v1/emails/{id}/cancel', body: false, query: false, kind: 'json' },
  'emails.resend': { method: 'POST', path: '/v1/emails/{id}/resend', body: true, query: false, kind: 'json' },
  'emails.export': { method: 'GET', path: '/v1/emails/export', body: false, query: true, kind: 'stream' },
  'events.list': { method: 'GET', path: '/v1/events', body: false, query: true, kind: 'list' },
  'emails.content': { method: 'GET', path: '/v1/emails/{id}/content', body: false, query: false, kind: 'json' },
  'emails.raw': { method: 'GET', path: '/v1/emails/{id}/raw', body: false, query: true, kind: 'stream' },
  'webhooks.create': { method: 'POST', path: '/v1/webhooks', body: true, query: false, kind: 'json' },
  'webhooks.list': { method: 'GET', path: '/v1/webhooks', body: false, query: true, kind: 'list' },
  'webhooks.get': { method: 'GET', path: '/v1/webhooks/{id}', body: false, query: false, kind: 'json' },
  'webhooks.update': { method: 'PATCH', path: '/v1/webhooks/{id}', body: true, query: false, kind: 'json' },
  'webhooks.delete': { method: 'DELETE', path: '/v1/webhooks/{id}', body: false, query: false, kind: 'json' },
  'webhooks.attempts': { method: 'GET', path: '/v1/webhooks/{id}/attempts', body: false, query: true, kind: 'list' },
  'webhooks.resend': { method: 'POST', path: '/v1/webhooks/{id}/attempts/{attempt_id}/resend', body: false, query: false, kind: 'json' },
  'webhooks.resendFailed': { method: 'POST', path: '/v1/webhooks/{id}/resend-failed', body: false, query: false, kind: 'json' },
  'webhooks.rotateSecret': { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', body: false, query: false, kind: 'json' },
  'webhooks.test': { method: 'POST', path: '/v1/webhooks/{id}/test', body: false, query: false, kind: 'json' },
  'suppressions.create': { method: 'POST', path: '/v1/suppressions', body: true, query: false, kind: 'json' },
  'suppressions.list': { method: 'GET', path: '/v1/suppressions', body: false, query: true, kind: 'list' },
  'suppressions.delete': { method: 'DELETE', path: '/v1/suppressions/{id}', body: false, query: true, kind: 'json' },
  'notices.list': { method: 'GET', path: '/v1/notices', body: false, query: true, kind: 'list' },
  'requests.list': { method: 'GET', path: '/v1/requests', body: false, query: true, kind: 'list' },
  'requests.get': { method: 'GET', path: '/v1/requests/{id}', body: false, query: false, kind: 'json' },
  'domains.create': { method: 'POST', path: '/v1/domains', body: true, query: false, kind: 'json' },
  'domains.list': { method: 'GET', path: '/v1/domains', body: false, query: true, kind: 'list' },
  'domains.claim': { method: 'POST', path: '/v1/domains/claim', body: true, query: false, kind: 'json' },
  'domains.get': { method: 'GET', path: '/v1/domains/{id}', body: false, query: false, kind: 'json' },
  'domains.delete': { method: 'DELETE', path: '/v1/domains/{id}', body: false, query: false, kind: 'json' },
  'domains.verify': { method: 'POST', path: '/v1/domains/{id}/verify', body: false, query: false, kind: 'json' },
  'domains.publish': { method: 'POST', path: '/v1/domains/{id}/dns', body: true, query: false, kind: 'json' },
  'domains.rotateKeys': { method: 'POST', path: '/v1/domains/{id}/rotate-keys', body: false, query: false, kind: 'json' },
  'contacts.create': { method: 'POST', path: '/v1/contacts', body: true, query: false, kind: 'json' },
  'contacts.list': { method: 'GET', path: '/v1/contacts', body: false, query: true, kind: 'list' },
  'contacts.createBatch': { method: 'POST', path: '/v1/contacts/batch', body: true, query: false, kind: 'json' },
  'contacts.export': { method: 'GET', path: '/v1/contacts/export', body: false, query: true, kind: 'stream' },
  'contacts.values': { method: 'GET', path: '/v1/contacts/values', body: false, query: true, kind: 'json' },
  'contacts.get': { method: 'GET', path: '/v1/contacts/{id}', body: false, query: false, kind: 'json' },
  'contacts.update': { method: 'PATCH', path: '/v1/contacts/{id}', body: true, query: false, kind: 'json' },
  'contacts.delete': { method: 'DELETE', path: '/v1/contacts/{id}', body: false, query: false, kind: 'json' },
  'contacts.erase': { method: 'POST', path: '/v1/contacts/{id}/erase', body: false, query: false, kind: 'json' },
  'contacts.setTopics': { method: 'POST', path: '/v1/contacts/{id}/topics', body: true, query: false, kind: 'json' },
  'contacts.dossier': { method: 'GET', path: '/v1/contacts/{id}/dossier', body: false, query: false, kind: 'json' },
  'contacts.timeline': { method: 'GET', path: '/v1/contacts/{id}/timeline', body: false, query: true, kind: 'list' },
  'contacts.consents': { method: 'GET', path: '/v1/contacts/{id}/consents', body: false, query: true, kind: 'list' },
  'contacts.exportConsents': { method: 'GET', path: '/v1/contacts/{id}/consents/export', body: false, query: false, kind: 'json' },
  'contactProperties.create': { method: 'POST', path: '/v1/contact-properties', body: true, query: false, kind: 'json' },
  'contactProperties.list': { method: 'GET', path: '/v1/contact-properties', body: false, query: true, kind: 'list' },
  'contactProperties.update': { method: 'PATCH', path: '/v1/contact-properties/{key}', body: true, query: false, kind: 'json' },
  'contactProperties.delete': { method: 'DELETE', path: '/v1/contact-properties/{key}', body: false, query: false, kind: 'json' },
  'topics.create': { method: 'POST', path: '/v1/topics', body: true, query: false, kind: 'json' },
  'topics.list': { method: 'GET', path: '/v1/topics', body: false, query: true, kind: 'list' },
  'topics.get': { method: 'GET', path: '/v1/topics/{id}', body: false, query: false, kind: 'json' },
  'topics.update': { method: 'PATCH', path: '/v1/topics/{id}', body: true, query: false, kind: 'json' },
  'topics.delete': { method: 'DELETE', path: '/v1/topics/{id}', body: false, query: false, kind: 'json' },
  'contacts.search': { method: 'POST', path: '/v1/contacts/search', body: true, query: false, kind: 'list' },
  'segments.preview': { method: 'POST', path: '/v1/segments/preview', body: true, query: false, kind: 'json' },
  'segments.create': { method: 'POST', path: '/v1/segments', body: true, query: false, kind: 'json' },
  'segments.list': { method: 'GET', path: '/v1/segments', body: false, query: true, kind: 'list' },
  'segments.get': { method: 'GET', path: '/v1/segments/{id}', body: false, query: false, kind: 'json' },
  'segments.update': { method: 'PATCH', path: '/v1/segments/{id}', body: true, query: false, kind: 'json' },
  'segments.delete': { method: 'DELETE', path: '/v1/segments/{id}', body: false, query: false, kind: 'json' },
  'segments.contacts': { method: 'GET', path: '/v1/segments/{id}/contacts', body: false, query: true, kind: 'list' },
  'segments.because': { method: 'GET', path: '/v1/segments/{id}/contacts/{contact}', body: false, query: false, kind: 'json' },
  'segments.addMembers': { method: 'POST', path: '/v1/segments/{id}/members', body: true, query: false, kind: 'json' },
  'segments.removeMembers': { method: 'DELETE', path: '/v1/segments/{id}/members', body: true, query: false, kind: 'json' },
  'activity.create': { method: 'POST', path: '/v1/activity', body: true, query: false, kind: 'json' },
  'activity.list': { method: 'GET', path: '/v1/activity', body: false, query: true, kind: 'list' },
  'activity.createBatch': { method: 'POST', path: '/v1/activity/batch', body: true, query: false, kind: 'json' },
  'forms.create': { method: 'POST', path: '/v1/forms', body: true, query: false, kind: 'json' },
  'forms.list': { method: 'GET', path: '/v1/forms', body: false, query: true, kind: 'list' },
  'forms.get': { method: 'GET', path: '/v1/forms/{id}', body: false, query: false, kind: 'json' },
  'forms.update': { method: 'PATCH', path: '/v1/forms/{id}', body: true, query: false, kind: 'json' },
  'forms.delete': { method: 'DELETE', path: '/v1/forms/{id}', body: false, query: false, kind: 'json' },
  'marketingSettings.get': { method: 'GET', path: '/v1/marketing-settings', body: false, query: false, kind: 'json' },
  'marketingSettings.update': { method: 'PATCH', path: '/v1/marketing-settings', body: true, query: false, kind: 'json' },
  'marketingSettings.brand': { method: 'POST', path: '/v1/marketing-settings/brand', body: true, query: false, kind: 'json' },
  'forms.stats': { method: 'GET', path: '/v1/forms/{id}/stats', body: false, query: true, kind: 'json' },
  'imports.create': { method: 'POST', path: '/v1/imports', body: true, query: false, kind: 'json' },
  'imports.list': { method: 'GET', path: '/v1/imports', body: false, query: true, kind: 'list' },
  'imports.file': { method: 'POST', path: '/v1/imports/{id}/file', body: false, query: false, kind: 'json' },
  'imports.get': { method: 'GET', path: '/v1/imports/{id}', body: false, query: false, kind: 'json' },
  'imports.errors': { method: 'GET', path: '/v1/imports/{id}/errors', body: false, query: true, kind: 'list', isFileToo: true },
  'imports.recognise': { method: 'POST', path: '/v1/imports/{id}/recognise', body: true, query: false, kind: 'json' },
  'imports.start': { method: 'POST', path: '/v1/imports/{id}/start', body: true, query: false, kind: 'json' },
  'imports.cancel': { method: 'POST', path: '/v1/imports/{id}/cancel', body: false, query: false, kind: 'json' },
  'imports.undo': { method: 'POST', path: '/v1/imports/{id}/undo', body: false, query: false, kind: 'json' },
  'imports.people': { method: 'POST', path: '/v1/imports/{id}/people', body: true, query: false, kind: 'json' },
  'contacts.imports': { method: 'GET', path: '/v1/contacts/{id}/imports', body: false, query: true, kind: 'list' },
  'templates.create': { method: 'POST', path: '/v1/templates', body: true, query: false, kind: 'json' },
  'templates.list': { method: 'GET', path: '/v1/templates', body: false, query: true, kind: 'list' },
  'templates.get': { method: 'GET', path: '/v1/templates/{id}', body: false, query: false, kind: 'json' },
  'templates.update': { method: 'PATCH', path: '/v1/templates/{id}', body: true, query: false, kind: 'json' },
  'templates.delete': { method: 'DELETE', path: '/v1/templates/{id}', body: false, query: false, kind: 'json' },
  'templates.publish': { method: 'POST', path: '/v1/templates/{id}/publish', body: false, query: false, kind: 'json' },
  'templates.versions': { method: 'GET', path: '/v1/templates/{id}/versions', body: false, query: true, kind: 'list' },
  'templates.restore': { method: 'POST', path: '/v1/templates/{id}/versions/{version}/restore', body: false, query: false, kind: 'json' },
  'templates.preview': { method: 'POST', path: '/v1/templates/{id}/preview', body: true, query: false, kind: 'json' },
  'templates.check': { method: 'POST', path: '/v1/templates/{id}/check', body: false, query: false, kind: 'json' },
  'templates.duplicate': { method: 'POST', path: '/v1/templates/{id}/duplicate', body: true, query: false, kind: 'json' },
  'savedBlocks.create': { method: 'POST', path: '/v1/saved-blocks', body: true, query: false, kind: 'json' },
  'savedBlocks.list': { method: 'GET', path: '/v1/saved-blocks', body: false, query: true, kind: 'list' },
  'savedBlocks.get': { method: 'GET', path: '/v1/saved-blocks/{id}', body: false, query: false, kind: 'json' },
  'savedBlocks.delete': { method: 'DELETE', path: '/v1/saved-blocks/{id}', body: false, query: false, kind: 'json' },
  'startingLetters.list': { method: 'GET', path: '/v1/starting-letters', body: false, query: true, kind: 'json' },
  'files.create': { method: 'POST', path: '/v1/files', body: false, query: false, kind: 'json' },
  'files.list': { method: 'GET', path: '/v1/files', body: false, query: true, kind: 'list' },
  'files.get': { method: 'GET', path: '/v1/files/{id}', body: false, query: false, kind: 'json' },
  'files.update': { method: 'PATCH', path: '/v1/files/{id}', body: true, query: false, kind: 'json' },
  'files.delete': { method: 'DELETE', path: '/v1/files/{id}', body: false, query: false, kind: 'json' },
  'campaigns.create': { method: 'POST', path: '/v1/campaigns', body: true, query: false, kind: 'json' },
  'campaigns.list': { method: 'GET', path: '/v1/campaigns', body: false, query: true, kind: 'list' },
  'campaigns.revenue': { method: 'GET', path: '/v1/campaigns/revenue', body: false, query: true, kind: 'json' },
  'campaigns.sendTimes': { method: 'GET', path: '/v1/campaigns/send-times', body: false, query: true, kind: 'json' },
  'campaigns.get': { method: 'GET', path: '/v1/campaigns/{id}', body: false, query: false, kind: 'json' },
  'campaigns.update': { method: 'PATCH', path: '/v1/campaigns/{id}', body: true, query: false, kind: 'json' },
  'campaigns.delete': { method: 'DELETE', path: '/v1/campaigns/{id}', body: false, query: false, kind: 'json' },
  'campaigns.send': { method: 'POST', path: '/v1/campaigns/{id}/send', body: false, query: false, kind: 'json' },
  'campaigns.schedule': { method: 'POST', path: '/v1/campaigns/{id}/schedule', body: true, query: false, kind: 'json' },
  'campaigns.unschedule': { method: 'POST', path: '/v1/campaigns/{id}/unschedule', body: false, query: false, kind: 'json' },
  'campaigns.pause': { method: 'POST', path: '/v1/campaigns/{id}/pause', body: false, query: false, kind: 'json' },
  'campaigns.resume': { method: 'POST', path: '/v1/campaigns/{id}/resume', body: false, query: false, kind: 'json' },
  'campaigns.cancel': { method: 'POST', path: '/v1/campaigns/{id}/cancel', body: false, query: false, kind: 'json' },
  'campaigns.duplicate': { method: 'POST', path: '/v1/campaigns/{id}/duplicate', body: true, query: false, kind: 'json' },
  'campaigns.winner': { method: 'POST', path: '/v1/campaigns/{id}/winner', body: true, query: false, kind: 'json' },
  'campaigns.preflight': { method: 'POST', path: '/v1/campaigns/{id}/preflight', body: false, query: false, kind: 'json' },
  'campaigns.forecast': { method: 'POST', path: '/v1/campaigns/{id}/forecast', body: false, query: false, kind: 'json' },
  'campaigns.preview': { method: 'POST', path: '/v1/campaigns/{id}/preview', body: true, query: false, kind: 'json' },
  'campaigns.test': { method: 'POST', path: '/v1/campaigns/{id}/test', body: true, query: false, kind: 'json' },
  'campaigns.recipients': { method: 'GET', path: '/v1/campaigns/{id}/recipients', body: false, query: true, kind: 'list', isFileToo: true },
  'campaigns.recipient': { method: 'GET', path: '/v1/campaigns/{id}/recipients/{contact}', body: false, query: false, kind: 'json' },
  'campaigns.links': { method: 'GET', path: '/v1/campaigns/{id}/links', body: false, query: false, kind: 'list' },
  'campaigns.mendLink': { method: 'PATCH', path: '/v1/campaigns/{id}/links/{n}', body: true, query: false, kind: 'json' },
  'campaigns.stats': { method: 'GET', path: '/v1/campaigns/{id}/stats', body: false, query: true, kind: 'json', isFileToo: true },
  'campaigns.report': { method: 'GET', path: '/v1/campaigns/{id}/report', body: false, query: false, kind: 'json' },
  'sequences.create': { method: 'POST', path: '/v1/sequences', body: true, query: false, kind: 'json' },
  'sequences.list': { method: 'GET', path: '/v1/sequences', body: false, query: true, kind: 'list' },
  'sequences.get': { method: 'GET', path: '/v1/sequences/{id}', body: false, query: false, kind: 'json' },
  'sequences.update': { method: 'PATCH', path: '/v1/sequences/{id}', body: true, query: false, kind: 'json' },
  'sequences.delete': { method: 'DELETE', path: '/v1/sequences/{id}', body: false, query: true, kind: 'json' },
  'sequences.publish': { method: 'POST', path: '/v1/sequences/{id}/publish', body: true, query: false, kind: 'json' },
  'sequences.pause': { method: 'POST', path: '/v1/sequences/{id}/pause', body: true, query: false, kind: 'json' },
  'sequences.resume': { method: 'POST', path: '/v1/sequences/{id}/resume', body: true, query: false, kind: 'json' },
  'sequences.archive': { method: 'POST', path: '/v1/sequences/{id}/archive', body: false, query: false, kind: 'json' },
  'sequences.duplicate': { method: 'POST', path: '/v1/sequences/{id}/duplicate', body: true, query: false, kind: 'json' },
  'sequences.versions': { method: 'GET', path: '/v1/sequences/{id}/versions', body: false, query: true, kind: 'list' },
  'sequences.stats': { method: 'GET', path: '/v1/sequences/{id}/stats', body: false, query: true, kind: 'json' },
  'sequences.simulate': { method: 'POST', path: '/v1/sequences/{id}/simulate', body: true, query: false, kind: 'json' },
  'sequences.enroll': { method: 'POST', path: '/v1/sequences/{id}/enrollments', body: true, query: false, kind: 'json' },
  'sequences.enrollments': { method: 'GET', path: '/v1/sequences/{id}/enrollments', body: false, query: true, kind: 'list' },
  'sequences.enrollment': { method: 'GET', path: '/v1/sequences/{id}/enrollments/{enrollment}', body: false, query: false, kind: 'json' },
  'sequences.exit': { method: 'POST', path: '/v1/sequences/{id}/enrollments/{enrollment}/exit', body: false, query: false, kind: 'json' },
  'sequences.skipWait': { method: 'POST', path: '/v1/sequences/{id}/enrollments/{enrollment}/skip_wait', body: false, query: false, kind: 'json' },
  'sequences.previewSegment': { method: 'POST', path: '/v1/sequences/{id}/enrollments/segment/preview', body: true, query: false, kind: 'json' },
  'sequences.enrollSegment': { method: 'POST', path: '/v1/sequences/{id}/enrollments/segment', body: true, query: false, kind: 'json' },
  'testClock.get': { method: 'GET', path: '/v1/test-clock', body: false, query: false, kind: 'json' },
  'testClock.turn': { method: 'POST', path: '/v1/test-clock', body: true, query: false, kind: 'json' },
} as const
