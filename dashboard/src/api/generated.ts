// Generated from the description of /api: do not edit, run node scripts/run.mjs scripts/dashboard-client.ts

import type * as Api from '../../../client/src/generated.ts'
import type { Json } from '../../../client/src/generated.ts'

export interface Account {
  id: string
  name: string
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: number
  time_zone: string
  language: 'pt' | 'en'
  pause: 'none' | 'regular' | 'full'
}

export interface AccountNotice {
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
  level: 'info' | 'warning' | 'error'
  code: string
  text: string
  created_at: string
  /** Since when its cause is over. */
  ended_at: string | null
}

export interface AccountReport {
  account: OperatedAccount
  /** The shares of the last 7 days from which sending is paused. */
  shares: { bounces: number; complaints: number }
  /** As the customer reads it. */
  paused: { reason: string | null; fix: string | null }
  week: SentFigures
  waiting: { waiting: number; due: number }
  days: {
    date: string
    accepted: number
    delivered: number
    deferred: number
    finals: number
    hard: number
    complained: number
  }[]
  projects: {
    id: string
    name: string
    created_at: string
    accepted: number
    delivered: number
    deferred: number
    finals: number
    hard: number
    complained: number
    waiting: number
    domains: { name: string; status: string }[]
  }[]
  destinations: { domain: string; delivered: number; bounced: number; deferred: number }[]
  causes: {
    type: 'bounced' | 'deferred'
    provider: string
    cause: string
    text: string
    count: number
    /** The count by day (UTC), newest first, and project. */
    parts: { date: string; project: string; count: number }[]
  }[]
  trust: { at: string; from: 0 | 1 | 2 | 3; to: 0 | 1 | 2 | 3; text: string }[]
}

export interface AuditRecord {
  /** aud_… */
  id: string
  at: string
  actor: {
    type: 'member' | 'key' | 'operator' | 'system'
    id: string | null
    name: string | null
  }
  ip: string | null
  /** Such as domain.deleted. */
  action: string
  target: { type: string; id: string | null; name: string | null }
  before: { [key: string]: Json } | null
  after: { [key: string]: Json } | null
}

export interface Billing {
  provider: 'manual' | 'stripe'
  mode: 'live' | 'test'
  state: 'none' | 'active' | 'past_due' | 'ended'
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  next_plan: 'free' | 'pro' | 'scale' | 'enterprise' | null
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  price: string | null
  used: number
  included: number | null
  extra: number
  cost: string
  /** The same before it is rounded, to 1/1000 cent. */
  cost_exact: string
  /** What the period is sold at; null: nothing beyond its volume. */
  overage_per_1000: string | null
  cap: string | null
  cap_now: string
  credit: string | null
  forecast: { used: number; cost: string; cap_reached_at: string | null } | null
  payment: {
    kind: string
    brand: string | null
    last4: string | null
    expires: string | null
  } | null
  billing_email: string | null
  grace_until: string | null
  dispute: 'open' | 'lost' | null
  open_invoice: string | null
  order: {
    id: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    url: string | null
    expires_at: string
  } | null
  overage: 'on' | 'off' | 'stopped_by_payment'
}

export interface BillingDifference {
  id: string
  kind: string
  account_id: string | null
  invoice_id: string | null
  text: string
  since: string
}

export interface BillingRevenue {
  currency: 'BRL' | 'USD'
  accounts: number
  monthly: string
  owed: string
  overdue: string
  months: { month: string; paid: string; refunded: string }[]
}

export interface Cause {
  provider: string
  cause: string
  text: string
  count: number
}

export interface Connection {
  base_url: string
  resend_url: string
  /** Empty where nothing listens. `none` is for callers nearby. */
  smtp: { host: string; port: number; encryption: 'tls' | 'starttls' | 'none' }[]
}

export interface DeletedThing {
  id: string
  kind: 'domain' | 'template' | 'webhook'
  name: string
  deleted_at: string
  deleted_by: string | null
  until: string
}

export interface DomainLink {
  /** For `/dns?token=`. */
  token: string
  expires_at: string
}

export interface Identity {
  /** idn_… */
  id: string
  issuer: string
  /** By which they were found to be the same. */
  email: string
  linked_at: string
  last_used_at: string
}

export interface Invoice {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
}

export interface InvoicePayment {
  kind: 'payment' | 'refund'
  /** A day of the account's zone. */
  date: string
  amount: string
  reference: string | null
}

export interface Lane {
  destination: string
  provider: string
  state: 'normal' | 'slowed' | 'paused'
  pace: number
  /** Null for all but the operator. */
  in_hand: number | null
  paused_until: string | null
  text: string
}

export interface Limits {
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: number
  today: { used: number; limit: number | null; resets_at: string }
  month: { used: number; limit: number | null; resets_at: string }
  trust_given: boolean
  raises: { done: boolean; text: string }[]
  evidence: { tax_id: string | null; payment: boolean }
  spending: { limit: string | null; spent: string; currency: string }
  pause: {
    kind: 'none' | 'regular' | 'full'
    reason: string | null
    fix: string | null
    /** Of a pause by rule: the rate over the last 7 days as it is now. */
    rate: {
      cause: 'bounces' | 'complaints'
      count: number
      of: number
      /** A share: 0.05 is 5%. */
      limit: number
    } | null
    /** A pause by rule ends no sooner, and then once the rate is below the limit. */
    ends_from: string | null
  }
  domains: { used: number; limit: number | null }
}

export interface ListedAccount {
  id: string
  name: string
  email: string
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: 0 | 1 | 2 | 3
  pause: 'none' | 'regular' | 'full'
  time_zone: string
  language: string
  rate: number | null
  operator: boolean
  projects: number
  members: number
  created_at: string
  /** Who its people were is erased: `name` is empty, `email` is no address. */
  closed_at: string | null
  today: SentFigures
  week: SentFigures
}

export interface MailHold {
  id: string
  account: { id: string; name: string } | null
  domain: string | null
  /** Null: until it is let go. */
  until: string | null
  reason: { en: string; pt: string } | null
  created_at: string
}

export interface Member {
  /** usr_…, or inv_… of an invitation. */
  id: string
  email: string
  name: string
  role: 'owner' | 'developer' | 'marketing' | 'reader'
  status: 'active' | 'invited'
  verified: boolean
  totp_enabled: boolean
  created_at: string
  expires_at?: string | undefined
  seen_at?: string | null | undefined
}

export interface Node {
  id: string
  hostname: string
  /** Which process of its machine, from 1; null: it is the only one. */
  process: number | null
  /** How many its machine has, where there are several. */
  processes: number | null
  roles: string[]
  streams: ('transactional' | 'marketing')[]
  started_at: string
  seen_at: string
  alive: boolean
  drain: 'none' | 'draining' | 'drained'
  draining_since: string | null
  /** Emails and notifications under way; null: it does not say. */
  in_hand: number | null
  /** Its clock is more than 2 s from the database's: it takes no work. */
  clock_off: boolean
}

export interface OperatedAccount {
  id: string
  name: string
  email: string
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: 0 | 1 | 2 | 3
  pause: 'none' | 'regular' | 'full'
  time_zone: string
  language: string
  rate: number | null
  operator: boolean
  projects: number
  members: number
  created_at: string
  /** Who its people were is erased: `name` is empty, `email` is no address. */
  closed_at: string | null
}

export interface Overview {
  days: number
  from: string
  to: string
  behind_seconds: number
  volume: {
    date: string
    accepted: number
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
    suppressed: number
    failed: number
    cancelled: number
    hard: number
  }[]
  totals: {
    accepted: number
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
    suppressed: number
    failed: number
    cancelled: number
    hard: number
  }
  rates: {
    delivery: number | null
    bounce: number | null
    complaint: number | null
    open: number | null
    click: number | null
  }
  by_stream: {
    stream: 'transactional' | 'marketing'
    accepted: number
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
  }[]
  by_provider: {
    provider: string
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
  }[]
  by_domain: {
    domain: string
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
  }[]
  latency: { p50_ms: number | null; p95_ms: number | null }
  queue: { waiting: number; due: number; oldest_due_at: string | null }
  attention: { level: 'info' | 'warning' | 'error'; code: string; text: string }[]
}

export interface Passkey {
  /** pky_… */
  id: string
  name: string
  created_at: string
  last_used_at: string | null
}

export interface Project {
  id: string
  name: string
  language: 'pt' | 'en' | null
  created_at: string
}

export interface RecipientAnswer {
  address: string
  outcome: 'reached' | 'waiting' | 'not_reached'
  /** Whether it reached them, and why not. */
  headline: string
  /** To send on to who asks for the email. */
  reply: { en: string; pt: string }
  /** Why the address gets nothing of this kind now; null: it does. */
  suppression: null | {
    /** sup_… */
    id: string
    reason: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce'
  }
}

/** Recipients; `finals` have a final result, of which `hard` and `complained` are parts. */
export interface SentFigures {
  accepted: number
  delivered: number
  deferred: number
  finals: number
  hard: number
  complained: number
}

export interface Session {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    has_password: boolean
    verified: boolean
  }
  account: Account
  projects: { id: string; name: string; language: 'pt' | 'en' | null }[]
  operator: boolean
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
}

export interface SharedDomain {
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
  checked_at: string | null
  expires_at: string
}

export interface SharedLane {
  destination: string
  provider: string
  state: 'normal' | 'slowed' | 'paused'
  pace: number
  /** Null for all but the operator. */
  in_hand: number | null
  paused_until: string | null
  text: string
  /** What it is slowed or paused for: the last reply that asked for it. */
  reply: { text: string; at: string } | null
  /** Who writes to it. */
  nodes: { hostname: string; pace: number; in_hand: number }[]
}

export interface SourceAddress {
  id: string
  address: string
  hostname: string
  pool: string
  projects: string[] | null
  streams: ('transactional' | 'marketing')[] | null
  state: 'warming' | 'active' | 'paused'
  stage: number | null
  full_on: string | null
  /** A server has found it on its machine lately. */
  local: boolean
  created_at: string
  per_provider: {
    provider: 'provider_1' | 'provider_2' | 'provider_3' | 'provider_4' | 'provider_5' | 'provider_6' | 'provider_7' | 'other'
    stage: number | null
    /** Recipients that it has written to since midnight UTC, each counted once. */
    today: number
    delivered: number
    /** Replies of today that speak against the address. */
    slowed: number
    /** Recipients a day; null: no limit. */
    limit: number | null
    next_at: string | null
    /** Why nothing leaves for this provider: `pause` by hand, `slowed` by its replies, `stage` as the day is full, `rent` as other nodes hold what is left of it. */
    held_by: 'pause' | 'slowed' | 'stage' | 'rent' | null
    /** Why the last day led to no further stage: bad results, or too little mail. */
    kept_by: 'results' | 'volume' | null
    full_on: string | null
  }[]
}

export interface WebhookAnswers {
  /** whk_… */
  id: string
  /** The last five attempts failed. */
  failing: boolean
  /** Of the last hundred. */
  attempts: number
  acknowledged: number
  last: null | {
    at: string
    /** null: nobody answered. */
    status_code: null | number
  }
}

export type SessionCreateBody = {
  email: string
  password: string
  code?: string | undefined
}

export type SessionCreateAnswer = Session

export type SessionGetAnswer = Session

export type SessionDeleteAnswer = {
  logged_out: boolean
}

export type UserUpdateBody = {
  name?: string | undefined
  language?: 'pt' | 'en' | undefined
}

export type UserUpdateAnswer = Session

export type SignupCreateBody = {
  email: string
  password: string
  name: string
  language?: 'pt' | 'en' | undefined
  time_zone?: string | undefined
}

export type SignupCreateAnswer = Session

export type SignupGetAnswer = {
  signup: 'closed' | 'open' | 'domains'
  domains: string[]
  /** Whether the first owner is waited for. */
  claim: boolean
}

export type SignupVerifyBody = {
  token: string
}

export type SignupVerifyAnswer = {
  verified: boolean
}

export type SignupResendAnswer = {
  sent: boolean
}

export type PasswordForgotBody = {
  email: string
}

export type PasswordForgotAnswer = {
  sent: boolean
}

export type PasswordResetBody = {
  token: string
  password: string
}

export type PasswordResetAnswer = {
  reset: boolean
}

export type PasswordChangeBody = {
  current: string
  new: string
}

export type PasswordChangeAnswer = {
  changed: boolean
}

export type SessionsListItem = {
  id: string
  current: boolean
  address: string
  agent: string
  created_at: string
  seen_at: string
}

export type SessionsDeleteOthersAnswer = {
  ended: number
}

export type SessionsDeleteAnswer = {
  id: string
  deleted: true
}

export type TotpSetupAnswer = {
  secret: string
  uri: string
}

export type TotpEnableBody = {
  code: string
}

export type TotpEnableAnswer = {
  enabled: boolean
  recovery_codes: string[]
}

export type TotpDisableBody = {
  code: string
}

export type TotpDisableAnswer = {
  enabled: boolean
}

export type SignInGetAnswer = {
  /** Host of the identity provider. */
  provider: string | null
  provider_only: boolean
  /** Whether there can be any under this host. */
  passkeys: boolean
}

export type SignInBeginBody = {
  invitation?: string | undefined
}

export type SignInBeginAnswer = {
  url: string
}

export type SignInFinishBody = {
  /** The query of the address. */
  answer: string
}

export type SignInFinishAnswer = Session

export type IdentitiesListItem = Identity

export type IdentitiesDeleteAnswer = {
  id: string
  deleted: true
}

export type PasskeysListItem = Passkey

export type PasskeysCreateBody = {
  name: string
  credential_id: string
  client_data: string
  attestation: string
  transports: string[]
}

export type PasskeysCreateAnswer = Passkey

export type PasskeysBeginBody = {
  password?: string | undefined
  code?: string | undefined
}

export type PasskeysBeginAnswer = {
  challenge: string
  host: string
  user: { id: string; name: string }
  algorithms: number[]
  known: string[]
}

export type PasskeysDeleteAnswer = {
  id: string
  deleted: true
}

export type PasskeysUpdateBody = {
  name: string
}

export type PasskeysUpdateAnswer = Passkey

export type SignInPasskeyAnswer = {
  challenge: string
  host: string
}

export type SignInAnswerBody = {
  credential_id: string
  client_data: string
  authenticator_data: string
  signature: string
  user_handle: string
}

export type SignInAnswerAnswer = Session

export type ClaimCreateBody = {
  code: string
  email: string
  password: string
  name: string
  language?: 'pt' | 'en' | undefined
  time_zone?: string | undefined
}

export type ClaimCreateAnswer = Session

export type AddressAskBody = {
  email: string
  password: string
}

export type AddressAskAnswer = {
  sent: boolean
}

export type AddressConfirmBody = {
  token: string
}

export type AddressConfirmAnswer = {
  email: string
}

export type AddressRestoreBody = {
  token: string
}

export type AddressRestoreAnswer = {
  /** Sets a new password: the old one is gone. */
  reset_token: string
}

export type AccountUpdateBody = {
  name?: string | undefined
  time_zone?: string | undefined
  language?: 'pt' | 'en' | undefined
  tax_id?: string | null | undefined
  spend_limit?: string | null | undefined
  billing_email?: string | null | undefined
}

export type AccountUpdateAnswer = {
  id: string
  name: string
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: number
  time_zone: string
  language: 'pt' | 'en'
  pause: 'none' | 'regular' | 'full'
  tax_id: string | null
  spend_limit: string | null
  billing_email: string | null
}

export type LimitsGetAnswer = Limits

export type NoticesListQuery = {
  limit?: number | undefined
  starting_after?: string | undefined
}

export type NoticesListItem = AccountNotice

export type NoticesReadAnswer = AccountNotice

export type ConnectionGetAnswer = Connection

export type NoticeSettingsGetAnswer = {
  /** Which types of notices come as letters, too. */
  letters: {
    /** 80% of a limit is used: of the day, the month or spending. */
    limit_80: boolean
    /** A limit is reached: of the day, the month or spending. */
    limit_100: boolean
    /** Sending is paused, all of it or marketing. */
    sending_paused: boolean
    /** A pause of sending is lifted. */
    sending_resumed: boolean
    /** Many emails bounce or are marked as spam: a pause is near. */
    rates_high: boolean
    /** DNS records of a domain are missing; it still sends. */
    domain_broken: boolean
    /** A domain is no longer verified and cannot send. */
    domain_failed: boolean
    /** A domain is verified again. */
    domain_restored: boolean
    /** A domain was removed: nobody proved it in time. */
    domain_expired: boolean
    /** A domain was removed: somebody else has proved it theirs. */
    domain_claimed: boolean
    /** New DKIM keys of a domain are to be published. */
    domain_keys: boolean
    /** A webhook has not acknowledged any of its last messages. */
    webhook_failing: boolean
    /** An import has ended. */
    import_done: boolean
    /** A campaign was paused by Malote. */
    campaign_paused: boolean
    /** A member signed in from a browser not used before, or a passkey or identity of theirs was added or removed. */
    sign_in: boolean
    /** Somebody with the password of a member tries codes of the second step. */
    codes_tried: boolean
    /** The account is trusted with more. */
    trust_raised: boolean
    /** The account is trusted with less. */
    trust_lowered: boolean
    /** A paid plan has begun. */
    plan_started: boolean
    /** The plan has changed. */
    plan_changed: boolean
    /** The plan will end. */
    plan_ends: boolean
    /** The plan has ended. */
    plan_ended: boolean
    /** There is a new invoice. */
    invoice_issued: boolean
    /** An invoice was not paid. */
    payment_failed: boolean
    /** All invoices are paid again. */
    payment_recovered: boolean
    /** The bank asks for a confirmation of a payment. */
    payment_needed: boolean
    /** The card expires. */
    card_expiring: boolean
    /** Logs will be kept for less long. */
    logs_shrink: boolean
    /** A charge is disputed at the bank. */
    dispute_opened: boolean
    /** A dispute is decided. */
    dispute_closed: boolean
    /** An account has ordered a plan (for operators). */
    order_placed: boolean
    /** An account has an invoice to be collected (for operators). */
    invoice_to_collect: boolean
  }
  /** One letter a week about the week before. */
  weekly_digest: boolean
  /** What each type tells of, in the language of the call. */
  about: {
    limit_80: string
    limit_100: string
    sending_paused: string
    sending_resumed: string
    rates_high: string
    domain_broken: string
    domain_failed: string
    domain_restored: string
    domain_expired: string
    domain_claimed: string
    domain_keys: string
    webhook_failing: string
    import_done: string
    campaign_paused: string
    sign_in: string
    codes_tried: string
    trust_raised: string
    trust_lowered: string
    plan_started: string
    plan_changed: string
    plan_ends: string
    plan_ended: string
    invoice_issued: string
    payment_failed: string
    payment_recovered: string
    payment_needed: string
    card_expiring: string
    logs_shrink: string
    dispute_opened: string
    dispute_closed: string
    order_placed: string
    invoice_to_collect: string
  }
}

export type NoticeSettingsUpdateBody = {
  letters?: {
    limit_80?: boolean | undefined
    limit_100?: boolean | undefined
    sending_paused?: boolean | undefined
    sending_resumed?: boolean | undefined
    rates_high?: boolean | undefined
    domain_broken?: boolean | undefined
    domain_failed?: boolean | undefined
    domain_restored?: boolean | undefined
    domain_expired?: boolean | undefined
    domain_claimed?: boolean | undefined
    domain_keys?: boolean | undefined
    webhook_failing?: boolean | undefined
    import_done?: boolean | undefined
    campaign_paused?: boolean | undefined
    sign_in?: boolean | undefined
    codes_tried?: boolean | undefined
    trust_raised?: boolean | undefined
    trust_lowered?: boolean | undefined
    plan_started?: boolean | undefined
    plan_changed?: boolean | undefined
    plan_ends?: boolean | undefined
    plan_ended?: boolean | undefined
    invoice_issued?: boolean | undefined
    payment_failed?: boolean | undefined
    payment_recovered?: boolean | undefined
    payment_needed?: boolean | undefined
    card_expiring?: boolean | undefined
    logs_shrink?: boolean | undefined
    dispute_opened?: boolean | undefined
    dispute_closed?: boolean | undefined
    order_placed?: boolean | undefined
    invoice_to_collect?: boolean | undefined
  } | undefined
  weekly_digest?: boolean | undefined
}

export type NoticeSettingsUpdateAnswer = {
  /** Which types of notices come as letters, too. */
  letters: {
    /** 80% of a limit is used: of the day, the month or spending. */
    limit_80: boolean
    /** A limit is reached: of the day, the month or spending. */
    limit_100: boolean
    /** Sending is paused, all of it or marketing. */
    sending_paused: boolean
    /** A pause of sending is lifted. */
    sending_resumed: boolean
    /** Many emails bounce or are marked as spam: a pause is near. */
    rates_high: boolean
    /** DNS records of a domain are missing; it still sends. */
    domain_broken: boolean
    /** A domain is no longer verified and cannot send. */
    domain_failed: boolean
    /** A domain is verified again. */
    domain_restored: boolean
    /** A domain was removed: nobody proved it in time. */
    domain_expired: boolean
    /** A domain was removed: somebody else has proved it theirs. */
    domain_claimed: boolean
    /** New DKIM keys of a domain are to be published. */
    domain_keys: boolean
    /** A webhook has not acknowledged any of its last messages. */
    webhook_failing: boolean
    /** An import has ended. */
    import_done: boolean
    /** A campaign was paused by Malote. */
    campaign_paused: boolean
    /** A member signed in from a browser not used before, or a passkey or identity of theirs was added or removed. */
    sign_in: boolean
    /** Somebody with the password of a member tries codes of the second step. */
    codes_tried: boolean
    /** The account is trusted with more. */
    trust_raised: boolean
    /** The account is trusted with less. */
    trust_lowered: boolean
    /** A paid plan has begun. */
    plan_started: boolean
    /** The plan has changed. */
    plan_changed: boolean
    /** The plan will end. */
    plan_ends: boolean
    /** The plan has ended. */
    plan_ended: boolean
    /** There is a new invoice. */
    invoice_issued: boolean
    /** An invoice was not paid. */
    payment_failed: boolean
    /** All invoices are paid again. */
    payment_recovered: boolean
    /** The bank asks for a confirmation of a payment. */
    payment_needed: boolean
    /** The card expires. */
    card_expiring: boolean
    /** Logs will be kept for less long. */
    logs_shrink: boolean
    /** A charge is disputed at the bank. */
    dispute_opened: boolean
    /** A dispute is decided. */
    dispute_closed: boolean
    /** An account has ordered a plan (for operators). */
    order_placed: boolean
    /** An account has an invoice to be collected (for operators). */
    invoice_to_collect: boolean
  }
  /** One letter a week about the week before. */
  weekly_digest: boolean
  /** What each type tells of, in the language of the call. */
  about: {
    limit_80: string
    limit_100: string
    sending_paused: string
    sending_resumed: string
    rates_high: string
    domain_broken: string
    domain_failed: string
    domain_restored: string
    domain_expired: string
    domain_claimed: string
    domain_keys: string
    webhook_failing: string
    import_done: string
    campaign_paused: string
    sign_in: string
    codes_tried: string
    trust_raised: string
    trust_lowered: string
    plan_started: string
    plan_changed: string
    plan_ends: string
    plan_ended: string
    invoice_issued: string
    payment_failed: string
    payment_recovered: string
    payment_needed: string
    card_expiring: string
    logs_shrink: string
    dispute_opened: string
    dispute_closed: string
    order_placed: string
    invoice_to_collect: string
  }
}

export type AuditListQuery = {
  /** usr_… or key_…. */
  actor?: string | undefined
  /** Whole, or a beginning such as domain. */
  action?: string | undefined
  /** An id. */
  target?: string | undefined
  /** From then on. */
  after?: string | undefined
  /** Before then. */
  before?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type AuditListItem = AuditRecord

export type AuditExportQuery = {
  /** usr_… or key_…. */
  actor?: string | undefined
  /** Whole, or a beginning such as domain. */
  action?: string | undefined
  /** An id. */
  target?: string | undefined
  /** From then on. */
  after?: string | undefined
  /** Before then. */
  before?: string | undefined
}

export type OperatorAuditQuery = {
  /** usr_… or key_…. */
  actor?: string | undefined
  /** Whole, or a beginning such as domain. */
  action?: string | undefined
  /** An id. */
  target?: string | undefined
  /** From then on. */
  after?: string | undefined
  /** Before then. */
  before?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type OperatorAuditItem = AuditRecord

export type MembersListItem = Member

export type MembersInviteBody = {
  email: string
  role: 'owner' | 'developer' | 'marketing' | 'reader'
}

export type MembersInviteAnswer = {
  /** usr_…, or inv_… of an invitation. */
  id: string
  email: string
  name: string
  role: 'owner' | 'developer' | 'marketing' | 'reader'
  status: 'active' | 'invited'
  verified: boolean
  totp_enabled: boolean
  created_at: string
  expires_at?: string | undefined
  seen_at?: string | null | undefined
  /** Of the link {dashboard url}/invite?token=…, only where the installation sends no letters. */
  token?: string | undefined
}

export type MembersUpdateBody = {
  role: 'owner' | 'developer' | 'marketing' | 'reader'
}

export type MembersUpdateAnswer = Member

export type MembersDeleteAnswer = {
  id: string
  deleted: true
}

export type InvitationsLookBody = {
  token: string
}

export type InvitationsLookAnswer = {
  email: string
  role: 'owner' | 'developer' | 'marketing' | 'reader'
  account_name: string
  language: string
}

export type InvitationsAcceptBody = {
  token: string
  password: string
  name?: string | undefined
}

export type InvitationsAcceptAnswer = Session

export type ProjectsListItem = Project

export type ProjectsCreateBody = {
  name: string
  language?: 'pt' | 'en' | undefined
}

export type ProjectsCreateAnswer = Project

export type ProjectsUpdateBody = {
  name?: string | undefined
  language?: 'pt' | 'en' | null | undefined
}

export type ProjectsUpdateAnswer = Project

export type ProjectsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectsContentsAnswer = {
  /** 10,000: as many or more. */
  keys: number
  /** When one was used last. */
  key_used_at: string | null
  /** 10,000: as many or more. */
  domains: number
  /** 10,000: as many or more. */
  webhooks: number
  /** 10,000: as many or more. */
  suppressions: number
  /** 10,000: as many or more. */
  contacts: number
}

export type KeysListItem = {
  id: string
  prefix: string
  name: string
  mode: 'live' | 'test'
  scope: 'send' | 'read' | 'admin'
  allow_ips: string[]
  rate: number | null
  created_at: string
  last_used_at: string | null
  /** null: it does not. */
  expires_at: string | null
  /** The name of the member who made it; null: nobody who is a member now. */
  created_by: string | null
}

export type KeysCreateBody = {
  name?: string | undefined
  mode: 'live' | 'test'
  scope: 'send' | 'read' | 'admin'
  allow_ips?: string[] | undefined
  rate?: number | undefined
  expires_in_days?: number | undefined
}

export type KeysCreateAnswer = {
  id: string
  prefix: string
  name: string
  mode: 'live' | 'test'
  scope: 'send' | 'read' | 'admin'
  allow_ips: string[]
  rate: number | null
  created_at: string
  last_used_at: string | null
  /** null: it does not. */
  expires_at: string | null
  /** The name of the member who made it; null: nobody who is a member now. */
  created_by: string | null
  key: string
}

export type KeysDeleteAnswer = {
  id: string
  deleted: true
}

export type DeletedListItem = DeletedThing

export type DeletedRestoreAnswer = {
  id: string
  restored: true
}

export type SharedDomainLookBody = {
  token: string
}

export type SharedDomainLookAnswer = SharedDomain

export type SharedDomainVerifyBody = {
  token: string
}

export type SharedDomainVerifyAnswer = SharedDomain

export type OperatorAccountsListQuery = {
  search?: string | undefined
  order?: 'newest' | 'harm' | undefined
  limit?: number | undefined
  starting_after?: string | undefined
}

export type OperatorAccountsListItem = ListedAccount

export type OperatorAccountsGetAnswer = OperatedAccount

export type OperatorAccountsUpdateBody = {
  plan?: 'free' | 'pro' | 'scale' | 'enterprise' | undefined
  trust_level?: 0 | 1 | 2 | 3 | undefined
  pause?: 'none' | 'regular' | 'full' | undefined
  /** With `pause`: what the customer reads, in the notice and every refusal. */
  pause_reason?: { en: string; pt: string } | undefined
  rate?: number | null | undefined
  operator?: boolean | undefined
}

export type OperatorAccountsUpdateAnswer = OperatedAccount

export type OperatorAccountsReportAnswer = AccountReport

export type OperatorHoldsListItem = MailHold

export type OperatorHoldsCreateBody = {
  /** Whose mail. */
  account_id?: string | undefined
  /** Or where to: of the recipients. */
  domain?: string | undefined
  /** It goes on by itself then; null or absent: when it is let go. */
  hours?: number | null | undefined
  /** What the customer reads on the timeline of each email. */
  reason?: { en: string; pt: string } | undefined
}

export type OperatorHoldsCreateAnswer = MailHold

export type OperatorHoldsDeleteAnswer = {
  id: string
  deleted: true
}

export type OperatorWaitingGetQuery = {
  /** Whose mail. */
  account_id?: string | undefined
  /** Or where to: of the recipients. */
  domain?: string | undefined
}

export type OperatorWaitingGetAnswer = {
  waiting: number
}

export type OperatorWaitingReturnBody = {
  /** Whose mail. */
  account_id?: string | undefined
  /** Or where to: of the recipients. */
  domain?: string | undefined
  /** How many recipients; no more are returned, and at most 5,000 in one call. */
  count: number
  /** What the customer reads on the timeline of each email. */
  reason: { en: string; pt: string }
}

export type OperatorWaitingReturnAnswer = {
  /** Whose mail. */
  account_id?: string | undefined
  /** Or where to: of the recipients. */
  domain?: string | undefined
  returned: number
  /** What the customer reads on the timeline of each email. */
  reason: { en: string; pt: string }
}

export type OperatorNodesListItem = Node

export type OperatorNodesDrainAnswer = Node

export type OperatorNodesResumeAnswer = Node

export type OperatorSourceAddressesListItem = SourceAddress

export type OperatorSourceAddressesCreateBody = {
  address: string
  hostname: string
  pool?: string | undefined
  projects?: string[] | null | undefined
  streams?: ('transactional' | 'marketing')[] | null | undefined
  state?: 'warming' | 'active' | undefined
  stage?: number | undefined
}

export type OperatorSourceAddressesCreateAnswer = SourceAddress

export type OperatorSourceAddressesGetAnswer = SourceAddress

export type OperatorSourceAddressesUpdateBody = {
  hostname?: string | undefined
  pool?: string | undefined
  projects?: string[] | null | undefined
  streams?: ('transactional' | 'marketing')[] | null | undefined
}

export type OperatorSourceAddressesUpdateAnswer = SourceAddress

export type OperatorSourceAddressesDeleteAnswer = {
  id: string
  deleted: true
}

export type OperatorSourceAddressesPauseAnswer = SourceAddress

export type OperatorSourceAddressesResumeAnswer = SourceAddress

export type OperatorSourceAddressesPromoteAnswer = SourceAddress

export type OperatorQueueGetAnswer = {
  kinds: { kind: string; waiting: number; due: number; oldest_due_at: string }[]
  destinations: {
    domain: string
    waiting: number
    due: number
    next_due_at: string
    /** Whose mail it is: the three with most of it. */
    accounts: {
      id: string
      name: string
      waiting: number
      /** Of servers, to mail of these accounts; of the newest 1,000 of each project. */
      last_hour: { answers: number; deferred: number }
    }[]
    /** Of servers, to mail of these accounts; of the newest 1,000 of each project. */
    last_hour: { answers: number; deferred: number }
  }[]
  sampled: boolean
  lanes: SharedLane[]
}

export type OperatorQueueRetryBody = {
  domain: string
}

export type OperatorQueueRetryAnswer = {
  domain: string
  moved: number
}

export type OperatorMetricsGetAnswer = {
  data: {
    name: string
    help: string
    type: string
    samples: {
      suffix?: string | undefined
      labels: { [key: string]: string }
      value: number
    }[]
  }[]
}

export type OperatorDoctorGetQuery = {
  /** Look now, rather than tell what was found in the last minute. */
  anew?: boolean | undefined
}

export type OperatorDoctorGetAnswer = {
  ok: boolean
  checked_at: string
  checks: { check: string; level: 'ok' | 'warning' | 'error'; text: string }[]
}

export type PlansListAnswer = {
  currencies: ('BRL' | 'USD')[]
  data: {
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    included: number | null
    daily: number | null
    domains: number | null
    retention_days: number
    prices: { currency: 'BRL' | 'USD'; month: string; overage_per_1000: string | null }[]
  }[]
}

export type BillingGetQuery = {
  fresh?: '0' | '1' | undefined
}

export type BillingGetAnswer = Billing

export type BillingPeriodsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type BillingPeriodsListItem = {
  from: string
  to: string
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  currency: 'BRL' | 'USD'
  included: number | null
  used: number
  extra: number
  cost: string
  cap: string
  invoice_id: string | null
}

export type BillingInvoicesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type BillingInvoicesListItem = Invoice

export type BillingInvoicesGetAnswer = Invoice

export type BillingInvoicesPaymentAnswer = {
  number: string
  amount: string
  currency: 'BRL' | 'USD'
  contact: string | null
  text: string | null
  pix: { code: string; key: string; name: string } | null
}

export type BillingInvoicesPayAnswer = Invoice | {
  pay_url: string | null
}

export type BillingUsageListQuery = {
  period?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type BillingUsageListItem = {
  at: string
  used: number
  extra: number
  cost: string
}

export type BillingUsageExportQuery = {
  period?: string | undefined
}

export type BillingChangesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type BillingChangesListItem = {
  at: string
  kind: 'cap' | 'plan'
  from: string | null
  to: string | null
  by: string | null
}

export type BillingCheckoutBody = {
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  currency?: 'BRL' | 'USD' | null | undefined
  pay_by?: 'card' | 'invoice' | null | undefined
  /** As of PATCH /api/account; kept. */
  tax_id?: string | null | undefined
}

export type BillingCheckoutAnswer = {
  id: string
  url: string | null
  expires_at: string
  invoice_id: string
}

export type BillingOrderWithdrawAnswer = Billing

export type BillingPortalBody = {
  purpose?: 'payment_method' | 'invoices' | null | undefined
}

export type BillingPortalAnswer = {
  url: string
}

export type BillingPlanBody = {
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  dry_run?: boolean | null | undefined
}

export type BillingPlanAnswer = {
  applies: 'now' | 'when_paid' | 'at_period_end' | 'unchanged'
  at: string | null
  charge: string
  currency: 'BRL' | 'USD'
  invoice: string | null
  warnings: { code: 'payment_declined' | 'domains_above' | 'logs_shrink'; text: string }[]
}

export type OperatorBillingGetAnswer = {
  provider: 'manual' | 'stripe'
  mode: 'live' | 'test'
  active: number
  past_due: number
  differences: number
  last_event_at: string | null
}

export type OperatorBillingRevenueAnswer = {
  data: BillingRevenue[]
}

export type OperatorBillingDifferencesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type OperatorBillingDifferencesListItem = BillingDifference

export type OperatorBillingInvoicesListQuery = {
  state?: 'due' | 'open' | 'paid' | 'void' | 'lost' | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type OperatorBillingInvoicesListItem = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingInvoicesExportQuery = {
  state?: 'due' | 'open' | 'paid' | 'void' | 'lost' | undefined
}

export type OperatorBillingInvoicesPaidBody = {
  reference: string
  /** The day on which the money came, in the account's zone; null: today. */
  date?: string | null | undefined
  /** What came; it has to be the whole of the invoice. */
  amount?: string | null | undefined
}

export type OperatorBillingInvoicesPaidAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingInvoicesRefundBody = {
  amount: string
  reason: string
  end?: boolean | null | undefined
}

export type OperatorBillingInvoicesRefundAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingInvoicesForgiveBody = {
  reason: string
}

export type OperatorBillingInvoicesForgiveAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingInvoicesRemindAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingInvoicesFiscal_noteBody = {
  number: string
}

export type OperatorBillingInvoicesFiscal_noteAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingDifferencesSettleAnswer = BillingDifference

export type OperatorBillingAccountsSubscribeBody = {
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  currency?: 'BRL' | 'USD' | null | undefined
  price?: string | null | undefined
  pay_by?: 'card' | 'invoice' | null | undefined
}

export type OperatorBillingAccountsSubscribeAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: { from: string; to: string }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  payments: InvoicePayment[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type ProjectEmailsAnswersAnswer = {
  data: RecipientAnswer[]
}

export type ProjectFilesFoldersAnswer = {
  data: string[]
}

export type ProjectMarketingSettingsThemePreviewBody = {
  /** How all pages and service letters for people look. */
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
  } | undefined
  words?: {
    /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
    pt?: { [key: string]: string } | undefined
    /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_close, form_first_name, form_last_name, form_company, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
    en?: { [key: string]: string } | undefined
  } | undefined
  shown: 'form' | 'confirmation' | 'letter' | 'preferences' | 'unsubscribe'
  language: 'pt' | 'en'
}

export type ProjectMarketingSettingsThemePreviewAnswer = {
  html: string
}

export type ProjectMarketingSettingsWordsAnswer = {
  data: {
    name: string
    page: 'form' | 'confirmation' | 'letter' | 'preferences' | 'unsubscribe'
    en: string
    pt: string
  }[]
}

export type ProjectFormsPreviewQuery = {
  language: 'pt' | 'en'
}

export type ProjectFormsPreviewAnswer = {
  html: string
}

export type ProjectWebhooksAttemptAnswer = {
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
  /** As it was signed and sent. */
  request_body: string
}

export type ProjectWebhookAnswersListAnswer = {
  data: WebhookAnswers[]
}

export type ProjectDomainLinkGetAnswer = {
  link: DomainLink | null
}

export type ProjectDomainLinkCreateAnswer = DomainLink

export type ProjectDomainLinkDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectSuppressionsImportBody = {
  /** Columns email and optionally stream and reason, or those of another service. */
  csv: string
  stream?: 'all' | 'marketing' | undefined
}

export type ProjectSuppressionsImportAnswer = {
  added: number
  already: number
  invalid: { line: number; text: string }[]
}

export type ProjectSequencesFiguresAnswer = {
  data: { id: string; inside: number }[]
}

export type ProjectSequencesPeopleQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  state?: 'inside' | 'finished' | 'exited' | 'cancelled' | undefined
}

export type ProjectSequencesPeopleItem = {
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
  email: string | null
  /** The way has ended, steps of it were skipped, and no email was sent. */
  nothing_sent: boolean
}

export type ProjectContactsSequencesAnswer = {
  data: {
    /** enr_… */
    id: string
    sequence_id: string
    /** Of the sequence. */
    name: string
    state: 'inside' | 'finished' | 'exited' | 'cancelled'
    entered_at: string
  }[]
}

export type ProjectOverviewGetQuery = {
  days?: 7 | 30 | 90 | undefined
}

export type ProjectOverviewGetAnswer = Overview

export type ProjectDeliverabilityGetQuery = {
  days?: 7 | 30 | 90 | undefined
}

export type ProjectDeliverabilityGetAnswer = {
  days: number
  from: string
  /** With the same counts of as many days before. */
  providers: {
    provider: string
    delivered: number
    bounced: number
    deferred: number
    complained: number
    before: { delivered: number; bounced: number; deferred: number; complained: number }
  }[]
  bounces: Cause[]
  deferrals: Cause[]
  tls: {
    provider: string
    dane: number
    'mta-sts': number
    verified: number
    unverified: number
    none: number
  }[]
  lanes: Lane[]
}

export type ProjectNamesListAnswer = {
  data: {
    kind: 'campaign' | 'template' | 'sequence' | 'segment' | 'form' | 'domain'
    id: string
    name: string
  }[]
}

/** Every call by its name. */
export interface Calls {
  'session.create': { body: SessionCreateBody; answer: SessionCreateAnswer }
  'session.get': { answer: SessionGetAnswer }
  'session.delete': { answer: SessionDeleteAnswer }
  'user.update': { body: UserUpdateBody; answer: UserUpdateAnswer }
  'signup.create': { body: SignupCreateBody; answer: SignupCreateAnswer }
  'signup.get': { answer: SignupGetAnswer }
  'signup.verify': { body: SignupVerifyBody; answer: SignupVerifyAnswer }
  'signup.resend': { answer: SignupResendAnswer }
  'password.forgot': { body: PasswordForgotBody; answer: PasswordForgotAnswer }
  'password.reset': { body: PasswordResetBody; answer: PasswordResetAnswer }
  'password.change': { body: PasswordChangeBody; answer: PasswordChangeAnswer }
  'sessions.list': { answer: { data: SessionsListItem[]; has_more: boolean } }
  'sessions.deleteOthers': { answer: SessionsDeleteOthersAnswer }
  'sessions.delete': { answer: SessionsDeleteAnswer }
  'totp.setup': { answer: TotpSetupAnswer }
  'totp.enable': { body: TotpEnableBody; answer: TotpEnableAnswer }
  'totp.disable': { body: TotpDisableBody; answer: TotpDisableAnswer }
  'signIn.get': { answer: SignInGetAnswer }
  'signIn.begin': { body: SignInBeginBody; answer: SignInBeginAnswer }
  'signIn.finish': { body: SignInFinishBody; answer: SignInFinishAnswer }
  'identities.list': { answer: { data: IdentitiesListItem[]; has_more: boolean } }
  'identities.delete': { answer: IdentitiesDeleteAnswer }
  'passkeys.list': { answer: { data: PasskeysListItem[]; has_more: boolean } }
  'passkeys.create': { body: PasskeysCreateBody; answer: PasskeysCreateAnswer }
  'passkeys.begin': { body: PasskeysBeginBody; answer: PasskeysBeginAnswer }
  'passkeys.delete': { answer: PasskeysDeleteAnswer }
  'passkeys.update': { body: PasskeysUpdateBody; answer: PasskeysUpdateAnswer }
  'signIn.passkey': { answer: SignInPasskeyAnswer }
  'signIn.answer': { body: SignInAnswerBody; answer: SignInAnswerAnswer }
  'claim.create': { body: ClaimCreateBody; answer: ClaimCreateAnswer }
  'address.ask': { body: AddressAskBody; answer: AddressAskAnswer }
  'address.confirm': { body: AddressConfirmBody; answer: AddressConfirmAnswer }
  'address.restore': { body: AddressRestoreBody; answer: AddressRestoreAnswer }
  'account.update': { body: AccountUpdateBody; answer: AccountUpdateAnswer }
  'limits.get': { answer: LimitsGetAnswer }
  'notices.list': {
    query: NoticesListQuery
    answer: { data: NoticesListItem[]; has_more: boolean }
  }
  'notices.read': { answer: NoticesReadAnswer }
  'connection.get': { answer: ConnectionGetAnswer }
  'noticeSettings.get': { answer: NoticeSettingsGetAnswer }
  'noticeSettings.update': { body: NoticeSettingsUpdateBody; answer: NoticeSettingsUpdateAnswer }
  'audit.list': { query: AuditListQuery; answer: { data: AuditListItem[]; has_more: boolean } }
  'audit.export': { query: AuditExportQuery; answer: string }
  'operator.audit': {
    query: OperatorAuditQuery
    answer: { data: OperatorAuditItem[]; has_more: boolean }
  }
  'members.list': { answer: { data: MembersListItem[]; has_more: boolean } }
  'members.invite': { body: MembersInviteBody; answer: MembersInviteAnswer }
  'members.update': { body: MembersUpdateBody; answer: MembersUpdateAnswer }
  'members.delete': { answer: MembersDeleteAnswer }
  'invitations.look': { body: InvitationsLookBody; answer: InvitationsLookAnswer }
  'invitations.accept': { body: InvitationsAcceptBody; answer: InvitationsAcceptAnswer }
  'projects.list': { answer: { data: ProjectsListItem[]; has_more: boolean } }
  'projects.create': { body: ProjectsCreateBody; answer: ProjectsCreateAnswer }
  'projects.update': { body: ProjectsUpdateBody; answer: ProjectsUpdateAnswer }
  'projects.delete': { answer: ProjectsDeleteAnswer }
  'projects.contents': { answer: ProjectsContentsAnswer }
  'keys.list': { answer: { data: KeysListItem[]; has_more: boolean } }
  'keys.create': { body: KeysCreateBody; answer: KeysCreateAnswer }
  'keys.delete': { answer: KeysDeleteAnswer }
  'deleted.list': { answer: { data: DeletedListItem[]; has_more: boolean } }
  'deleted.restore': { answer: DeletedRestoreAnswer }
  'sharedDomain.look': { body: SharedDomainLookBody; answer: SharedDomainLookAnswer }
  'sharedDomain.verify': { body: SharedDomainVerifyBody; answer: SharedDomainVerifyAnswer }
  'operator.accounts.list': {
    query: OperatorAccountsListQuery
    answer: { data: OperatorAccountsListItem[]; has_more: boolean }
  }
  'operator.accounts.get': { answer: OperatorAccountsGetAnswer }
  'operator.accounts.update': {
    body: OperatorAccountsUpdateBody
    answer: OperatorAccountsUpdateAnswer
  }
  'operator.accounts.report': { answer: OperatorAccountsReportAnswer }
  'operator.holds.list': { answer: { data: OperatorHoldsListItem[]; has_more: boolean } }
  'operator.holds.create': { body: OperatorHoldsCreateBody; answer: OperatorHoldsCreateAnswer }
  'operator.holds.delete': { answer: OperatorHoldsDeleteAnswer }
  'operator.waiting.get': { query: OperatorWaitingGetQuery; answer: OperatorWaitingGetAnswer }
  'operator.waiting.return': {
    body: OperatorWaitingReturnBody
    answer: OperatorWaitingReturnAnswer
  }
  'operator.nodes.list': { answer: { data: OperatorNodesListItem[]; has_more: boolean } }
  'operator.nodes.drain': { answer: OperatorNodesDrainAnswer }
  'operator.nodes.resume': { answer: OperatorNodesResumeAnswer }
  'operator.sourceAddresses.list': {
    answer: { data: OperatorSourceAddressesListItem[]; has_more: boolean }
  }
  'operator.sourceAddresses.create': {
    body: OperatorSourceAddressesCreateBody
    answer: OperatorSourceAddressesCreateAnswer
  }
  'operator.sourceAddresses.get': { answer: OperatorSourceAddressesGetAnswer }
  'operator.sourceAddresses.update': {
    body: OperatorSourceAddressesUpdateBody
    answer: OperatorSourceAddressesUpdateAnswer
  }
  'operator.sourceAddresses.delete': { answer: OperatorSourceAddressesDeleteAnswer }
  'operator.sourceAddresses.pause': { answer: OperatorSourceAddressesPauseAnswer }
  'operator.sourceAddresses.resume': { answer: OperatorSourceAddressesResumeAnswer }
  'operator.sourceAddresses.promote': { answer: OperatorSourceAddressesPromoteAnswer }
  'operator.queue.get': { answer: OperatorQueueGetAnswer }
  'operator.queue.retry': { body: OperatorQueueRetryBody; answer: OperatorQueueRetryAnswer }
  'operator.metrics.get': { answer: OperatorMetricsGetAnswer }
  'operator.doctor.get': { query: OperatorDoctorGetQuery; answer: OperatorDoctorGetAnswer }
  'plans.list': { answer: PlansListAnswer }
  'billing.get': { query: BillingGetQuery; answer: BillingGetAnswer }
  'billing.periods.list': {
    query: BillingPeriodsListQuery
    answer: { data: BillingPeriodsListItem[]; has_more: boolean }
  }
  'billing.invoices.list': {
    query: BillingInvoicesListQuery
    answer: { data: BillingInvoicesListItem[]; has_more: boolean }
  }
  'billing.invoices.get': { answer: BillingInvoicesGetAnswer }
  'billing.invoices.payment': { answer: BillingInvoicesPaymentAnswer }
  'billing.invoices.pdf': { answer: string }
  'billing.invoices.pay': { answer: BillingInvoicesPayAnswer }
  'billing.usage.list': {
    query: BillingUsageListQuery
    answer: { data: BillingUsageListItem[]; has_more: boolean }
  }
  'billing.usage.export': { query: BillingUsageExportQuery; answer: string }
  'billing.changes.list': {
    query: BillingChangesListQuery
    answer: { data: BillingChangesListItem[]; has_more: boolean }
  }
  'billing.checkout': { body: BillingCheckoutBody; answer: BillingCheckoutAnswer }
  'billing.order.withdraw': { answer: BillingOrderWithdrawAnswer }
  'billing.portal': { body: BillingPortalBody; answer: BillingPortalAnswer }
  'billing.plan': { body: BillingPlanBody; answer: BillingPlanAnswer }
  'operator.billing.get': { answer: OperatorBillingGetAnswer }
  'operator.billing.revenue': { answer: OperatorBillingRevenueAnswer }
  'operator.billing.invoices.pdf': { answer: string }
  'operator.billing.differences.list': {
    query: OperatorBillingDifferencesListQuery
    answer: { data: OperatorBillingDifferencesListItem[]; has_more: boolean }
  }
  'operator.billing.invoices.list': {
    query: OperatorBillingInvoicesListQuery
    answer: { data: OperatorBillingInvoicesListItem[]; has_more: boolean }
  }
  'operator.billing.invoices.export': { query: OperatorBillingInvoicesExportQuery; answer: string }
  'operator.billing.invoices.paid': {
    body: OperatorBillingInvoicesPaidBody
    answer: OperatorBillingInvoicesPaidAnswer
  }
  'operator.billing.invoices.refund': {
    body: OperatorBillingInvoicesRefundBody
    answer: OperatorBillingInvoicesRefundAnswer
  }
  'operator.billing.invoices.forgive': {
    body: OperatorBillingInvoicesForgiveBody
    answer: OperatorBillingInvoicesForgiveAnswer
  }
  'operator.billing.invoices.remind': { answer: OperatorBillingInvoicesRemindAnswer }
  'operator.billing.invoices.fiscal_note': {
    body: OperatorBillingInvoicesFiscal_noteBody
    answer: OperatorBillingInvoicesFiscal_noteAnswer
  }
  'operator.billing.differences.settle': { answer: OperatorBillingDifferencesSettleAnswer }
  'operator.billing.accounts.subscribe': {
    body: OperatorBillingAccountsSubscribeBody
    answer: OperatorBillingAccountsSubscribeAnswer
  }
  'project.emails.send': { body: Api.EmailsSendBody; answer: Api.EmailsSendAnswer }
  'project.emails.list': {
    query: Api.EmailsListQuery
    answer: { data: Api.EmailsListItem[]; has_more: boolean }
  }
  'project.emails.sendBatch': { body: Api.EmailsSendBatchBody; answer: Api.EmailsSendBatchAnswer }
  'project.emails.check': { body: Api.EmailsCheckBody; answer: Api.EmailsCheckAnswer }
  'project.emails.update': { body: Api.EmailsUpdateBody; answer: Api.EmailsUpdateAnswer }
  'project.emails.get': { answer: Api.EmailsGetAnswer }
  'project.emails.cancel': { answer: Api.EmailsCancelAnswer }
  'project.emails.resend': { body: Api.EmailsResendBody; answer: Api.EmailsResendAnswer }
  'project.emails.export': { query: Api.EmailsExportQuery; answer: string }
  'project.events.list': {
    query: Api.EventsListQuery
    answer: { data: Api.EventsListItem[]; has_more: boolean }
  }
  'project.emails.content': { answer: Api.EmailsContentAnswer }
  'project.emails.raw': { query: Api.EmailsRawQuery; answer: string }
  'project.webhooks.create': { body: Api.WebhooksCreateBody; answer: Api.WebhooksCreateAnswer }
  'project.webhooks.list': {
    query: Api.WebhooksListQuery
    answer: { data: Api.WebhooksListItem[]; has_more: boolean }
  }
  'project.webhooks.get': { answer: Api.WebhooksGetAnswer }
  'project.webhooks.update': { body: Api.WebhooksUpdateBody; answer: Api.WebhooksUpdateAnswer }
  'project.webhooks.delete': { answer: Api.WebhooksDeleteAnswer }
  'project.webhooks.attempts': {
    query: Api.WebhooksAttemptsQuery
    answer: { data: Api.WebhooksAttemptsItem[]; has_more: boolean }
  }
  'project.webhooks.resend': { answer: Api.WebhooksResendAnswer }
  'project.webhooks.resendFailed': { answer: Api.WebhooksResendFailedAnswer }
  'project.webhooks.rotateSecret': { answer: Api.WebhooksRotateSecretAnswer }
  'project.webhooks.test': { answer: Api.WebhooksTestAnswer }
  'project.suppressions.create': {
    body: Api.SuppressionsCreateBody
    answer: Api.SuppressionsCreateAnswer
  }
  'project.suppressions.list': {
    query: Api.SuppressionsListQuery
    answer: { data: Api.SuppressionsListItem[]; has_more: boolean }
  }
  'project.suppressions.delete': {
    query: Api.SuppressionsDeleteQuery
    answer: Api.SuppressionsDeleteAnswer
  }
  'project.notices.list': {
    query: Api.NoticesListQuery
    answer: { data: Api.NoticesListItem[]; has_more: boolean }
  }
  'project.requests.list': {
    query: Api.RequestsListQuery
    answer: { data: Api.RequestsListItem[]; has_more: boolean }
  }
  'project.requests.get': { answer: Api.RequestsGetAnswer }
  'project.domains.create': { body: Api.DomainsCreateBody; answer: Api.DomainsCreateAnswer }
  'project.domains.list': {
    query: Api.DomainsListQuery
    answer: { data: Api.DomainsListItem[]; has_more: boolean }
  }
  'project.domains.claim': { body: Api.DomainsClaimBody; answer: Api.DomainsClaimAnswer }
  'project.domains.get': { answer: Api.DomainsGetAnswer }
  'project.domains.delete': { answer: Api.DomainsDeleteAnswer }
  'project.domains.verify': { answer: Api.DomainsVerifyAnswer }
  'project.domains.publish': { body: Api.DomainsPublishBody; answer: Api.DomainsPublishAnswer }
  'project.domains.rotateKeys': { answer: Api.DomainsRotateKeysAnswer }
  'project.contacts.create': { body: Api.ContactsCreateBody; answer: Api.ContactsCreateAnswer }
  'project.contacts.list': {
    query: Api.ContactsListQuery
    answer: { data: Api.ContactsListItem[]; has_more: boolean }
  }
  'project.contacts.createBatch': {
    body: Api.ContactsCreateBatchBody
    answer: Api.ContactsCreateBatchAnswer
  }
  'project.contacts.export': { query: Api.ContactsExportQuery; answer: string }
  'project.contacts.values': { query: Api.ContactsValuesQuery; answer: Api.ContactsValuesAnswer }
  'project.contacts.get': { answer: Api.ContactsGetAnswer }
  'project.contacts.update': { body: Api.ContactsUpdateBody; answer: Api.ContactsUpdateAnswer }
  'project.contacts.delete': { answer: Api.ContactsDeleteAnswer }
  'project.contacts.erase': { answer: Api.ContactsEraseAnswer }
  'project.contacts.setTopics': {
    body: Api.ContactsSetTopicsBody
    answer: Api.ContactsSetTopicsAnswer
  }
  'project.contacts.dossier': { answer: Api.ContactsDossierAnswer }
  'project.contacts.timeline': {
    query: Api.ContactsTimelineQuery
    answer: { data: Api.ContactsTimelineItem[]; has_more: boolean }
  }
  'project.contacts.consents': {
    query: Api.ContactsConsentsQuery
    answer: { data: Api.ContactsConsentsItem[]; has_more: boolean }
  }
  'project.contacts.exportConsents': { answer: Api.ContactsExportConsentsAnswer }
  'project.contactProperties.create': {
    body: Api.ContactPropertiesCreateBody
    answer: Api.ContactPropertiesCreateAnswer
  }
  'project.contactProperties.list': {
    query: Api.ContactPropertiesListQuery
    answer: { data: Api.ContactPropertiesListItem[]; has_more: boolean }
  }
  'project.contactProperties.update': {
    body: Api.ContactPropertiesUpdateBody
    answer: Api.ContactPropertiesUpdateAnswer
  }
  'project.contactProperties.delete': { answer: Api.ContactPropertiesDeleteAnswer }
  'project.topics.create': { body: Api.TopicsCreateBody; answer: Api.TopicsCreateAnswer }
  'project.topics.list': {
    query: Api.TopicsListQuery
    answer: { data: Api.TopicsListItem[]; has_more: boolean }
  }
  'project.topics.get': { answer: Api.TopicsGetAnswer }
  'project.topics.update': { body: Api.TopicsUpdateBody; answer: Api.TopicsUpdateAnswer }
  'project.topics.delete': { answer: Api.TopicsDeleteAnswer }
  'project.contacts.search': {
    body: Api.ContactsSearchBody
    answer: { data: Api.ContactsSearchItem[]; has_more: boolean }
  }
  'project.segments.preview': { body: Api.SegmentsPreviewBody; answer: Api.SegmentsPreviewAnswer }
  'project.segments.create': { body: Api.SegmentsCreateBody; answer: Api.SegmentsCreateAnswer }
  'project.segments.list': {
    query: Api.SegmentsListQuery
    answer: { data: Api.SegmentsListItem[]; has_more: boolean }
  }
  'project.segments.get': { answer: Api.SegmentsGetAnswer }
  'project.segments.update': { body: Api.SegmentsUpdateBody; answer: Api.SegmentsUpdateAnswer }
  'project.segments.delete': { answer: Api.SegmentsDeleteAnswer }
  'project.segments.contacts': {
    query: Api.SegmentsContactsQuery
    answer: { data: Api.SegmentsContactsItem[]; has_more: boolean }
  }
  'project.segments.because': { answer: Api.SegmentsBecauseAnswer }
  'project.segments.addMembers': {
    body: Api.SegmentsAddMembersBody
    answer: Api.SegmentsAddMembersAnswer
  }
  'project.segments.removeMembers': {
    body: Api.SegmentsRemoveMembersBody
    answer: Api.SegmentsRemoveMembersAnswer
  }
  'project.activity.create': { body: Api.ActivityCreateBody; answer: Api.ActivityCreateAnswer }
  'project.activity.list': {
    query: Api.ActivityListQuery
    answer: { data: Api.ActivityListItem[]; has_more: boolean }
  }
  'project.activity.createBatch': {
    body: Api.ActivityCreateBatchBody
    answer: Api.ActivityCreateBatchAnswer
  }
  'project.forms.create': { body: Api.FormsCreateBody; answer: Api.FormsCreateAnswer }
  'project.forms.list': {
    query: Api.FormsListQuery
    answer: { data: Api.FormsListItem[]; has_more: boolean }
  }
  'project.forms.get': { answer: Api.FormsGetAnswer }
  'project.forms.update': { body: Api.FormsUpdateBody; answer: Api.FormsUpdateAnswer }
  'project.forms.delete': { answer: Api.FormsDeleteAnswer }
  'project.marketingSettings.get': { answer: Api.MarketingSettingsGetAnswer }
  'project.marketingSettings.update': {
    body: Api.MarketingSettingsUpdateBody
    answer: Api.MarketingSettingsUpdateAnswer
  }
  'project.marketingSettings.brand': {
    body: Api.MarketingSettingsBrandBody
    answer: Api.MarketingSettingsBrandAnswer
  }
  'project.forms.stats': { query: Api.FormsStatsQuery; answer: Api.FormsStatsAnswer }
  'project.imports.create': { body: Api.ImportsCreateBody; answer: Api.ImportsCreateAnswer }
  'project.imports.list': {
    query: Api.ImportsListQuery
    answer: { data: Api.ImportsListItem[]; has_more: boolean }
  }
  'project.imports.file': { answer: Api.ImportsFileAnswer }
  'project.imports.get': { answer: Api.ImportsGetAnswer }
  'project.imports.errors': {
    query: Api.ImportsErrorsQuery
    answer: { data: Api.ImportsErrorsItem[]; has_more: boolean }
  }
  'project.imports.recognise': {
    body: Api.ImportsRecogniseBody
    answer: Api.ImportsRecogniseAnswer
  }
  'project.imports.start': { body: Api.ImportsStartBody; answer: Api.ImportsStartAnswer }
  'project.imports.cancel': { answer: Api.ImportsCancelAnswer }
  'project.imports.undo': { answer: Api.ImportsUndoAnswer }
  'project.imports.people': { body: Api.ImportsPeopleBody; answer: Api.ImportsPeopleAnswer }
  'project.contacts.imports': {
    query: Api.ContactsImportsQuery
    answer: { data: Api.ContactsImportsItem[]; has_more: boolean }
  }
  'project.templates.create': { body: Api.TemplatesCreateBody; answer: Api.TemplatesCreateAnswer }
  'project.templates.list': {
    query: Api.TemplatesListQuery
    answer: { data: Api.TemplatesListItem[]; has_more: boolean }
  }
  'project.templates.get': { answer: Api.TemplatesGetAnswer }
  'project.templates.update': { body: Api.TemplatesUpdateBody; answer: Api.TemplatesUpdateAnswer }
  'project.templates.delete': { answer: Api.TemplatesDeleteAnswer }
  'project.templates.publish': { answer: Api.TemplatesPublishAnswer }
  'project.templates.versions': {
    query: Api.TemplatesVersionsQuery
    answer: { data: Api.TemplatesVersionsItem[]; has_more: boolean }
  }
  'project.templates.restore': { answer: Api.TemplatesRestoreAnswer }
  'project.templates.preview': {
    body: Api.TemplatesPreviewBody
    answer: Api.TemplatesPreviewAnswer
  }
  'project.templates.check': { answer: Api.TemplatesCheckAnswer }
  'project.templates.duplicate': {
    body: Api.TemplatesDuplicateBody
    answer: Api.TemplatesDuplicateAnswer
  }
  'project.savedBlocks.create': {
    body: Api.SavedBlocksCreateBody
    answer: Api.SavedBlocksCreateAnswer
  }
  'project.savedBlocks.list': {
    query: Api.SavedBlocksListQuery
    answer: { data: Api.SavedBlocksListItem[]; has_more: boolean }
  }
  'project.savedBlocks.get': { answer: Api.SavedBlocksGetAnswer }
  'project.savedBlocks.delete': { answer: Api.SavedBlocksDeleteAnswer }
  'project.startingLetters.list': {
    query: Api.StartingLettersListQuery
    answer: Api.StartingLettersListAnswer
  }
  'project.files.create': { answer: Api.FilesCreateAnswer }
  'project.files.list': {
    query: Api.FilesListQuery
    answer: { data: Api.FilesListItem[]; has_more: boolean }
  }
  'project.files.get': { answer: Api.FilesGetAnswer }
  'project.files.update': { body: Api.FilesUpdateBody; answer: Api.FilesUpdateAnswer }
  'project.files.delete': { answer: Api.FilesDeleteAnswer }
  'project.campaigns.create': { body: Api.CampaignsCreateBody; answer: Api.CampaignsCreateAnswer }
  'project.campaigns.list': {
    query: Api.CampaignsListQuery
    answer: { data: Api.CampaignsListItem[]; has_more: boolean }
  }
  'project.campaigns.revenue': {
    query: Api.CampaignsRevenueQuery
    answer: Api.CampaignsRevenueAnswer
  }
  'project.campaigns.sendTimes': {
    query: Api.CampaignsSendTimesQuery
    answer: Api.CampaignsSendTimesAnswer
  }
  'project.campaigns.get': { answer: Api.CampaignsGetAnswer }
  'project.campaigns.update': { body: Api.CampaignsUpdateBody; answer: Api.CampaignsUpdateAnswer }
  'project.campaigns.delete': { answer: Api.CampaignsDeleteAnswer }
  'project.campaigns.send': { answer: Api.CampaignsSendAnswer }
  'project.campaigns.schedule': {
    body: Api.CampaignsScheduleBody
    answer: Api.CampaignsScheduleAnswer
  }
  'project.campaigns.unschedule': { answer: Api.CampaignsUnscheduleAnswer }
  'project.campaigns.pause': { answer: Api.CampaignsPauseAnswer }
  'project.campaigns.resume': { answer: Api.CampaignsResumeAnswer }
  'project.campaigns.cancel': { answer: Api.CampaignsCancelAnswer }
  'project.campaigns.duplicate': {
    body: Api.CampaignsDuplicateBody
    answer: Api.CampaignsDuplicateAnswer
  }
  'project.campaigns.winner': { body: Api.CampaignsWinnerBody; answer: Api.CampaignsWinnerAnswer }
  'project.campaigns.preflight': { answer: Api.CampaignsPreflightAnswer }
  'project.campaigns.forecast': { answer: Api.CampaignsForecastAnswer }
  'project.campaigns.preview': {
    body: Api.CampaignsPreviewBody
    answer: Api.CampaignsPreviewAnswer
  }
  'project.campaigns.test': { body: Api.CampaignsTestBody; answer: Api.CampaignsTestAnswer }
  'project.campaigns.recipients': {
    query: Api.CampaignsRecipientsQuery
    answer: { data: Api.CampaignsRecipientsItem[]; has_more: boolean }
  }
  'project.campaigns.recipient': { answer: Api.CampaignsRecipientAnswer }
  'project.campaigns.links': { answer: { data: Api.CampaignsLinksItem[]; has_more: boolean } }
  'project.campaigns.mendLink': {
    body: Api.CampaignsMendLinkBody
    answer: Api.CampaignsMendLinkAnswer
  }
  'project.campaigns.stats': { query: Api.CampaignsStatsQuery; answer: Api.CampaignsStatsAnswer }
  'project.campaigns.report': { answer: Api.CampaignsReportAnswer }
  'project.sequences.create': { body: Api.SequencesCreateBody; answer: Api.SequencesCreateAnswer }
  'project.sequences.list': {
    query: Api.SequencesListQuery
    answer: { data: Api.SequencesListItem[]; has_more: boolean }
  }
  'project.sequences.get': { answer: Api.SequencesGetAnswer }
  'project.sequences.update': { body: Api.SequencesUpdateBody; answer: Api.SequencesUpdateAnswer }
  'project.sequences.delete': { query: Api.SequencesDeleteQuery; answer: Api.SequencesDeleteAnswer }
  'project.sequences.publish': {
    body: Api.SequencesPublishBody
    answer: Api.SequencesPublishAnswer
  }
  'project.sequences.pause': { body: Api.SequencesPauseBody; answer: Api.SequencesPauseAnswer }
  'project.sequences.resume': { body: Api.SequencesResumeBody; answer: Api.SequencesResumeAnswer }
  'project.sequences.archive': { answer: Api.SequencesArchiveAnswer }
  'project.sequences.duplicate': {
    body: Api.SequencesDuplicateBody
    answer: Api.SequencesDuplicateAnswer
  }
  'project.sequences.versions': {
    query: Api.SequencesVersionsQuery
    answer: { data: Api.SequencesVersionsItem[]; has_more: boolean }
  }
  'project.sequences.stats': { query: Api.SequencesStatsQuery; answer: Api.SequencesStatsAnswer }
  'project.sequences.simulate': {
    body: Api.SequencesSimulateBody
    answer: Api.SequencesSimulateAnswer
  }
  'project.sequences.enroll': { body: Api.SequencesEnrollBody; answer: Api.SequencesEnrollAnswer }
  'project.sequences.enrollments': {
    query: Api.SequencesEnrollmentsQuery
    answer: { data: Api.SequencesEnrollmentsItem[]; has_more: boolean }
  }
  'project.sequences.enrollment': { answer: Api.SequencesEnrollmentAnswer }
  'project.sequences.exit': { answer: Api.SequencesExitAnswer }
  'project.sequences.skipWait': { answer: Api.SequencesSkipWaitAnswer }
  'project.sequences.previewSegment': {
    body: Api.SequencesPreviewSegmentBody
    answer: Api.SequencesPreviewSegmentAnswer
  }
  'project.sequences.enrollSegment': {
    body: Api.SequencesEnrollSegmentBody
    answer: Api.SequencesEnrollSegmentAnswer
  }
  'project.testClock.get': { answer: Api.TestClockGetAnswer }
  'project.testClock.turn': { body: Api.TestClockTurnBody; answer: Api.TestClockTurnAnswer }
  'project.emails.preview': { answer: string }
  'project.emails.attachment': { answer: string }
  'project.emails.answers': { answer: ProjectEmailsAnswersAnswer }
  'project.files.content': { answer: string }
  'project.files.folders': { answer: ProjectFilesFoldersAnswer }
  'project.marketingSettings.themePreview': {
    body: ProjectMarketingSettingsThemePreviewBody
    answer: ProjectMarketingSettingsThemePreviewAnswer
  }
  'project.marketingSettings.words': { answer: ProjectMarketingSettingsWordsAnswer }
  'project.forms.preview': { query: ProjectFormsPreviewQuery; answer: ProjectFormsPreviewAnswer }
  'project.webhooks.attempt': { answer: ProjectWebhooksAttemptAnswer }
  'project.webhookAnswers.list': { answer: ProjectWebhookAnswersListAnswer }
  'project.domainLink.get': { answer: ProjectDomainLinkGetAnswer }
  'project.domainLink.create': { answer: ProjectDomainLinkCreateAnswer }
  'project.domainLink.delete': { answer: ProjectDomainLinkDeleteAnswer }
  'project.suppressions.export': { answer: string }
  'project.suppressions.import': {
    body: ProjectSuppressionsImportBody
    answer: ProjectSuppressionsImportAnswer
  }
  'project.sequences.figures': { answer: ProjectSequencesFiguresAnswer }
  'project.sequences.people': {
    query: ProjectSequencesPeopleQuery
    answer: { data: ProjectSequencesPeopleItem[]; has_more: boolean }
  }
  'project.contacts.sequences': { answer: ProjectContactsSequencesAnswer }
  'project.overview.get': { query: ProjectOverviewGetQuery; answer: ProjectOverviewGetAnswer }
  'project.deliverability.get': {
    query: ProjectDeliverabilityGetQuery
    answer: ProjectDeliverabilityGetAnswer
  }
  'project.stream.get': { answer: string }
  'project.names.list': { answer: ProjectNamesListAnswer }
}

/** Where each call goes, but for those of the first view. */
export const laterRoutes = {
  'session.delete': { method: 'DELETE', path: '/api/session' },
  'signup.create': { method: 'POST', path: '/api/signup' },
  'signup.verify': { method: 'POST', path: '/api/signup/verify' },
  'password.forgot': { method: 'POST', path: '/api/password/forgot' },
  'password.reset': { method: 'POST', path: '/api/password/reset' },
  'password.change': { method: 'POST', path: '/api/password/change' },
  'sessions.list': { method: 'GET', path: '/api/sessions' },
  'sessions.deleteOthers': { method: 'DELETE', path: '/api/sessions' },
  'sessions.delete': { method: 'DELETE', path: '/api/sessions/{id}' },
  'totp.setup': { method: 'POST', path: '/api/totp/setup' },
  'totp.enable': { method: 'POST', path: '/api/totp/enable' },
  'totp.disable': { method: 'POST', path: '/api/totp/disable' },
  'signIn.finish': { method: 'POST', path: '/api/sign-in/provider/return' },
  'identities.list': { method: 'GET', path: '/api/identities' },
  'identities.delete': { method: 'DELETE', path: '/api/identities/{id}' },
  'passkeys.list': { method: 'GET', path: '/api/passkeys' },
  'passkeys.create': { method: 'POST', path: '/api/passkeys' },
  'passkeys.begin': { method: 'POST', path: '/api/passkeys/begin' },
  'passkeys.delete': { method: 'DELETE', path: '/api/passkeys/{id}' },
  'passkeys.update': { method: 'PATCH', path: '/api/passkeys/{id}' },
  'claim.create': { method: 'POST', path: '/api/claim' },
  'address.ask': { method: 'POST', path: '/api/address' },
  'address.confirm': { method: 'POST', path: '/api/address/confirm' },
  'address.restore': { method: 'POST', path: '/api/address/restore' },
  'account.update': { method: 'PATCH', path: '/api/account', needs: 'owner' },
  'limits.get': { method: 'GET', path: '/api/limits' },
  'notices.read': { method: 'POST', path: '/api/notices/{notice_id}/read' },
  'connection.get': { method: 'GET', path: '/api/connection' },
  'noticeSettings.get': { method: 'GET', path: '/api/notice-settings' },
  'noticeSettings.update': { method: 'PATCH', path: '/api/notice-settings' },
  'audit.list': { method: 'GET', path: '/api/audit' },
  'audit.export': { method: 'GET', path: '/api/audit/export' },
  'operator.audit': { method: 'GET', path: '/api/operator/audit' },
  'members.list': { method: 'GET', path: '/api/members' },
  'members.invite': { method: 'POST', path: '/api/members', needs: 'owner' },
  'members.update': { method: 'PATCH', path: '/api/members/{id}', needs: 'owner' },
  'members.delete': { method: 'DELETE', path: '/api/members/{id}' },
  'invitations.look': { method: 'POST', path: '/api/invitations/look' },
  'invitations.accept': { method: 'POST', path: '/api/invitations/accept' },
  'projects.list': { method: 'GET', path: '/api/projects' },
  'projects.create': { method: 'POST', path: '/api/projects', needs: 'developer' },
  'projects.update': { method: 'PATCH', path: '/api/projects/{project_id}', needs: 'developer' },
  'projects.delete': { method: 'DELETE', path: '/api/projects/{project_id}', needs: 'developer' },
  'projects.contents': { method: 'GET', path: '/api/projects/{project_id}/contents' },
  'keys.list': { method: 'GET', path: '/api/projects/{project_id}/keys' },
  'keys.create': { method: 'POST', path: '/api/projects/{project_id}/keys', needs: 'developer' },
  'keys.delete': { method: 'DELETE', path: '/api/projects/{project_id}/keys/{key_id}', needs: 'developer' },
  'deleted.list': { method: 'GET', path: '/api/projects/{project_id}/deleted' },
  'deleted.restore': { method: 'POST', path: '/api/projects/{project_id}/deleted/{deleted_id}/restore', needs: 'developer' },
  'sharedDomain.look': { method: 'POST', path: '/api/domain-link/look' },
  'sharedDomain.verify': { method: 'POST', path: '/api/domain-link/verify' },
  'operator.accounts.list': { method: 'GET', path: '/api/operator/accounts' },
  'operator.accounts.get': { method: 'GET', path: '/api/operator/accounts/{account_id}' },
  'operator.accounts.update': { method: 'PATCH', path: '/api/operator/accounts/{account_id}' },
  'operator.accounts.report': { method: 'GET', path: '/api/operator/accounts/{account_id}/report' },
  'operator.holds.list': { method: 'GET', path: '/api/operator/holds' },
  'operator.holds.create': { method: 'POST', path: '/api/operator/holds' },
  'operator.holds.delete': { method: 'DELETE', path: '/api/operator/holds/{hold_id}' },
  'operator.waiting.get': { method: 'GET', path: '/api/operator/waiting' },
  'operator.waiting.return': { method: 'POST', path: '/api/operator/waiting/return' },
  'operator.nodes.list': { method: 'GET', path: '/api/operator/nodes' },
  'operator.nodes.drain': { method: 'POST', path: '/api/operator/nodes/{node_id}/drain' },
  'operator.nodes.resume': { method: 'POST', path: '/api/operator/nodes/{node_id}/resume' },
  'operator.sourceAddresses.list': { method: 'GET', path: '/api/operator/source-addresses' },
  'operator.sourceAddresses.create': { method: 'POST', path: '/api/operator/source-addresses' },
  'operator.sourceAddresses.get': { method: 'GET', path: '/api/operator/source-addresses/{source_id}' },
  'operator.sourceAddresses.update': { method: 'PATCH', path: '/api/operator/source-addresses/{source_id}' },
  'operator.sourceAddresses.delete': { method: 'DELETE', path: '/api/operator/source-addresses/{source_id}' },
  'operator.sourceAddresses.pause': { method: 'POST', path: '/api/operator/source-addresses/{source_id}/pause' },
  'operator.sourceAddresses.resume': { method: 'POST', path: '/api/operator/source-addresses/{source_id}/resume' },
  'operator.sourceAddresses.promote': { method: 'POST', path: '/api/operator/source-addresses/{source_id}/promote' },
  'operator.queue.get': { method: 'GET', path: '/api/operator/queue' },
  'operator.queue.retry': { method: 'POST', path: '/api/operator/queue/retry' },
  'operator.metrics.get': { method: 'GET', path: '/api/operator/metrics' },
  'operator.doctor.get': { method: 'GET', path: '/api/operator/doctor' },
  'plans.list': { method: 'GET', path: '/api/plans' },
  'billing.get': { method: 'GET', path: '/api/billing' },
  'billing.periods.list': { method: 'GET', path: '/api/billing/periods' },
  'billing.invoices.list': { method: 'GET', path: '/api/billing/invoices' },
  'billing.invoices.get': { method: 'GET', path: '/api/billing/invoices/{invoice_id}' },
  'billing.invoices.payment': { method: 'GET', path: '/api/billing/invoices/{invoice_id}/payment' },
  'billing.invoices.pdf': { method: 'GET', path: '/api/billing/invoices/{invoice_id}/pdf' },
  'billing.invoices.pay': { method: 'POST', path: '/api/billing/invoices/{invoice_id}/pay', needs: 'owner' },
  'billing.usage.list': { method: 'GET', path: '/api/billing/usage' },
  'billing.usage.export': { method: 'GET', path: '/api/billing/usage/export' },
  'billing.changes.list': { method: 'GET', path: '/api/billing/changes' },
  'billing.checkout': { method: 'POST', path: '/api/billing/checkout', needs: 'owner' },
  'billing.order.withdraw': { method: 'DELETE', path: '/api/billing/order', needs: 'owner' },
  'billing.portal': { method: 'POST', path: '/api/billing/portal', needs: 'owner' },
  'billing.plan': { method: 'POST', path: '/api/billing/plan', needs: 'owner' },
  'operator.billing.get': { method: 'GET', path: '/api/operator/billing' },
  'operator.billing.revenue': { method: 'GET', path: '/api/operator/billing/revenue' },
  'operator.billing.invoices.pdf': { method: 'GET', path: '/api/operator/billing/invoices/{invoice_id}/pdf' },
  'operator.billing.differences.list': { method: 'GET', path: '/api/operator/billing/differences' },
  'operator.billing.invoices.list': { method: 'GET', path: '/api/operator/billing/invoices' },
  'operator.billing.invoices.export': { method: 'GET', path: '/api/operator/billing/invoices/export' },
  'operator.billing.invoices.paid': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/paid' },
  'operator.billing.invoices.refund': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/refund' },
  'operator.billing.invoices.forgive': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/forgive' },
  'operator.billing.invoices.remind': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/remind' },
  'operator.billing.invoices.fiscal_note': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/fiscal-note' },
  'operator.billing.differences.settle': { method: 'POST', path: '/api/operator/billing/differences/{difference_id}/settle' },
  'operator.billing.accounts.subscribe': { method: 'POST', path: '/api/operator/billing/accounts/{account_id}/subscribe' },
  'project.emails.send': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails', needs: 'sender' },
  'project.emails.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails' },
  'project.emails.sendBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/batch', needs: 'sender' },
  'project.emails.check': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/check', needs: 'sender' },
  'project.emails.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/emails/{id}', needs: 'sender' },
  'project.emails.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}' },
  'project.emails.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/cancel', needs: 'sender' },
  'project.emails.resend': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/resend', needs: 'sender' },
  'project.emails.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/export' },
  'project.events.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/events' },
  'project.emails.content': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/content' },
  'project.emails.raw': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/raw' },
  'project.webhooks.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks', needs: 'developer' },
  'project.webhooks.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks' },
  'project.webhooks.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}' },
  'project.webhooks.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/webhooks/{id}', needs: 'developer' },
  'project.webhooks.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/webhooks/{id}', needs: 'developer' },
  'project.webhooks.attempts': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts' },
  'project.webhooks.resend': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts/{attempt_id}/resend', needs: 'developer' },
  'project.webhooks.resendFailed': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/resend-failed', needs: 'developer' },
  'project.webhooks.rotateSecret': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/rotate-secret', needs: 'developer' },
  'project.webhooks.test': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/test', needs: 'developer' },
  'project.suppressions.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/suppressions', needs: 'developer' },
  'project.suppressions.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/suppressions' },
  'project.suppressions.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/suppressions/{id}', needs: 'developer' },
  'project.notices.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/notices' },
  'project.requests.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/requests' },
  'project.requests.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/requests/{id}' },
  'project.domains.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains', needs: 'developer' },
  'project.domains.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains' },
  'project.domains.claim': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/claim', needs: 'developer' },
  'project.domains.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains/{id}' },
  'project.domains.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/domains/{id}', needs: 'developer' },
  'project.domains.verify': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/verify', needs: 'developer' },
  'project.domains.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/dns', needs: 'developer' },
  'project.domains.rotateKeys': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/rotate-keys', needs: 'developer' },
  'project.contacts.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts', needs: 'sender' },
  'project.contacts.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts' },
  'project.contacts.createBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/batch', needs: 'sender' },
  'project.contacts.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/export' },
  'project.contacts.values': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/values' },
  'project.contacts.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}' },
  'project.contacts.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/contacts/{id}', needs: 'developer' },
  'project.contacts.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/contacts/{id}', needs: 'developer' },
  'project.contacts.erase': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/{id}/erase', needs: 'developer' },
  'project.contacts.setTopics': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/{id}/topics', needs: 'developer' },
  'project.contacts.dossier': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/dossier' },
  'project.contacts.timeline': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/timeline' },
  'project.contacts.consents': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/consents' },
  'project.contacts.exportConsents': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/consents/export' },
  'project.contactProperties.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contact-properties', needs: 'developer' },
  'project.contactProperties.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contact-properties' },
  'project.contactProperties.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/contact-properties/{key}', needs: 'developer' },
  'project.contactProperties.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/contact-properties/{key}', needs: 'developer' },
  'project.topics.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/topics', needs: 'developer' },
  'project.topics.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/topics' },
  'project.topics.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/topics/{id}' },
  'project.topics.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/topics/{id}', needs: 'developer' },
  'project.topics.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/topics/{id}', needs: 'developer' },
  'project.contacts.search': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/search' },
  'project.segments.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments/preview' },
  'project.segments.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments', needs: 'developer' },
  'project.segments.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments' },
  'project.segments.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}' },
  'project.segments.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/segments/{id}', needs: 'developer' },
  'project.segments.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/segments/{id}', needs: 'developer' },
  'project.segments.contacts': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}/contacts' },
  'project.segments.because': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}/contacts/{contact}' },
  'project.segments.addMembers': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments/{id}/members', needs: 'developer' },
  'project.segments.removeMembers': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/segments/{id}/members', needs: 'developer' },
  'project.activity.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/activity', needs: 'sender' },
  'project.activity.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/activity' },
  'project.activity.createBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/activity/batch', needs: 'sender' },
  'project.forms.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/forms', needs: 'developer' },
  'project.forms.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms' },
  'project.forms.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms/{id}' },
  'project.forms.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/forms/{id}', needs: 'developer' },
  'project.forms.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/forms/{id}', needs: 'developer' },
  'project.marketingSettings.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/marketing-settings' },
  'project.marketingSettings.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/marketing-settings', needs: 'developer' },
  'project.marketingSettings.brand': { method: 'POST', path: '/api/projects/{project_id}/{mode}/marketing-settings/brand', needs: 'developer' },
  'project.forms.stats': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms/{id}/stats' },
  'project.imports.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports', needs: 'developer' },
  'project.imports.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports' },
  'project.imports.file': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/file', needs: 'developer' },
  'project.imports.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports/{id}' },
  'project.imports.errors': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports/{id}/errors' },
  'project.imports.recognise': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/recognise', needs: 'developer' },
  'project.imports.start': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/start', needs: 'developer' },
  'project.imports.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/cancel', needs: 'developer' },
  'project.imports.undo': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/undo', needs: 'developer' },
  'project.imports.people': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/people', needs: 'developer' },
  'project.contacts.imports': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/imports' },
  'project.templates.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates', needs: 'developer' },
  'project.templates.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates' },
  'project.templates.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates/{id}' },
  'project.templates.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/templates/{id}', needs: 'developer' },
  'project.templates.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/templates/{id}', needs: 'developer' },
  'project.templates.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/publish', needs: 'developer' },
  'project.templates.versions': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates/{id}/versions' },
  'project.templates.restore': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/versions/{version}/restore', needs: 'developer' },
  'project.templates.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/preview' },
  'project.templates.check': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/check' },
  'project.templates.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/duplicate', needs: 'developer' },
  'project.savedBlocks.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/saved-blocks', needs: 'developer' },
  'project.savedBlocks.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/saved-blocks' },
  'project.savedBlocks.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/saved-blocks/{id}' },
  'project.savedBlocks.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/saved-blocks/{id}', needs: 'developer' },
  'project.startingLetters.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/starting-letters' },
  'project.files.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/files', needs: 'developer' },
  'project.files.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/files' },
  'project.files.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/files/{id}' },
  'project.files.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/files/{id}', needs: 'developer' },
  'project.files.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/files/{id}', needs: 'developer' },
  'project.campaigns.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns', needs: 'developer' },
  'project.campaigns.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns' },
  'project.campaigns.revenue': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/revenue' },
  'project.campaigns.sendTimes': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/send-times' },
  'project.campaigns.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}' },
  'project.campaigns.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/campaigns/{id}', needs: 'developer' },
  'project.campaigns.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/campaigns/{id}', needs: 'developer' },
  'project.campaigns.send': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/send', needs: 'developer' },
  'project.campaigns.schedule': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/schedule', needs: 'developer' },
  'project.campaigns.unschedule': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/unschedule', needs: 'developer' },
  'project.campaigns.pause': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/pause', needs: 'developer' },
  'project.campaigns.resume': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/resume', needs: 'developer' },
  'project.campaigns.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/cancel', needs: 'developer' },
  'project.campaigns.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/duplicate', needs: 'developer' },
  'project.campaigns.winner': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/winner', needs: 'developer' },
  'project.campaigns.preflight': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/preflight' },
  'project.campaigns.forecast': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/forecast' },
  'project.campaigns.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/preview' },
  'project.campaigns.test': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/test', needs: 'developer' },
  'project.campaigns.recipients': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/recipients' },
  'project.campaigns.recipient': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/recipients/{contact}' },
  'project.campaigns.links': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/links' },
  'project.campaigns.mendLink': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/links/{n}', needs: 'developer' },
  'project.campaigns.stats': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/stats' },
  'project.campaigns.report': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/report' },
  'project.sequences.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences', needs: 'developer' },
  'project.sequences.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences' },
  'project.sequences.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}' },
  'project.sequences.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/sequences/{id}', needs: 'developer' },
  'project.sequences.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/sequences/{id}', needs: 'developer' },
  'project.sequences.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/publish', needs: 'developer' },
  'project.sequences.pause': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/pause', needs: 'developer' },
  'project.sequences.resume': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/resume', needs: 'developer' },
  'project.sequences.archive': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/archive', needs: 'developer' },
  'project.sequences.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/duplicate', needs: 'developer' },
  'project.sequences.versions': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/versions' },
  'project.sequences.stats': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/stats' },
  'project.sequences.simulate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/simulate' },
  'project.sequences.enroll': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments', needs: 'developer' },
  'project.sequences.enrollments': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments' },
  'project.sequences.enrollment': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}' },
  'project.sequences.exit': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}/exit', needs: 'developer' },
  'project.sequences.skipWait': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}/skip_wait', needs: 'developer' },
  'project.sequences.previewSegment': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/segment/preview' },
  'project.sequences.enrollSegment': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/segment', needs: 'developer' },
  'project.testClock.turn': { method: 'POST', path: '/api/projects/{project_id}/{mode}/test-clock', needs: 'developer' },
  'project.emails.preview': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/preview' },
  'project.emails.attachment': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/attachments/{n}' },
  'project.emails.answers': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/answers' },
  'project.files.content': { method: 'GET', path: '/api/projects/{project_id}/{mode}/files/{id}/content' },
  'project.files.folders': { method: 'GET', path: '/api/projects/{project_id}/{mode}/file-folders' },
  'project.marketingSettings.themePreview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/marketing-settings/theme-preview' },
  'project.marketingSettings.words': { method: 'GET', path: '/api/projects/{project_id}/{mode}/marketing-settings/words' },
  'project.forms.preview': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms/{id}/preview' },
  'project.webhooks.attempt': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts/{attempt_id}' },
  'project.webhookAnswers.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhook-answers' },
  'project.domainLink.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains/{id}/link' },
  'project.domainLink.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/link', needs: 'developer' },
  'project.domainLink.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/domains/{id}/link', needs: 'developer' },
  'project.suppressions.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/suppressions/export' },
  'project.suppressions.import': { method: 'POST', path: '/api/projects/{project_id}/{mode}/suppressions/import', needs: 'developer' },
  'project.sequences.figures': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequence-figures' },
  'project.sequences.people': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/people' },
  'project.contacts.sequences': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/sequences' },
  'project.deliverability.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/deliverability' },
  'project.names.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/names' },
} as const

/** What a sequence can be, and what may be done in it. */
export const sequenceStates = {
  draft: { label: {"en":"Draft","pt":"Rascunho"}, tone: "calm", may: ["publish","archive"], entry: "closed", isStill: false, isInUse: true },
  active: { label: {"en":"Published","pt":"Publicada"}, tone: "good", may: ["publish","pause","enroll","archive"], entry: "open", isStill: false, isInUse: true },
  paused: { label: {"en":"Paused","pt":"Pausada"}, tone: "wait", may: ["publish","resume","enroll","archive"], entry: "held", isStill: true, isInUse: true },
  archived: { label: {"en":"Archived","pt":"Arquivada"}, tone: "calm", may: ["publish"], entry: "closed", isStill: false, isInUse: false },
} as const

/** What an import can be, and what may be done in it. */
export const importStates = {
  awaiting_file: { label: {"en":"Waiting for the file","pt":"Aguardando arquivo"}, tone: "wait", may: ["upload","cancel"], stage: "file", moves: false, keepsFile: "never" },
  receiving: { label: {"en":"Uploading","pt":"Recebendo arquivo"}, tone: "info", may: ["cancel"], stage: "file", moves: true, keepsFile: "always" },
  recognised: { label: {"en":"To be reviewed","pt":"A revisar"}, tone: "wait", may: ["start","cancel"], stage: "review", moves: false, keepsFile: "always" },
  queued: { label: {"en":"Queued","pt":"Na fila"}, tone: "calm", may: ["cancel"], stage: "run", moves: true, keepsFile: "always" },
  running: { label: {"en":"Running","pt":"Em andamento"}, tone: "info", may: ["cancel"], stage: "run", moves: true, keepsFile: "always" },
  done: { label: {"en":"Done","pt":"Concluída"}, tone: "good", may: ["repeat","undo"], stage: "over", moves: false, keepsFile: "after_trial" },
  cancelled: { label: {"en":"Stopped","pt":"Interrompida"}, tone: "calm", may: ["undo"], stage: "over", moves: false, keepsFile: "never" },
  failed: { label: {"en":"Failed","pt":"Falhou"}, tone: "bad", may: [], stage: "over", moves: false, keepsFile: "never" },
  undoing: { label: {"en":"Being undone","pt":"Sendo desfeita"}, tone: "info", may: [], stage: "undo", moves: true, keepsFile: "never" },
  undone: { label: {"en":"Undone","pt":"Desfeita"}, tone: "calm", may: [], stage: "undo", moves: false, keepsFile: "never" },
} as const

/** Every plan, the smallest first, as people call it. */
export const planTitles = {
  free: 'Free',
  pro: 'Pro',
  scale: 'Scale',
  enterprise: 'Enterprise',
} as const

/** How an account may be paused. */
export const pauses = ['none', 'regular', 'full'] as const

/** From these shares on, of what has a final result, bounces and complaints are pointed out. */
export const noticedShare = { bounces: 0.02, complaints: 0.001 } as const

/** From these on, regular sending is paused. */
export const regularShare = { bounces: 0.05, complaints: 0.003 } as const

/** Sizes of words in pixels, beside that of the text. */
export const textSizes = { small: 13, large: 20, huge: 28 } as const

/** The fields of every contact beside its address, and where else they are offered. */
export const contactFields = [
  { name: 'external_id', kind: "text", label: {"en":"Your own ID","pt":"ID no seu sistema"}, offeredIn: [] },
  { name: 'first_name', kind: "name", label: {"en":"First name","pt":"Nome"}, offeredIn: ["adding","forms","letters","steps"] },
  { name: 'last_name', kind: "name", label: {"en":"Last name","pt":"Sobrenome"}, offeredIn: ["adding","forms","letters","steps"] },
  { name: 'company', kind: "text", label: {"en":"Company","pt":"Empresa"}, offeredIn: ["adding","forms","letters","steps"] },
  { name: 'language', kind: "language", label: {"en":"Language","pt":"Idioma"}, offeredIn: ["forms","steps"] },
  { name: 'time_zone', kind: "zone", label: {"en":"Time zone","pt":"Fuso horário"}, offeredIn: ["steps"] },
] as const

/** What a campaign can be, and what may be done in it. */
export const campaignStates = {
  draft: { label: {"en":"Draft","pt":"Rascunho"}, tone: "calm", stage: "draft", moves: false, may: ["edit","send","schedule","delete"], changes: [], isArchived: false },
  scheduled: { label: {"en":"Scheduled","pt":"Agendada"}, tone: "info", stage: "waiting", moves: true, may: ["schedule","unschedule","cancel"], changes: ["name","schedule","archive","tags","follow_up"], isArchived: false },
  sending: { label: {"en":"Sending","pt":"Enviando"}, tone: "info", stage: "under_way", moves: true, may: ["pause","choose_winner","cancel"], changes: ["name","schedule","archive","tags","follow_up"], isArchived: true },
  paused: { label: {"en":"Paused","pt":"Pausada"}, tone: "wait", stage: "under_way", moves: false, may: ["resume","choose_winner","cancel"], changes: ["name","schedule","archive","content","tags","follow_up"], isArchived: true },
  sent: { label: {"en":"Sent","pt":"Enviada"}, tone: "good", stage: "over", moves: false, may: [], changes: ["name","archive","tags","archived"], isArchived: true },
  cancelled: { label: {"en":"Cancelled","pt":"Cancelada"}, tone: "calm", stage: "over", moves: false, may: [], changes: ["tags","archived"], isArchived: false },
} as const
