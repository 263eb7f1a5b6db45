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
  | 'billing_unavailable'

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

export type EmailsSendBody = {
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
  subject: string
  /** One of html and text is required. */
  html?: string | undefined
  /** One of html and text is required. */
  text?: string | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  tags?: { [key: string]: string } | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  metadata?: { [key: string]: string } | undefined
  /** Further headers; those that Malote writes itself are refused. */
  headers?: { [key: string]: string } | undefined
  attachments?: {
    filename: string
    /** Base64. */
    content: string
    content_type?: string | undefined
    /** For cid: links from the html. */
    content_id?: string | undefined
  }[] | undefined
  /** When to send: ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at?: string | undefined
}

export type EmailsSendAnswer = {
  id: string
  status: 'queued' | 'captured'
}

export type EmailsListQuery = {
  status?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** The exact sender address, without a name. */
  from?: string | undefined
  /** The exact address of one of `to`. */
  to?: string | undefined
  /** Contained in the subject. */
  subject?: string | undefined
  /** tag[key]=value; several add up. */
  tag?: { [key: string]: string } | undefined
  /** Accepted at this time or later. */
  created_after?: string | undefined
  /** Accepted before this time. */
  created_before?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type EmailsListItem = {
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
  scheduled_at?: string | undefined
  created_at: string
}

export type EmailsSendBatchBody = {
  /** At most 100. */
  emails: {
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
    subject: string
    /** One of html and text is required. */
    html?: string | undefined
    /** One of html and text is required. */
    text?: string | undefined
    stream?: 'transactional' | 'marketing' | undefined
    /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
    tags?: { [key: string]: string } | undefined
    /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
    metadata?: { [key: string]: string } | undefined
    /** Further headers; those that Malote writes itself are refused. */
    headers?: { [key: string]: string } | undefined
    attachments?: {
      filename: string
      /** Base64. */
      content: string
      content_type?: string | undefined
      /** For cid: links from the html. */
      content_id?: string | undefined
    }[] | undefined
    /** When to send: ISO 8601 with offset or Z, at most 30 days ahead. */
    scheduled_at?: string | undefined
  }[]
}

export type EmailsSendBatchAnswer = {
  data: {
    id: string
    status: 'queued' | 'captured'
  }[]
}

export type EmailsCheckBody = {
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
  subject: string
  /** One of html and text is required. */
  html?: string | undefined
  /** One of html and text is required. */
  text?: string | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  tags?: { [key: string]: string } | undefined
  /** Echoed in webhooks. At most 50 keys of 40 characters, values of 500. */
  metadata?: { [key: string]: string } | undefined
  /** Further headers; those that Malote writes itself are refused. */
  headers?: { [key: string]: string } | undefined
  attachments?: {
    filename: string
    /** Base64. */
    content: string
    content_type?: string | undefined
    /** For cid: links from the html. */
    content_id?: string | undefined
  }[] | undefined
  /** When to send: ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at?: string | undefined
}

export type EmailsCheckAnswer = {
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

export type EmailsUpdateBody = {
  /** ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at: string
}

export type EmailsUpdateAnswer = {
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
  scheduled_at?: string | undefined
  created_at: string
}

export type EmailsGetAnswer = {
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
  scheduled_at?: string | undefined
  created_at: string
  events: {
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
  }[]
}

export type EmailsCancelAnswer = {
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
  scheduled_at?: string | undefined
  created_at: string
}

export type EmailsExportQuery = {
  status?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** The exact sender address, without a name. */
  from?: string | undefined
  /** The exact address of one of `to`. */
  to?: string | undefined
  /** Contained in the subject. */
  subject?: string | undefined
  /** tag[key]=value; several add up. */
  tag?: { [key: string]: string } | undefined
  /** Accepted at this time or later. */
  created_after?: string | undefined
  /** Accepted before this time. */
  created_before?: string | undefined
}

export type EmailsContentAnswer = {
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

export type EventsListQuery = {
  type?: 'accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | undefined
  email_id?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type EventsListItem = {
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
}

export type WebhooksCreateBody = {
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
}

export type WebhooksCreateAnswer = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
  /** whsec_…, for verifying signatures; shown only here. */
  secret: string
}

export type WebhooksListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type WebhooksListItem = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
}

export type WebhooksGetAnswer = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
}

export type WebhooksUpdateBody = {
  /** Starts with https:// and is publicly reachable. */
  url?: string | undefined
  /** Which events are sent. */
  events?: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[] | undefined
  /** false: paused; nothing is posted. */
  enabled?: boolean | undefined
}

export type WebhooksUpdateAnswer = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
}

export type WebhooksDeleteAnswer = {
  id: string
  deleted: true
}

export type WebhooksAttemptsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type WebhooksAttemptsItem = {
  /** att_… */
  id: string
  /** evt_…, the webhook-id of the notification. */
  event_id: string
  at: string
  duration_ms: number
  status_code: number | null
  /** Why there was no answer. */
  error: string | null
  /** Its first 1 KB. */
  response_body: string | null
  next_attempt_at: string | null
}

export type WebhooksResendAnswer = {
  event_id: string
}

export type WebhooksRotateSecretAnswer = {
  id: string
  secret: string
}

export type WebhooksTestAnswer = {
  event_id: string
}

export type SuppressionsCreateBody = {
  email: string
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream: 'all' | 'marketing'
}

export type SuppressionsCreateAnswer = {
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

export type SuppressionsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  /** This address only. */
  email?: string | undefined
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream?: 'all' | 'marketing' | undefined
  reason?: 'hard_bounce' | 'complaint' | 'unsubscribe' | 'manual' | 'repeated_soft_bounce' | undefined
}

export type SuppressionsListItem = {
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

export type SuppressionsDeleteQuery = {
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream?: 'all' | 'marketing' | undefined
}

export type SuppressionsDeleteAnswer = {
  id: string
  deleted: true
}

export type DomainsCreateBody = {
  /** The exact domain of the sender addresses. */
  name: string
  /** Token of the DNS provider with edit rights on DNS. */
  dns_token?: string | undefined
}

export type DomainsCreateAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type DomainsListItem = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsClaimBody = {
  /** The exact domain of the sender addresses. */
  name: string
}

export type DomainsClaimAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsGetAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsDeleteAnswer = {
  id: string
  deleted: true
}

export type DomainsVerifyAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsPublishBody = {
  /** Token of the DNS provider with edit rights on DNS. */
  token: string
}

export type DomainsPublishAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type DomainsRotateKeysAnswer = {
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
    /** How to put it right, where it is not `verified`. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

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
     * Download the email log as CSV
     * Takes the filters of the list and streams all emails that fit, newest first.
     * Needs a key with the scope `read` or `admin`.
     */
    export(query?: EmailsExportQuery, options?: RequestOptions): Promise<ByteStream>
    /**
     * Read what an email says
     * Html, text and headers as they were given, the text part that is made where none was; attachments by name and size.
     * Needs a key with the scope `read` or `admin`.
     */
    content(id: string, options?: RequestOptions): Promise<EmailsContentAnswer>
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
     * Replace the secret of a webhook
     * For 24 hours the old secret signs beside the new one.
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
     * Nothing can be sent from it any more; its keys are deleted.
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
  'emails.export': { method: 'GET', path: '/v1/emails/export', body: false, query: true, kind: 'stream' },
  'emails.content': { method: 'GET', path: '/v1/emails/{id}/content', body: false, query: false, kind: 'json' },
  'events.list': { method: 'GET', path: '/v1/events', body: false, query: true, kind: 'list' },
  'webhooks.create': { method: 'POST', path: '/v1/webhooks', body: true, query: false, kind: 'json' },
  'webhooks.list': { method: 'GET', path: '/v1/webhooks', body: false, query: true, kind: 'list' },
  'webhooks.get': { method: 'GET', path: '/v1/webhooks/{id}', body: false, query: false, kind: 'json' },
  'webhooks.update': { method: 'PATCH', path: '/v1/webhooks/{id}', body: true, query: false, kind: 'json' },
  'webhooks.delete': { method: 'DELETE', path: '/v1/webhooks/{id}', body: false, query: false, kind: 'json' },
  'webhooks.attempts': { method: 'GET', path: '/v1/webhooks/{id}/attempts', body: false, query: true, kind: 'list' },
  'webhooks.resend': { method: 'POST', path: '/v1/webhooks/{id}/attempts/{attempt_id}/resend', body: false, query: false, kind: 'json' },
  'webhooks.rotateSecret': { method: 'POST', path: '/v1/webhooks/{id}/rotate-secret', body: false, query: false, kind: 'json' },
  'webhooks.test': { method: 'POST', path: '/v1/webhooks/{id}/test', body: false, query: false, kind: 'json' },
  'suppressions.create': { method: 'POST', path: '/v1/suppressions', body: true, query: false, kind: 'json' },
  'suppressions.list': { method: 'GET', path: '/v1/suppressions', body: false, query: true, kind: 'list' },
  'suppressions.delete': { method: 'DELETE', path: '/v1/suppressions/{id}', body: false, query: true, kind: 'json' },
  'domains.create': { method: 'POST', path: '/v1/domains', body: true, query: false, kind: 'json' },
  'domains.list': { method: 'GET', path: '/v1/domains', body: false, query: true, kind: 'list' },
  'domains.claim': { method: 'POST', path: '/v1/domains/claim', body: true, query: false, kind: 'json' },
  'domains.get': { method: 'GET', path: '/v1/domains/{id}', body: false, query: false, kind: 'json' },
  'domains.delete': { method: 'DELETE', path: '/v1/domains/{id}', body: false, query: false, kind: 'json' },
  'domains.verify': { method: 'POST', path: '/v1/domains/{id}/verify', body: false, query: false, kind: 'json' },
  'domains.publish': { method: 'POST', path: '/v1/domains/{id}/dns', body: true, query: false, kind: 'json' },
  'domains.rotateKeys': { method: 'POST', path: '/v1/domains/{id}/rotate-keys', body: false, query: false, kind: 'json' },
} as const
