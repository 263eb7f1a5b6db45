// Generated from the description of /api: do not edit, run node scripts/run.mjs scripts/dashboard-client.ts

export type SessionCreateAnswer = {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    verified: boolean
  }
  account: {
    id: string
    name: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    trust_level: number
    time_zone: string
    language: 'pt' | 'en'
    pause: 'none' | 'regular' | 'full'
  }
  projects: {
    id: string
    name: string
    language: 'pt' | 'en' | null
  }[]
  operator: boolean
}

export type SessionGetAnswer = {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    verified: boolean
  }
  account: {
    id: string
    name: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    trust_level: number
    time_zone: string
    language: 'pt' | 'en'
    pause: 'none' | 'regular' | 'full'
  }
  projects: {
    id: string
    name: string
    language: 'pt' | 'en' | null
  }[]
  operator: boolean
}

export type SessionDeleteAnswer = {
  logged_out: boolean
}

export type UserUpdateAnswer = {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    verified: boolean
  }
  account: {
    id: string
    name: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    trust_level: number
    time_zone: string
    language: 'pt' | 'en'
    pause: 'none' | 'regular' | 'full'
  }
  projects: {
    id: string
    name: string
    language: 'pt' | 'en' | null
  }[]
  operator: boolean
}

export type SignupCreateAnswer = {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    verified: boolean
  }
  account: {
    id: string
    name: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    trust_level: number
    time_zone: string
    language: 'pt' | 'en'
    pause: 'none' | 'regular' | 'full'
  }
  projects: {
    id: string
    name: string
    language: 'pt' | 'en' | null
  }[]
  operator: boolean
}

export type SignupVerifyAnswer = {
  verified: boolean
}

export type SignupResendAnswer = {
  sent: boolean
}

export type PasswordForgotAnswer = {
  sent: boolean
}

export type PasswordResetAnswer = {
  reset: boolean
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

export type SessionsDeleteAnswer = {
  id: string
  deleted: true
}

export type TotpSetupAnswer = {
  secret: string
  uri: string
}

export type TotpEnableAnswer = {
  enabled: boolean
  recovery_codes: string[]
}

export type TotpDisableAnswer = {
  enabled: boolean
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
}

export type LimitsGetAnswer = {
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  trust_level: number
  today: {
    used: number
    limit: number | null
    resets_at: string
  }
  month: {
    used: number
    limit: number | null
    resets_at: string
  }
  raises: {
    done: boolean
    text: string
  }[]
  evidence: {
    tax_id: string | null
    payment: boolean
  }
  spending: {
    limit: string | null
    spent: string
    currency: string
  }
  pause: {
    kind: 'none' | 'regular' | 'full'
    reason: string | null
    fix: string | null
  }
  domains: {
    used: number
    limit: number | null
  }
}

export type NoticesListItem = {
  id: string
  level: 'info' | 'warning' | 'error'
  code: string
  text: string
  created_at: string
  read_at: string | null
}

export type NoticesReadAnswer = {
  id: string
  level: 'info' | 'warning' | 'error'
  code: string
  text: string
  created_at: string
  read_at: string | null
}

export type MembersListItem = {
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
}

export type MembersUpdateAnswer = {
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
}

export type MembersDeleteAnswer = {
  id: string
  deleted: true
}

export type InvitationsLookAnswer = {
  email: string
  role: 'owner' | 'developer' | 'marketing' | 'reader'
  account_name: string
  language: string
}

export type InvitationsAcceptAnswer = {
  user: {
    id: string
    email: string
    name: string
    role: 'owner' | 'developer' | 'marketing' | 'reader'
    language: 'pt' | 'en'
    totp_enabled: boolean
    verified: boolean
  }
  account: {
    id: string
    name: string
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    trust_level: number
    time_zone: string
    language: 'pt' | 'en'
    pause: 'none' | 'regular' | 'full'
  }
  projects: {
    id: string
    name: string
    language: 'pt' | 'en' | null
  }[]
  operator: boolean
}

export type ProjectsListItem = {
  id: string
  name: string
  language: 'pt' | 'en' | null
  created_at: string
}

export type ProjectsCreateAnswer = {
  id: string
  name: string
  language: 'pt' | 'en' | null
  created_at: string
}

export type ProjectsUpdateAnswer = {
  id: string
  name: string
  language: 'pt' | 'en' | null
  created_at: string
}

export type ProjectsDeleteAnswer = {
  id: string
  deleted: true
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
  key: string
}

export type KeysDeleteAnswer = {
  id: string
  deleted: true
}

export type OperatorAccountsListItem = {
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
}

export type OperatorAccountsGetAnswer = {
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
}

export type OperatorAccountsUpdateAnswer = {
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
}

export type OperatorQueueGetAnswer = {
  kinds: {
    kind: string
    waiting: number
    due: number
    oldest_due_at: string
  }[]
  destinations: {
    domain: string
    waiting: number
    due: number
    next_due_at: string
  }[]
  sampled: boolean
  lanes: {
    destination: string
    provider: string
    state: 'normal' | 'slowed' | 'paused'
    pace: number
    in_hand: number
    paused_until: string | null
    text: string
  }[]
}

export type OperatorNodesListItem = {
  id: string
  hostname: string
  roles: string[]
  started_at: string
  seen_at: string
  alive: boolean
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

export type OperatorDoctorGetAnswer = {
  ok: boolean
  checked_at: string
  checks: {
    check: string
    level: 'ok' | 'warning' | 'error'
    text: string
  }[]
}

export type ProjectEmailsSendAnswer = {
  id: string
  status: 'queued' | 'captured'
}

export type ProjectEmailsListItem = {
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

export type ProjectEmailsSendBatchAnswer = {
  data: {
    id: string
    status: 'queued' | 'captured'
  }[]
}

export type ProjectEmailsCheckAnswer = {
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

export type ProjectEmailsUpdateAnswer = {
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

export type ProjectEmailsGetAnswer = {
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

export type ProjectEmailsCancelAnswer = {
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

export type ProjectEmailsContentAnswer = {
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

export type ProjectEventsListItem = {
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

export type ProjectWebhooksCreateAnswer = {
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

export type ProjectWebhooksListItem = {
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

export type ProjectWebhooksGetAnswer = {
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

export type ProjectWebhooksUpdateAnswer = {
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

export type ProjectWebhooksDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectWebhooksAttemptsItem = {
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

export type ProjectWebhooksResendAnswer = {
  event_id: string
}

export type ProjectWebhooksRotateSecretAnswer = {
  id: string
  secret: string
}

export type ProjectWebhooksTestAnswer = {
  event_id: string
}

export type ProjectSuppressionsCreateAnswer = {
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

export type ProjectSuppressionsListItem = {
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

export type ProjectSuppressionsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectDomainsCreateAnswer = {
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

export type ProjectDomainsListItem = {
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

export type ProjectDomainsClaimAnswer = {
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

export type ProjectDomainsGetAnswer = {
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

export type ProjectDomainsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectDomainsVerifyAnswer = {
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

export type ProjectDomainsPublishAnswer = {
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

export type ProjectDomainsRotateKeysAnswer = {
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

export type ProjectEmailsResendAnswer = {
  id: string
  status: 'queued' | 'captured'
}

export type ProjectWebhooksAttemptAnswer = {
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
  /** As it was signed and sent. */
  request_body: string
}

export type ProjectSuppressionsImportAnswer = {
  added: number
  already: number
  invalid: {
    line: number
    text: string
  }[]
}

export type ProjectOverviewGetAnswer = {
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
  }[]
  totals: {
    accepted: number
    delivered: number
    bounced: number
    complained: number
    deferred: number
    opened: number
    clicked: number
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
  latency: {
    p50_ms: number | null
    p95_ms: number | null
  }
  queue: {
    waiting: number
    due: number
    oldest_due_at: string | null
  }
  attention: {
    level: 'info' | 'warning' | 'error'
    code: string
    text: string
  }[]
}

export type ProjectDeliverabilityGetAnswer = {
  days: number
  bounces: {
    provider: string
    cause: string
    text: string
    count: number
  }[]
  deferrals: {
    provider: string
    cause: string
    text: string
    count: number
  }[]
  tls: {
    provider: string
    dane: number
    'mta-sts': number
    verified: number
    unverified: number
    none: number
  }[]
  lanes: {
    destination: string
    provider: string
    state: 'normal' | 'slowed' | 'paused'
    pace: number
    in_hand: number
    paused_until: string | null
    text: string
  }[]
}
