// Generated from the description of /api: do not edit, run node scripts/run.mjs scripts/dashboard-client.ts

export type SessionCreateBody = {
  email: string
  password: string
  code?: string | undefined
}

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

export type UserUpdateBody = {
  name?: string | undefined
  language?: 'pt' | 'en' | undefined
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

export type SignupGetAnswer = {
  signup: 'closed' | 'open' | 'domains'
  domains: string[]
}

export type SignupCreateBody = {
  email: string
  password: string
  name: string
  language?: 'pt' | 'en' | undefined
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

export type AccountUpdateBody = {
  name?: string | undefined
  time_zone?: string | undefined
  language?: 'pt' | 'en' | undefined
  tax_id?: string | null | undefined
  spend_limit?: string | null | undefined
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

export type NoticesListQuery = {
  limit?: number | undefined
  starting_after?: string | undefined
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
}

export type MembersUpdateBody = {
  role: 'owner' | 'developer' | 'marketing' | 'reader'
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

export type ProjectsCreateBody = {
  name: string
  language?: 'pt' | 'en' | undefined
}

export type ProjectsCreateAnswer = {
  id: string
  name: string
  language: 'pt' | 'en' | null
  created_at: string
}

export type ProjectsUpdateBody = {
  name?: string | undefined
  language?: 'pt' | 'en' | null | undefined
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

export type KeysCreateBody = {
  name?: string | undefined
  mode: 'live' | 'test'
  scope: 'send' | 'read' | 'admin'
  allow_ips?: string[] | undefined
  rate?: number | undefined
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

export type OperatorAccountsListQuery = {
  search?: string | undefined
  limit?: number | undefined
  starting_after?: string | undefined
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

export type OperatorAccountsUpdateBody = {
  plan?: 'free' | 'pro' | 'scale' | 'enterprise' | undefined
  trust_level?: 0 | 1 | 2 | 3 | undefined
  pause?: 'none' | 'regular' | 'full' | undefined
  rate?: number | null | undefined
  operator?: boolean | undefined
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
    /** Null for all but the operator. */
    in_hand: number | null
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

export type ProjectEmailsSendBody = {
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

export type ProjectEmailsSendAnswer = {
  id: string
  status: 'queued' | 'captured'
}

export type ProjectEmailsListQuery = {
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

export type ProjectEmailsSendBatchBody = {
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

export type ProjectEmailsSendBatchAnswer = {
  data: {
    id: string
    status: 'queued' | 'captured'
  }[]
}

export type ProjectEmailsCheckBody = {
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

export type ProjectEmailsUpdateBody = {
  /** ISO 8601 with offset or Z, at most 30 days ahead. */
  scheduled_at: string
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

export type ProjectEmailsExportQuery = {
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

export type ProjectEventsListQuery = {
  type?: 'accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | undefined
  email_id?: string | undefined
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
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

export type ProjectWebhooksCreateBody = {
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[]
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

export type ProjectWebhooksListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
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

export type ProjectWebhooksUpdateBody = {
  /** Starts with https:// and is publicly reachable. */
  url?: string | undefined
  /** Which events are sent. */
  events?: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled')[] | undefined
  /** false: paused; nothing is posted. */
  enabled?: boolean | undefined
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

export type ProjectWebhooksAttemptsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
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

export type ProjectSuppressionsCreateBody = {
  email: string
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream: 'all' | 'marketing'
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

export type ProjectSuppressionsListQuery = {
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

export type ProjectSuppressionsDeleteQuery = {
  /** all: nothing is sent; marketing: only marketing is blocked. */
  stream?: 'all' | 'marketing' | undefined
}

export type ProjectSuppressionsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectDomainsCreateBody = {
  /** The exact domain of the sender addresses. */
  name: string
  /** Token of the DNS provider with edit rights on DNS. */
  dns_token?: string | undefined
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

export type ProjectDomainsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
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

export type ProjectDomainsClaimBody = {
  /** The exact domain of the sender addresses. */
  name: string
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

export type ProjectDomainsPublishBody = {
  /** Token of the DNS provider with edit rights on DNS. */
  token: string
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

export type ProjectSuppressionsImportBody = {
  /** Columns email and optionally stream. */
  csv: string
  stream?: 'all' | 'marketing' | undefined
}

export type ProjectSuppressionsImportAnswer = {
  added: number
  already: number
  invalid: {
    line: number
    text: string
  }[]
}

export type ProjectOverviewGetQuery = {
  days?: 7 | 30 | 90 | undefined
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

export type ProjectDeliverabilityGetQuery = {
  days?: 7 | 30 | 90 | undefined
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
    /** Null for all but the operator. */
    in_hand: number | null
    paused_until: string | null
    text: string
  }[]
}

/** Every call by its name. */
export interface Calls {
  'session.create': {
    params: unknown
    query: unknown
    body: SessionCreateBody
    answer: SessionCreateAnswer
  }
  'session.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: SessionGetAnswer
  }
  'session.delete': {
    params: unknown
    query: unknown
    body: undefined
    answer: SessionDeleteAnswer
  }
  'user.update': {
    params: unknown
    query: unknown
    body: UserUpdateBody
    answer: UserUpdateAnswer
  }
  'signup.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: SignupGetAnswer
  }
  'signup.create': {
    params: unknown
    query: unknown
    body: SignupCreateBody
    answer: SignupCreateAnswer
  }
  'signup.verify': {
    params: unknown
    query: unknown
    body: SignupVerifyBody
    answer: SignupVerifyAnswer
  }
  'signup.resend': {
    params: unknown
    query: unknown
    body: undefined
    answer: SignupResendAnswer
  }
  'password.forgot': {
    params: unknown
    query: unknown
    body: PasswordForgotBody
    answer: PasswordForgotAnswer
  }
  'password.reset': {
    params: unknown
    query: unknown
    body: PasswordResetBody
    answer: PasswordResetAnswer
  }
  'password.change': {
    params: unknown
    query: unknown
    body: PasswordChangeBody
    answer: PasswordChangeAnswer
  }
  'sessions.list': {
    params: unknown
    query: unknown
    body: undefined
    answer: { data: SessionsListItem[]; has_more: boolean }
  }
  'sessions.delete': {
    params: { id: string }
    query: unknown
    body: undefined
    answer: SessionsDeleteAnswer
  }
  'totp.setup': {
    params: unknown
    query: unknown
    body: undefined
    answer: TotpSetupAnswer
  }
  'totp.enable': {
    params: unknown
    query: unknown
    body: TotpEnableBody
    answer: TotpEnableAnswer
  }
  'totp.disable': {
    params: unknown
    query: unknown
    body: TotpDisableBody
    answer: TotpDisableAnswer
  }
  'account.update': {
    params: unknown
    query: unknown
    body: AccountUpdateBody
    answer: AccountUpdateAnswer
  }
  'limits.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: LimitsGetAnswer
  }
  'notices.list': {
    params: unknown
    query: NoticesListQuery
    body: undefined
    answer: { data: NoticesListItem[]; has_more: boolean }
  }
  'notices.read': {
    params: { notice_id: string }
    query: unknown
    body: undefined
    answer: NoticesReadAnswer
  }
  'members.list': {
    params: unknown
    query: unknown
    body: undefined
    answer: { data: MembersListItem[]; has_more: boolean }
  }
  'members.invite': {
    params: unknown
    query: unknown
    body: MembersInviteBody
    answer: MembersInviteAnswer
  }
  'members.update': {
    params: { id: string }
    query: unknown
    body: MembersUpdateBody
    answer: MembersUpdateAnswer
  }
  'members.delete': {
    params: { id: string }
    query: unknown
    body: undefined
    answer: MembersDeleteAnswer
  }
  'invitations.look': {
    params: unknown
    query: unknown
    body: InvitationsLookBody
    answer: InvitationsLookAnswer
  }
  'invitations.accept': {
    params: unknown
    query: unknown
    body: InvitationsAcceptBody
    answer: InvitationsAcceptAnswer
  }
  'projects.list': {
    params: unknown
    query: unknown
    body: undefined
    answer: { data: ProjectsListItem[]; has_more: boolean }
  }
  'projects.create': {
    params: unknown
    query: unknown
    body: ProjectsCreateBody
    answer: ProjectsCreateAnswer
  }
  'projects.update': {
    params: { project_id: string }
    query: unknown
    body: ProjectsUpdateBody
    answer: ProjectsUpdateAnswer
  }
  'projects.delete': {
    params: { project_id: string }
    query: unknown
    body: undefined
    answer: ProjectsDeleteAnswer
  }
  'keys.list': {
    params: { project_id: string }
    query: unknown
    body: undefined
    answer: { data: KeysListItem[]; has_more: boolean }
  }
  'keys.create': {
    params: { project_id: string }
    query: unknown
    body: KeysCreateBody
    answer: KeysCreateAnswer
  }
  'keys.delete': {
    params: { project_id: string; key_id: string }
    query: unknown
    body: undefined
    answer: KeysDeleteAnswer
  }
  'operator.accounts.list': {
    params: unknown
    query: OperatorAccountsListQuery
    body: undefined
    answer: { data: OperatorAccountsListItem[]; has_more: boolean }
  }
  'operator.accounts.get': {
    params: { account_id: string }
    query: unknown
    body: undefined
    answer: OperatorAccountsGetAnswer
  }
  'operator.accounts.update': {
    params: { account_id: string }
    query: unknown
    body: OperatorAccountsUpdateBody
    answer: OperatorAccountsUpdateAnswer
  }
  'operator.queue.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: OperatorQueueGetAnswer
  }
  'operator.nodes.list': {
    params: unknown
    query: unknown
    body: undefined
    answer: { data: OperatorNodesListItem[]; has_more: boolean }
  }
  'operator.metrics.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: OperatorMetricsGetAnswer
  }
  'operator.doctor.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: OperatorDoctorGetAnswer
  }
  'project.emails.send': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectEmailsSendBody
    answer: ProjectEmailsSendAnswer
  }
  'project.emails.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectEmailsListQuery
    body: undefined
    answer: { data: ProjectEmailsListItem[]; has_more: boolean }
  }
  'project.emails.sendBatch': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectEmailsSendBatchBody
    answer: ProjectEmailsSendBatchAnswer
  }
  'project.emails.check': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectEmailsCheckBody
    answer: ProjectEmailsCheckAnswer
  }
  'project.emails.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectEmailsUpdateBody
    answer: ProjectEmailsUpdateAnswer
  }
  'project.emails.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectEmailsGetAnswer
  }
  'project.emails.cancel': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectEmailsCancelAnswer
  }
  'project.emails.export': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectEmailsExportQuery
    body: undefined
    answer: string
  }
  'project.emails.content': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectEmailsContentAnswer
  }
  'project.events.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectEventsListQuery
    body: undefined
    answer: { data: ProjectEventsListItem[]; has_more: boolean }
  }
  'project.webhooks.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectWebhooksCreateBody
    answer: ProjectWebhooksCreateAnswer
  }
  'project.webhooks.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectWebhooksListQuery
    body: undefined
    answer: { data: ProjectWebhooksListItem[]; has_more: boolean }
  }
  'project.webhooks.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksGetAnswer
  }
  'project.webhooks.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectWebhooksUpdateBody
    answer: ProjectWebhooksUpdateAnswer
  }
  'project.webhooks.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksDeleteAnswer
  }
  'project.webhooks.attempts': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectWebhooksAttemptsQuery
    body: undefined
    answer: { data: ProjectWebhooksAttemptsItem[]; has_more: boolean }
  }
  'project.webhooks.resend': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; attempt_id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksResendAnswer
  }
  'project.webhooks.rotateSecret': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksRotateSecretAnswer
  }
  'project.webhooks.test': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksTestAnswer
  }
  'project.suppressions.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectSuppressionsCreateBody
    answer: ProjectSuppressionsCreateAnswer
  }
  'project.suppressions.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectSuppressionsListQuery
    body: undefined
    answer: { data: ProjectSuppressionsListItem[]; has_more: boolean }
  }
  'project.suppressions.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSuppressionsDeleteQuery
    body: undefined
    answer: ProjectSuppressionsDeleteAnswer
  }
  'project.domains.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectDomainsCreateBody
    answer: ProjectDomainsCreateAnswer
  }
  'project.domains.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectDomainsListQuery
    body: undefined
    answer: { data: ProjectDomainsListItem[]; has_more: boolean }
  }
  'project.domains.claim': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectDomainsClaimBody
    answer: ProjectDomainsClaimAnswer
  }
  'project.domains.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectDomainsGetAnswer
  }
  'project.domains.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectDomainsDeleteAnswer
  }
  'project.domains.verify': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectDomainsVerifyAnswer
  }
  'project.domains.publish': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectDomainsPublishBody
    answer: ProjectDomainsPublishAnswer
  }
  'project.domains.rotateKeys': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectDomainsRotateKeysAnswer
  }
  'project.emails.preview': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: string
  }
  'project.emails.raw': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: string
  }
  'project.emails.resend': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectEmailsResendAnswer
  }
  'project.webhooks.attempt': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; attempt_id: string }
    query: unknown
    body: undefined
    answer: ProjectWebhooksAttemptAnswer
  }
  'project.suppressions.export': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: undefined
    answer: string
  }
  'project.suppressions.import': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectSuppressionsImportBody
    answer: ProjectSuppressionsImportAnswer
  }
  'project.overview.get': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectOverviewGetQuery
    body: undefined
    answer: ProjectOverviewGetAnswer
  }
  'project.deliverability.get': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectDeliverabilityGetQuery
    body: undefined
    answer: ProjectDeliverabilityGetAnswer
  }
  'project.stream.get': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: undefined
    answer: string
  }
}

/** Where each call goes. */
export const routes = {
  'session.create': { method: 'POST', path: '/api/session' },
  'session.get': { method: 'GET', path: '/api/session' },
  'session.delete': { method: 'DELETE', path: '/api/session' },
  'user.update': { method: 'PATCH', path: '/api/user' },
  'signup.get': { method: 'GET', path: '/api/signup' },
  'signup.create': { method: 'POST', path: '/api/signup' },
  'signup.verify': { method: 'POST', path: '/api/signup/verify' },
  'signup.resend': { method: 'POST', path: '/api/signup/resend' },
  'password.forgot': { method: 'POST', path: '/api/password/forgot' },
  'password.reset': { method: 'POST', path: '/api/password/reset' },
  'password.change': { method: 'POST', path: '/api/password/change' },
  'sessions.list': { method: 'GET', path: '/api/sessions' },
  'sessions.delete': { method: 'DELETE', path: '/api/sessions/{id}' },
  'totp.setup': { method: 'POST', path: '/api/totp/setup' },
  'totp.enable': { method: 'POST', path: '/api/totp/enable' },
  'totp.disable': { method: 'POST', path: '/api/totp/disable' },
  'account.update': { method: 'PATCH', path: '/api/account' },
  'limits.get': { method: 'GET', path: '/api/limits' },
  'notices.list': { method: 'GET', path: '/api/notices' },
  'notices.read': { method: 'POST', path: '/api/notices/{notice_id}/read' },
  'members.list': { method: 'GET', path: '/api/members' },
  'members.invite': { method: 'POST', path: '/api/members' },
  'members.update': { method: 'PATCH', path: '/api/members/{id}' },
  'members.delete': { method: 'DELETE', path: '/api/members/{id}' },
  'invitations.look': { method: 'POST', path: '/api/invitations/look' },
  'invitations.accept': { method: 'POST', path: '/api/invitations/accept' },
  'projects.list': { method: 'GET', path: '/api/projects' },
  'projects.create': { method: 'POST', path: '/api/projects' },
  'projects.update': { method: 'PATCH', path: '/api/projects/{project_id}' },
  'projects.delete': { method: 'DELETE', path: '/api/projects/{project_id}' },
  'keys.list': { method: 'GET', path: '/api/projects/{project_id}/keys' },
  'keys.create': { method: 'POST', path: '/api/projects/{project_id}/keys' },
  'keys.delete': { method: 'DELETE', path: '/api/projects/{project_id}/keys/{key_id}' },
  'operator.accounts.list': { method: 'GET', path: '/api/operator/accounts' },
  'operator.accounts.get': { method: 'GET', path: '/api/operator/accounts/{account_id}' },
  'operator.accounts.update': { method: 'PATCH', path: '/api/operator/accounts/{account_id}' },
  'operator.queue.get': { method: 'GET', path: '/api/operator/queue' },
  'operator.nodes.list': { method: 'GET', path: '/api/operator/nodes' },
  'operator.metrics.get': { method: 'GET', path: '/api/operator/metrics' },
  'operator.doctor.get': { method: 'GET', path: '/api/operator/doctor' },
  'project.emails.send': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails' },
  'project.emails.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails' },
  'project.emails.sendBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/batch' },
  'project.emails.check': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/check' },
  'project.emails.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/emails/{id}' },
  'project.emails.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}' },
  'project.emails.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/cancel' },
  'project.emails.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/export' },
  'project.emails.content': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/content' },
  'project.events.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/events' },
  'project.webhooks.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks' },
  'project.webhooks.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks' },
  'project.webhooks.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}' },
  'project.webhooks.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/webhooks/{id}' },
  'project.webhooks.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/webhooks/{id}' },
  'project.webhooks.attempts': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts' },
  'project.webhooks.resend': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts/{attempt_id}/resend' },
  'project.webhooks.rotateSecret': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/rotate-secret' },
  'project.webhooks.test': { method: 'POST', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/test' },
  'project.suppressions.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/suppressions' },
  'project.suppressions.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/suppressions' },
  'project.suppressions.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/suppressions/{id}' },
  'project.domains.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains' },
  'project.domains.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains' },
  'project.domains.claim': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/claim' },
  'project.domains.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains/{id}' },
  'project.domains.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/domains/{id}' },
  'project.domains.verify': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/verify' },
  'project.domains.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/dns' },
  'project.domains.rotateKeys': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/rotate-keys' },
  'project.emails.preview': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/preview' },
  'project.emails.raw': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/raw' },
  'project.emails.resend': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/resend' },
  'project.webhooks.attempt': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts/{attempt_id}' },
  'project.suppressions.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/suppressions/export' },
  'project.suppressions.import': { method: 'POST', path: '/api/projects/{project_id}/{mode}/suppressions/import' },
  'project.overview.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/overview' },
  'project.deliverability.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/deliverability' },
  'project.stream.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/stream' },
} as const
