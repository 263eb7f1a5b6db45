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
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
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
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
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
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
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
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
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
  /** ntc_… */
  id: string
  /** limit_80: 80% of a limit is used: of the day, the month or spending. limit_100: A limit is reached: of the day, the month or spending. sending_paused: Sending is paused, all of it or marketing. sending_resumed: A pause of sending is lifted. rates_high: Many emails bounce or are marked as spam: a pause is near. domain_broken: DNS records of a domain are missing; it still sends. domain_failed: A domain is no longer verified and cannot send. domain_restored: A domain is verified again. domain_expired: A domain was removed: nobody proved it in time. domain_claimed: A domain was removed: somebody else has proved it theirs. domain_keys: New DKIM keys of a domain are to be published. webhook_failing: A webhook has not acknowledged any of its last messages. import_done: An import has ended. campaign_paused: A campaign was paused by Malote. sign_in: A member signed in from a browser not used before. codes_tried: Somebody with the password of a member tries codes of the second step. trust_raised: The account is trusted with more. trust_lowered: The account is trusted with less. plan_started: A paid plan has begun. plan_changed: The plan has changed. plan_ends: The plan will end. plan_ended: The plan has ended. invoice_issued: There is a new invoice. payment_failed: An invoice was not paid. payment_recovered: All invoices are paid again. payment_needed: The bank asks for a confirmation of a payment. card_expiring: The card expires. logs_shrink: Logs will be kept for less long. dispute_opened: A charge is disputed at the bank. dispute_closed: A dispute is decided. order_placed: An account has ordered a plan (for operators). invoice_to_collect: An account has an invoice to be collected (for operators). */
  type: 'limit_80' | 'limit_100' | 'sending_paused' | 'sending_resumed' | 'rates_high' | 'domain_broken' | 'domain_failed' | 'domain_restored' | 'domain_expired' | 'domain_claimed' | 'domain_keys' | 'webhook_failing' | 'import_done' | 'campaign_paused' | 'sign_in' | 'codes_tried' | 'trust_raised' | 'trust_lowered' | 'plan_started' | 'plan_changed' | 'plan_ends' | 'plan_ended' | 'invoice_issued' | 'payment_failed' | 'payment_recovered' | 'payment_needed' | 'card_expiring' | 'logs_shrink' | 'dispute_opened' | 'dispute_closed' | 'order_placed' | 'invoice_to_collect'
  at: string
  severity: 'info' | 'warning' | 'critical'
  /** For people, in the language of the call. */
  message: string
  /** What the message is made from; what it holds depends on the type. */
  data: { [key: string]: unknown }
  read_at: string | null
  level: 'info' | 'warning' | 'error'
  code: string
  text: string
  created_at: string
  /** Since when its cause is over. */
  ended_at: string | null
}

export type NoticesReadAnswer = {
  /** ntc_… */
  id: string
  /** limit_80: 80% of a limit is used: of the day, the month or spending. limit_100: A limit is reached: of the day, the month or spending. sending_paused: Sending is paused, all of it or marketing. sending_resumed: A pause of sending is lifted. rates_high: Many emails bounce or are marked as spam: a pause is near. domain_broken: DNS records of a domain are missing; it still sends. domain_failed: A domain is no longer verified and cannot send. domain_restored: A domain is verified again. domain_expired: A domain was removed: nobody proved it in time. domain_claimed: A domain was removed: somebody else has proved it theirs. domain_keys: New DKIM keys of a domain are to be published. webhook_failing: A webhook has not acknowledged any of its last messages. import_done: An import has ended. campaign_paused: A campaign was paused by Malote. sign_in: A member signed in from a browser not used before. codes_tried: Somebody with the password of a member tries codes of the second step. trust_raised: The account is trusted with more. trust_lowered: The account is trusted with less. plan_started: A paid plan has begun. plan_changed: The plan has changed. plan_ends: The plan will end. plan_ended: The plan has ended. invoice_issued: There is a new invoice. payment_failed: An invoice was not paid. payment_recovered: All invoices are paid again. payment_needed: The bank asks for a confirmation of a payment. card_expiring: The card expires. logs_shrink: Logs will be kept for less long. dispute_opened: A charge is disputed at the bank. dispute_closed: A dispute is decided. order_placed: An account has ordered a plan (for operators). invoice_to_collect: An account has an invoice to be collected (for operators). */
  type: 'limit_80' | 'limit_100' | 'sending_paused' | 'sending_resumed' | 'rates_high' | 'domain_broken' | 'domain_failed' | 'domain_restored' | 'domain_expired' | 'domain_claimed' | 'domain_keys' | 'webhook_failing' | 'import_done' | 'campaign_paused' | 'sign_in' | 'codes_tried' | 'trust_raised' | 'trust_lowered' | 'plan_started' | 'plan_changed' | 'plan_ends' | 'plan_ended' | 'invoice_issued' | 'payment_failed' | 'payment_recovered' | 'payment_needed' | 'card_expiring' | 'logs_shrink' | 'dispute_opened' | 'dispute_closed' | 'order_placed' | 'invoice_to_collect'
  at: string
  severity: 'info' | 'warning' | 'critical'
  /** For people, in the language of the call. */
  message: string
  /** What the message is made from; what it holds depends on the type. */
  data: { [key: string]: unknown }
  read_at: string | null
  level: 'info' | 'warning' | 'error'
  code: string
  text: string
  created_at: string
  /** Since when its cause is over. */
  ended_at: string | null
}

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
    /** A member signed in from a browser not used before. */
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
    /** A member signed in from a browser not used before. */
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
  billing: {
    provider: 'manual' | 'stripe'
    mode: 'live' | 'test'
    contact: string | null
    grace_until: string | null
  } | null
  clock_ahead: boolean
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
  streams: ('transactional' | 'marketing')[]
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

export type PlansListAnswer = {
  currencies: ('BRL' | 'USD')[]
  data: {
    plan: 'free' | 'pro' | 'scale' | 'enterprise'
    included: number | null
    daily: number | null
    domains: number | null
    retention_days: number
    prices: {
      currency: 'BRL' | 'USD'
      month: string
      overage_per_1000: string | null
    }[]
  }[]
}

export type BillingGetQuery = {
  fresh?: '0' | '1' | undefined
}

export type BillingGetAnswer = {
  provider: 'manual' | 'stripe'
  mode: 'live' | 'test'
  state: 'none' | 'active' | 'past_due' | 'ended'
  plan: 'free' | 'pro' | 'scale' | 'enterprise'
  next_plan: 'free' | 'pro' | 'scale' | 'enterprise' | null
  currency: 'BRL' | 'USD'
  period: {
    from: string
    to: string
  }
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
  forecast: {
    used: number
    cost: string
    cap_reached_at: string | null
  } | null
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

export type BillingInvoicesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type BillingInvoicesListItem = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
}

export type BillingInvoicesGetAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
}

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
}

export type BillingCheckoutAnswer = {
  id: string
  url: string | null
  expires_at: string
  invoice_id: string
}

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
  warnings: {
    code: 'payment_declined' | 'domains_above' | 'logs_shrink'
    text: string
  }[]
}

export type BillingInvoicesPayAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
} | {
  pay_url: string | null
}

export type OperatorBillingGetAnswer = {
  provider: 'manual' | 'stripe'
  mode: 'live' | 'test'
  active: number
  past_due: number
  differences: number
  last_event_at: string | null
}

export type OperatorBillingDifferencesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type OperatorBillingDifferencesListItem = {
  id: string
  kind: string
  account_id: string | null
  invoice_id: string | null
  text: string
  since: string
}

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
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
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
}

export type OperatorBillingInvoicesPaidAnswer = {
  id: string
  number: string
  state: 'due' | 'open' | 'paid' | 'void' | 'lost'
  total: string
  paid: string
  refunded: string
  currency: 'BRL' | 'USD'
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
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
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
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
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
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
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
}

export type OperatorBillingDifferencesSettleAnswer = {
  id: string
  kind: string
  account_id: string | null
  invoice_id: string | null
  text: string
  since: string
}

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
  period: {
    from: string
    to: string
  }
  lines: {
    kind: 'base' | 'overage' | 'upgrade'
    text: string
    quantity: number
    amount: string
    from: string
    to: string
  }[]
  pay_url: string | null
  pdf_url: string | null
  fiscal_note: string | null
  created_at: string
  due_at: string
  account_id: string
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
  /** The exact address of one of its recipients. */
  to?: string | undefined
  /** Of any recipient; with `to`, of that one. */
  recipient_state?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** Contained in the subject; looked for in the newest 300,000 emails, or in those of the times given. */
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
    campaign_id?: string | undefined
    sequence_id?: string | undefined
    step?: string | undefined
    variant?: string | undefined
    contact_id?: string | undefined
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

export type ProjectEmailsResendBody = {
  /** Addresses of it; without `to` and `all`: those it did not reach. */
  to?: string[] | undefined
  /** Everybody it was for. */
  all?: true | undefined
}

export type ProjectEmailsResendAnswer = {
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

export type ProjectEmailsExportQuery = {
  status?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  stream?: 'transactional' | 'marketing' | undefined
  /** The exact sender address, without a name. */
  from?: string | undefined
  /** The exact address of one of its recipients. */
  to?: string | undefined
  /** Of any recipient; with `to`, of that one. */
  recipient_state?: 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'failed' | 'suppressed' | 'captured' | 'cancelled' | undefined
  /** Contained in the subject; looked for in the newest 300,000 emails, or in those of the times given. */
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
  campaign_id?: string | undefined
  sequence_id?: string | undefined
  step?: string | undefined
  variant?: string | undefined
  contact_id?: string | undefined
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

export type ProjectEmailsRawQuery = {
  /** One of its addresses; the first one if absent. */
  recipient?: string | undefined
}

export type ProjectWebhooksCreateBody = {
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[]
}

export type ProjectWebhooksCreateAnswer = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[]
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
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[]
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
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[]
  /** false: paused; nothing is posted. */
  enabled: boolean
  created_at: string
}

export type ProjectWebhooksUpdateBody = {
  /** Starts with https:// and is publicly reachable. */
  url?: string | undefined
  /** Which events are sent. */
  events?: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[] | undefined
  /** false: paused; nothing is posted. */
  enabled?: boolean | undefined
}

export type ProjectWebhooksUpdateAnswer = {
  /** whk_… */
  id: string
  /** Starts with https:// and is publicly reachable. */
  url: string
  /** Which events are sent. */
  events: ('accepted' | 'queued' | 'sent' | 'delivered' | 'deferred' | 'bounced' | 'complained' | 'opened' | 'clicked' | 'suppressed' | 'failed' | 'cancelled' | 'contact.created' | 'contact.updated' | 'contact.deleted' | 'contact.erased' | 'contact.subscribed' | 'contact.unsubscribed' | 'contact.snoozed' | 'segment.entered' | 'segment.left' | 'campaign.started' | 'campaign.waiting' | 'campaign.paused' | 'campaign.resumed' | 'campaign.sent' | 'campaign.cancelled' | 'campaign.winner_chosen' | 'sequence.entered' | 'sequence.exited' | 'sequence.webhook' | 'import.finished' | 'form.submitted' | 'contact.*' | 'segment.*' | 'campaign.*' | 'sequence.*' | 'import.*' | 'form.*' | 'account.notice')[]
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

export type ProjectNoticesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectNoticesListItem = {
  /** ntc_… */
  id: string
  /** limit_80: 80% of a limit is used: of the day, the month or spending. limit_100: A limit is reached: of the day, the month or spending. sending_paused: Sending is paused, all of it or marketing. sending_resumed: A pause of sending is lifted. rates_high: Many emails bounce or are marked as spam: a pause is near. domain_broken: DNS records of a domain are missing; it still sends. domain_failed: A domain is no longer verified and cannot send. domain_restored: A domain is verified again. domain_expired: A domain was removed: nobody proved it in time. domain_claimed: A domain was removed: somebody else has proved it theirs. domain_keys: New DKIM keys of a domain are to be published. webhook_failing: A webhook has not acknowledged any of its last messages. import_done: An import has ended. campaign_paused: A campaign was paused by Malote. sign_in: A member signed in from a browser not used before. codes_tried: Somebody with the password of a member tries codes of the second step. trust_raised: The account is trusted with more. trust_lowered: The account is trusted with less. plan_started: A paid plan has begun. plan_changed: The plan has changed. plan_ends: The plan will end. plan_ended: The plan has ended. invoice_issued: There is a new invoice. payment_failed: An invoice was not paid. payment_recovered: All invoices are paid again. payment_needed: The bank asks for a confirmation of a payment. card_expiring: The card expires. logs_shrink: Logs will be kept for less long. dispute_opened: A charge is disputed at the bank. dispute_closed: A dispute is decided. order_placed: An account has ordered a plan (for operators). invoice_to_collect: An account has an invoice to be collected (for operators). */
  type: 'limit_80' | 'limit_100' | 'sending_paused' | 'sending_resumed' | 'rates_high' | 'domain_broken' | 'domain_failed' | 'domain_restored' | 'domain_expired' | 'domain_claimed' | 'domain_keys' | 'webhook_failing' | 'import_done' | 'campaign_paused' | 'sign_in' | 'codes_tried' | 'trust_raised' | 'trust_lowered' | 'plan_started' | 'plan_changed' | 'plan_ends' | 'plan_ended' | 'invoice_issued' | 'payment_failed' | 'payment_recovered' | 'payment_needed' | 'card_expiring' | 'logs_shrink' | 'dispute_opened' | 'dispute_closed' | 'order_placed' | 'invoice_to_collect'
  at: string
  severity: 'info' | 'warning' | 'critical'
  /** For people, in the language of the call. */
  message: string
  /** What the message is made from; what it holds depends on the type. */
  data: { [key: string]: unknown }
  read_at: string | null
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
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
    /** How to put it right, where it is not `verified`, or is and of no use to receivers. */
    hint?: string | undefined
  }[]
  created_at: string
  verified_at?: string | undefined
}

export type ProjectContactsCreateBody = {
  email?: string | undefined
  /** Your own key, of at most 255 characters; its case counts. */
  external_id?: string | undefined
  /** At most 200 characters, without spaces around. */
  first_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  last_name?: string | undefined
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

export type ProjectContactsCreateAnswer = {
  id: string
  email?: string | undefined
  external_id?: string | null | undefined
  first_name?: string | null | undefined
  last_name?: string | null | undefined
  language?: string | null | undefined
  time_zone?: string | null | undefined
  properties?: { [key: string]: unknown } | undefined
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

export type ProjectContactsListQuery = {
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
  unsubscribed?: boolean | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
}

export type ProjectContactsListItem = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectContactsCreateBatchBody = {
  contacts: {
    email?: string | undefined
    /** Your own key, of at most 255 characters; its case counts. */
    external_id?: string | undefined
    /** At most 200 characters, without spaces around. */
    first_name?: string | undefined
    /** At most 200 characters, without spaces around. */
    last_name?: string | undefined
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

export type ProjectContactsCreateBatchAnswer = {
  data: {
    id?: string | undefined
    created?: boolean | undefined
    error?: {
      code: string
      param?: string | undefined
      message: string
    } | undefined
  }[]
}

export type ProjectContactsExportQuery = {
  /** This address only. */
  email?: string | undefined
  external_id?: string | undefined
  /** top_…; any state but none unless `state` says. */
  topic?: string | undefined
  state?: 'none' | 'pending' | 'subscribed' | 'unsubscribed' | undefined
  /** seg_… */
  segment?: string | undefined
  unsubscribed?: boolean | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  created_after?: string | undefined
  created_before?: string | undefined
  format?: 'csv' | 'ndjson' | undefined
}

export type ProjectContactsGetAnswer = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectContactsUpdateBody = {
  email?: string | undefined
  /** Your own key, of at most 255 characters; its case counts. */
  external_id?: string | undefined
  /** At most 200 characters, without spaces around. */
  first_name?: string | undefined
  /** At most 200 characters, without spaces around. */
  last_name?: string | undefined
  /** A BCP 47 tag, as pt-BR. */
  language?: string | undefined
  /** An IANA name. */
  time_zone?: string | undefined
  /** By key; merged with what is there. null takes a value away. */
  properties?: { [key: string]: unknown } | undefined
  /** No marketing before; a time, or an empty text for none. */
  snoozed_until?: string | undefined
  unsubscribed?: boolean | undefined
  consent?: {
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
  } | undefined
}

export type ProjectContactsUpdateAnswer = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectContactsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectContactsEraseAnswer = {
  id: string
  status: 'erasing'
}

export type ProjectContactsSetTopicsBody = {
  topics: {
    /** top_… */
    id: string
    state: 'subscribed' | 'unsubscribed'
    consent?: {
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
    } | undefined
  }[]
}

export type ProjectContactsSetTopicsAnswer = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectContactsDossierAnswer = {
  generated_at: string
  contact: {
    /** con_… */
    id: string
    email: string
    external_id: string | null
    first_name: string | null
    last_name: string | null
    language: string | null
    time_zone: string | null
    properties: { [key: string]: unknown }
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
  topics: unknown[]
  consents: unknown[]
  timeline: unknown[]
  /** Those that they were put into. */
  segments: unknown[]
  enrollments: unknown[]
}

export type ProjectContactsTimelineQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectContactsTimelineItem = {
  id: string
  /** letter, a type of event, consent.joined, …, sequence.step, or the name of an activity. */
  type: string
  at: string
  explanation?: string | undefined
}

export type ProjectContactsConsentsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectContactsConsentsItem = {
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
  wording: {
    text: string
    version: number
    language: string
  } | null
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

export type ProjectContactsExportConsentsAnswer = {
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
    wording: {
      text: string
      version: number
      language: string
    } | null
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
  neighbours: {
    id: string
    seq: number
    hash: string
    previous_hash: string
  }[]
  heads: {
    day: string
    seq: number
    hash: string
  }[]
  /** Ed25519, as PEM. */
  public_key: string
  /** Of all that stands before it, in base64. */
  signature: string
}

export type ProjectContactPropertiesCreateBody = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  /** What people read: a text, or one for each language. */
  label?: string | {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** Of the type of the property. */
  fallback?: unknown | undefined
}

export type ProjectContactPropertiesCreateAnswer = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  label: string | {
    pt?: string | undefined
    en?: string | undefined
  } | null
  /** Stands where a contact has no value. */
  fallback: unknown
  created_at: string
}

export type ProjectContactPropertiesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The key of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectContactPropertiesListItem = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  label: string | {
    pt?: string | undefined
    en?: string | undefined
  } | null
  /** Stands where a contact has no value. */
  fallback: unknown
  created_at: string
}

export type ProjectContactPropertiesUpdateBody = {
  type?: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url' | undefined
  /** What people read: a text, or one for each language. */
  label?: string | {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** Of the type of the property. */
  fallback?: unknown | undefined
}

export type ProjectContactPropertiesUpdateAnswer = {
  key: string
  type: 'string' | 'number' | 'boolean' | 'date' | 'list' | 'url'
  label: string | {
    pt?: string | undefined
    en?: string | undefined
  } | null
  /** Stands where a contact has no value. */
  fallback: unknown
  created_at: string
}

export type ProjectContactPropertiesDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectTopicsCreateBody = {
  /** What people read, in one language or both. */
  name: {
    pt?: string | undefined
    en?: string | undefined
  }
  /** What they will get. */
  description?: {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** choice: only who joined; default: every contact until they leave. */
  joined_by?: 'choice' | 'default' | undefined
  /** Joining waits for the button in a confirmation letter. */
  double_opt_in?: boolean | undefined
  /** Stands in the preference centre. */
  public?: boolean | undefined
  /** What people asked for daily: the frequency cap does not count it. */
  exempt_from_cap?: boolean | undefined
}

export type ProjectTopicsCreateAnswer = {
  /** top_… */
  id: string
  /** What people read, in one language or both. */
  name: {
    pt?: string | undefined
    en?: string | undefined
  }
  /** What they will get. */
  description: {
    pt?: string | undefined
    en?: string | undefined
  }
  joined_by: 'choice' | 'default'
  double_opt_in: boolean
  public: boolean
  exempt_from_cap: boolean
  created_at: string
}

export type ProjectTopicsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectTopicsListItem = {
  /** top_… */
  id: string
  /** What people read, in one language or both. */
  name: {
    pt?: string | undefined
    en?: string | undefined
  }
  /** What they will get. */
  description: {
    pt?: string | undefined
    en?: string | undefined
  }
  joined_by: 'choice' | 'default'
  double_opt_in: boolean
  public: boolean
  exempt_from_cap: boolean
  created_at: string
}

export type ProjectTopicsGetAnswer = {
  /** top_… */
  id: string
  /** What people read, in one language or both. */
  name: {
    pt?: string | undefined
    en?: string | undefined
  }
  /** What they will get. */
  description: {
    pt?: string | undefined
    en?: string | undefined
  }
  joined_by: 'choice' | 'default'
  double_opt_in: boolean
  public: boolean
  exempt_from_cap: boolean
  created_at: string
}

export type ProjectTopicsUpdateBody = {
  /** What people read, in one language or both. */
  name?: {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** What they will get. */
  description?: {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** choice: only who joined; default: every contact until they leave. */
  joined_by?: 'choice' | 'default' | undefined
  /** Joining waits for the button in a confirmation letter. */
  double_opt_in?: boolean | undefined
  /** Stands in the preference centre. */
  public?: boolean | undefined
  /** What people asked for daily: the frequency cap does not count it. */
  exempt_from_cap?: boolean | undefined
}

export type ProjectTopicsUpdateAnswer = {
  /** top_… */
  id: string
  /** What people read, in one language or both. */
  name: {
    pt?: string | undefined
    en?: string | undefined
  }
  /** What they will get. */
  description: {
    pt?: string | undefined
    en?: string | undefined
  }
  joined_by: 'choice' | 'default'
  double_opt_in: boolean
  public: boolean
  exempt_from_cap: boolean
  created_at: string
}

export type ProjectTopicsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectContactsSearchBody = {
  /** A condition or a group of them, as the contract describes under filters. */
  filter: unknown
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectContactsSearchItem = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectSegmentsPreviewBody = {
  /** A condition or a group of them, as the contract describes under filters. */
  filter: unknown
}

export type ProjectSegmentsPreviewAnswer = {
  count: number
  exact: boolean
  conditions: {
    path: string
    count: number
  }[]
  sample: {
    /** con_… */
    id: string
    email: string
    external_id: string | null
    first_name: string | null
    last_name: string | null
    language: string | null
    time_zone: string | null
    properties: { [key: string]: unknown }
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
  }[]
  took_ms: number
}

export type ProjectSegmentsCreateBody = {
  name: string
  kind?: 'dynamic' | 'static' | undefined
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  tracked?: boolean | undefined
}

export type ProjectSegmentsCreateAnswer = {
  /** seg_… */
  id: string
  name: string
  kind: 'dynamic' | 'static'
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  /** Entering and leaving are facts that webhooks hear of. */
  tracked: boolean
  /** Contacts of the mode. */
  count: number | null
  /** false: counted from a sample. */
  exact: boolean
  counted_at: string | null
  created_at: string
}

export type ProjectSegmentsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectSegmentsListItem = {
  /** seg_… */
  id: string
  name: string
  kind: 'dynamic' | 'static'
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  /** Entering and leaving are facts that webhooks hear of. */
  tracked: boolean
  /** Contacts of the mode. */
  count: number | null
  /** false: counted from a sample. */
  exact: boolean
  counted_at: string | null
  created_at: string
}

export type ProjectSegmentsGetAnswer = {
  /** seg_… */
  id: string
  name: string
  kind: 'dynamic' | 'static'
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  /** Entering and leaving are facts that webhooks hear of. */
  tracked: boolean
  /** Contacts of the mode. */
  count: number | null
  /** false: counted from a sample. */
  exact: boolean
  counted_at: string | null
  created_at: string
}

export type ProjectSegmentsUpdateBody = {
  name?: string | undefined
  kind?: 'dynamic' | 'static' | undefined
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  tracked?: boolean | undefined
}

export type ProjectSegmentsUpdateAnswer = {
  /** seg_… */
  id: string
  name: string
  kind: 'dynamic' | 'static'
  /** A condition or a group of them, as the contract describes under filters. */
  filter?: unknown | undefined
  /** Entering and leaving are facts that webhooks hear of. */
  tracked: boolean
  /** Contacts of the mode. */
  count: number | null
  /** false: counted from a sample. */
  exact: boolean
  counted_at: string | null
  created_at: string
}

export type ProjectSegmentsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectSegmentsContactsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectSegmentsContactsItem = {
  /** con_… */
  id: string
  email: string
  external_id: string | null
  first_name: string | null
  last_name: string | null
  language: string | null
  time_zone: string | null
  properties: { [key: string]: unknown }
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

export type ProjectSegmentsBecauseAnswer = {
  member: boolean
  /** The filter with a result at each condition. */
  because: unknown
}

export type ProjectSegmentsAddMembersBody = {
  /** con_… or addresses. */
  contacts: string[]
}

export type ProjectSegmentsAddMembersAnswer = {
  id: string
  /** Those that were not so before. */
  changed: number
  count: number
}

export type ProjectSegmentsRemoveMembersBody = {
  /** con_… or addresses. */
  contacts: string[]
}

export type ProjectSegmentsRemoveMembersAnswer = {
  id: string
  /** Those that were not so before. */
  changed: number
  count: number
}

export type ProjectActivityCreateBody = {
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

export type ProjectActivityCreateAnswer = {
  /** evt_…; null for nobody we know. */
  id: string | null
  matched: boolean
  duplicate: boolean
}

export type ProjectActivityListQuery = {
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

export type ProjectActivityListItem = {
  /** evt_… */
  id: string
  name: string
  contact_id: string | null
  data: { [key: string]: unknown } | null
  at: string
}

export type ProjectActivityCreateBatchBody = {
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

export type ProjectActivityCreateBatchAnswer = {
  data: {
    /** evt_…; null for nobody we know. */
    id?: string | null | undefined
    /** Not for nobody we know, nor for a repetition. */
    created?: boolean | undefined
    error?: {
      code: string
      param?: string | undefined
      message: string
    } | undefined
  }[]
}

export type ProjectFormsCreateBody = {
  name: string
  /** top_… */
  topics: string[]
  fields?: {
    /** first_name, last_name, language or properties.KEY. */
    key: string
    label?: {
      pt?: string | undefined
      en?: string | undefined
    } | undefined
    required?: boolean | undefined
  }[] | undefined
  wording?: {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** Whoever sends the form confirms by a letter; true if absent. */
  double_opt_in?: boolean | undefined
  redirect_url?: string | undefined
  /** The letter that asks for the confirmation: a published template with the variable confirm_url. */
  confirm_template_id?: string | undefined
  /** Of pages that may hold the form; none: any. */
  allowed_origins?: string[] | undefined
  style?: {
    color?: string | undefined
    background?: string | undefined
    logo?: string | undefined
  } | undefined
  enabled?: boolean | undefined
}

export type ProjectFormsCreateAnswer = {
  /** frm_… */
  id: string
  name: string
  topics: string[]
  fields: {
    key: string
    label: {
      pt?: string | undefined
      en?: string | undefined
    }
    required: boolean
  }[]
  wording: {
    pt?: string | undefined
    en?: string | undefined
  }
  double_opt_in: boolean
  redirect_url: string | null
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
  /** The form as html, to be copied into any page. */
  embed: string
  /** Beside it, if wanted: what is sent then needs no second page. At most 3 KB. */
  script: string
  created_at: string
}

export type ProjectFormsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectFormsListItem = {
  /** frm_… */
  id: string
  name: string
  topics: string[]
  fields: {
    key: string
    label: {
      pt?: string | undefined
      en?: string | undefined
    }
    required: boolean
  }[]
  wording: {
    pt?: string | undefined
    en?: string | undefined
  }
  double_opt_in: boolean
  redirect_url: string | null
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
  /** The form as html, to be copied into any page. */
  embed: string
  /** Beside it, if wanted: what is sent then needs no second page. At most 3 KB. */
  script: string
  created_at: string
}

export type ProjectFormsGetAnswer = {
  /** frm_… */
  id: string
  name: string
  topics: string[]
  fields: {
    key: string
    label: {
      pt?: string | undefined
      en?: string | undefined
    }
    required: boolean
  }[]
  wording: {
    pt?: string | undefined
    en?: string | undefined
  }
  double_opt_in: boolean
  redirect_url: string | null
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
  /** The form as html, to be copied into any page. */
  embed: string
  /** Beside it, if wanted: what is sent then needs no second page. At most 3 KB. */
  script: string
  created_at: string
}

export type ProjectFormsUpdateBody = {
  name?: string | undefined
  /** top_… */
  topics?: string[] | undefined
  fields?: {
    /** first_name, last_name, language or properties.KEY. */
    key: string
    label?: {
      pt?: string | undefined
      en?: string | undefined
    } | undefined
    required?: boolean | undefined
  }[] | undefined
  wording?: {
    pt?: string | undefined
    en?: string | undefined
  } | undefined
  /** Whoever sends the form confirms by a letter; true if absent. */
  double_opt_in?: boolean | undefined
  redirect_url?: string | undefined
  /** The letter that asks for the confirmation: a published template with the variable confirm_url. */
  confirm_template_id?: string | undefined
  /** Of pages that may hold the form; none: any. */
  allowed_origins?: string[] | undefined
  style?: {
    color?: string | undefined
    background?: string | undefined
    logo?: string | undefined
  } | undefined
  enabled?: boolean | undefined
}

export type ProjectFormsUpdateAnswer = {
  /** frm_… */
  id: string
  name: string
  topics: string[]
  fields: {
    key: string
    label: {
      pt?: string | undefined
      en?: string | undefined
    }
    required: boolean
  }[]
  wording: {
    pt?: string | undefined
    en?: string | undefined
  }
  double_opt_in: boolean
  redirect_url: string | null
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
  /** The form as html, to be copied into any page. */
  embed: string
  /** Beside it, if wanted: what is sent then needs no second page. At most 3 KB. */
  script: string
  created_at: string
}

export type ProjectFormsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectMarketingSettingsGetAnswer = {
  /** At most so many letters in each time, such as P7D. */
  cap: {
    letters: number
    per: string
  }[]
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
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  /** Durations, such as P396D. letters: also people of campaigns and activity, at least 90 days. consents: what their records name a person by, after the end of the contact. */
  retention: {
    letters?: string | undefined
    consents?: string | undefined
  }
  pages: {
    words?: {
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      pt?: { [key: string]: string } | undefined
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      en?: { [key: string]: string } | undefined
    } | undefined
    color?: string | undefined
    background?: string | undefined
    /** An https URL. */
    logo?: string | undefined
  }
}

export type ProjectMarketingSettingsUpdateBody = {
  cap?: {
    letters: number
    per: string
  }[] | null | undefined
  quiet?: {
    /** HH:MM */
    from: string
    /** HH:MM */
    until: string
  } | null | undefined
  reserve?: 'auto' | number | null | undefined
  one_click?: 'topic' | 'all' | null | undefined
  postal_address?: string | null | undefined
  utm?: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null | undefined
  retention?: {
    letters?: string | undefined
    consents?: string | undefined
  } | null | undefined
  pages?: {
    words?: {
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      pt?: { [key: string]: string } | undefined
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      en?: { [key: string]: string } | undefined
    } | undefined
    color?: string | undefined
    background?: string | undefined
    /** An https URL. */
    logo?: string | undefined
  } | null | undefined
}

export type ProjectMarketingSettingsUpdateAnswer = {
  /** At most so many letters in each time, such as P7D. */
  cap: {
    letters: number
    per: string
  }[]
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
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  /** Durations, such as P396D. letters: also people of campaigns and activity, at least 90 days. consents: what their records name a person by, after the end of the contact. */
  retention: {
    letters?: string | undefined
    consents?: string | undefined
  }
  pages: {
    words?: {
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      pt?: { [key: string]: string } | undefined
      /** By name of the text; what is not given is ours: form_title, form_email, form_topics, form_button, form_first_name, form_last_name, form_language, form_trap, form_once_more, form_press, form_taken_title, form_taken, form_wrong_title, form_wrong_email, form_wrong_field, form_amiss_title, form_wrong_boolean, form_wrong_date, form_wrong_language, form_wrong_name, form_wrong_number, form_wrong_text, form_wrong_url, form_unreadable, form_no_topic, form_closed_title, form_closed, form_wait_title, form_wait, confirm_title, confirm_ask, confirm_button, confirm_done_title, confirm_done, confirm_late, letter_subject, letter_opening, letter_closing, preferences_title, preferences_for, preferences_topics, preferences_none, preferences_language, preferences_save, preferences_saved, preferences_pause_title, preferences_paused, preferences_pause_30, preferences_pause_90, preferences_resume, preferences_stop_title, preferences_stop, preferences_stopped, preferences_blocked, preferences_why, preferences_why_none, preferences_agreed, preferences_data_title, preferences_data, preferences_erase, preferences_erase_ask, preferences_erased_title, preferences_erased, preferences_back, preferences_earlier, preferences_leave, preferences_left, unsubscribe_title, unsubscribe_ask, unsubscribe_button, unsubscribe_done_title, unsubscribe_done, unsubscribe_left_topic, unsubscribe_everything, leave_title, leave_ask, leave_field, leave_button, leave_done_title, leave_done. */
      en?: { [key: string]: string } | undefined
    } | undefined
    color?: string | undefined
    background?: string | undefined
    /** An https URL. */
    logo?: string | undefined
  }
}

export type ProjectImportsCreateBody = {
  format: 'csv' | 'ndjson'
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
  confirm?: 'none' | 'send' | undefined
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

export type ProjectImportsCreateAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectImportsListItem = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsFileAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsGetAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsErrorsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The line of the last item. */
  starting_after?: string | undefined
  format?: 'json' | 'csv' | undefined
}

export type ProjectImportsErrorsItem = {
  /** The physical line where the record begins; the header is 1. */
  line: number
  code: string
  param: string | null
  message: string
  excerpt: string
  /** The person was taken in without what is named. */
  taken: boolean
}

export type ProjectImportsRecogniseBody = {
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

export type ProjectImportsRecogniseAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsStartBody = {
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
  confirm?: 'none' | 'send' | undefined
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

export type ProjectImportsStartAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsCancelAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectImportsUndoAnswer = {
  /** imp_… */
  id: string
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
  confirm: 'none' | 'send'
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
  progress: {
    bytes: number
    of: number
  }
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
  recognised: unknown | null
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
  undo?: {
    removed: number
    restored: number
    kept: number
  } | undefined
  error: string | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  eta_s: number | null
}

export type ProjectTemplatesCreateBody = {
  name: string
  kind?: 'email' | 'layout' | undefined
  /** A name of your own for it, unique in the project. */
  alias?: string | undefined
  default_language?: string | undefined
  variables?: {
    key: string
    type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'list'
    required?: boolean | undefined
    fallback?: unknown | undefined
    sample?: unknown | undefined
  }[] | undefined
  /** By language, such as pt or en-GB; null takes one away. */
  variants?: { [key: string]: {
    subject?: string | undefined
    preheader?: string | undefined
    html?: string | undefined
    mjml?: string | undefined
    /** Blocks of the editor. */
    design?: {
      style?: {
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
      } | undefined
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
    } | undefined
    /** false: no text part; absent: made of the html. */
    text?: string | false | undefined
  } | null } | undefined
  /** tpl_… of kind layout. */
  layout_id?: string | undefined
}

export type ProjectTemplatesCreateAnswer = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectTemplatesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  kind?: 'email' | 'layout' | undefined
}

export type ProjectTemplatesListItem = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectTemplatesGetAnswer = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectTemplatesUpdateBody = {
  name?: string | undefined
  kind?: 'email' | 'layout' | undefined
  revision?: number | undefined
  alias?: string | null | undefined
  default_language?: string | null | undefined
  variables?: {
    key: string
    type: 'string' | 'number' | 'boolean' | 'date' | 'url' | 'list'
    required?: boolean | undefined
    fallback?: unknown | undefined
    sample?: unknown | undefined
  }[] | null | undefined
  variants?: { [key: string]: {
    subject?: string | undefined
    preheader?: string | undefined
    html?: string | undefined
    mjml?: string | undefined
    /** Blocks of the editor. */
    design?: {
      style?: {
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
      } | undefined
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
    } | undefined
    /** false: no text part; absent: made of the html. */
    text?: string | false | undefined
  } | null } | null | undefined
  layout_id?: string | null | undefined
}

export type ProjectTemplatesUpdateAnswer = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectTemplatesDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectTemplatesPublishAnswer = {
  version: number
  published_at: string
  findings: {
    code: string
    level: 'error' | 'warning' | 'info'
    param?: string | undefined
    /** People whom it concerns. */
    count?: number | undefined
    message: string
  }[]
}

export type ProjectTemplatesVersionsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A version. */
  starting_after?: string | undefined
}

export type ProjectTemplatesVersionsItem = {
  version: number
  published_at: string
}

export type ProjectTemplatesRestoreAnswer = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectTemplatesPreviewBody = {
  language?: string | undefined
  variables?: { [key: string]: unknown } | undefined
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  /** Absent: the draft. */
  version?: number | 'draft' | undefined
}

export type ProjectTemplatesPreviewAnswer = {
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

export type ProjectTemplatesCheckAnswer = {
  ok: boolean
  checks: {
    code: string
    level: 'error' | 'warning' | 'info'
    param?: string | undefined
    /** People whom it concerns. */
    count?: number | undefined
    message: string
  }[]
}

export type ProjectTemplatesDuplicateBody = {
  name?: string | undefined
}

export type ProjectTemplatesDuplicateAnswer = {
  /** tpl_… */
  id: string
  name: string
  alias: string | null
  kind: 'email' | 'layout'
  status: 'draft' | 'published'
  default_language: string
  variables: unknown[]
  variants: { [key: string]: unknown }
  layout_id: string | null
  /** Counts changes; given with one, it must be the last. */
  revision: number
  published_version: number | null
  /** The draft or the layout is newer than the version. */
  has_changes: boolean
  created_at: string
  updated_at: string
}

export type ProjectCampaignsCreateBody = {
  name: string
  from?: string | undefined
  reply_to?: string[] | undefined
  /** top_… */
  topic_id?: string | undefined
  /** A template, or subject and html of its own, by language where there are variants. */
  content?: {
    /** tpl_… */
    template_id?: string | undefined
    /** Absent: the published one. draft: in test mode only. */
    version?: number | 'draft' | undefined
    default_language?: string | undefined
    variants?: { [key: string]: {
      subject?: string | undefined
      preheader?: string | undefined
      html?: string | undefined
      mjml?: string | undefined
      /** Blocks of the editor. */
      design?: {
        style?: {
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
        } | undefined
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
      } | undefined
      text?: string | false | undefined
    } } | undefined
    subject?: string | undefined
    preheader?: string | undefined
    html?: string | undefined
    mjml?: string | undefined
    /** Blocks of the editor. */
    design?: {
      style?: {
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
      } | undefined
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
    } | undefined
    text?: string | false | undefined
  } | undefined
  audience?: {
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
    recheck?: boolean | undefined
  } | undefined
  schedule?: {
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
  } | undefined
  ab?: {
    variants: {
      key: string
      weight?: number | undefined
      subject?: string | undefined
      from?: string | undefined
      /** A template, or subject and html of its own, by language where there are variants. */
      content?: {
        /** tpl_… */
        template_id?: string | undefined
        /** Absent: the published one. draft: in test mode only. */
        version?: number | 'draft' | undefined
        default_language?: string | undefined
        variants?: { [key: string]: {
          subject?: string | undefined
          preheader?: string | undefined
          html?: string | undefined
          mjml?: string | undefined
          /** Blocks of the editor. */
          design?: {
            style?: {
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
            } | undefined
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
          } | undefined
          text?: string | false | undefined
        } } | undefined
        subject?: string | undefined
        preheader?: string | undefined
        html?: string | undefined
        mjml?: string | undefined
        /** Blocks of the editor. */
        design?: {
          style?: {
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
          } | undefined
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
        } | undefined
        text?: string | false | undefined
      } | undefined
    }[]
    test_share?: number | undefined
    /** clicked, opened or event:<name>. */
    metric?: string | undefined
    /** PT1H to PT72H. */
    wait?: string | undefined
    min_probability?: number | undefined
    if_unsure?: 'first' | 'leader' | 'split' | undefined
  } | undefined
  tracking?: {
    opens?: boolean | undefined
    clicks?: boolean | undefined
  } | undefined
  guard?: {
    enabled?: boolean | undefined
  } | undefined
  archive?: {
    public?: boolean | undefined
    slug?: string | undefined
  } | undefined
  tags?: { [key: string]: string } | undefined
  on_missing?: 'skip' | 'empty' | undefined
  if_capped?: 'skip' | 'wait' | undefined
  utm?: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null | undefined
}

export type ProjectCampaignsCreateAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  status?: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled' | undefined
}

export type ProjectCampaignsListItem = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsGetAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsUpdateBody = {
  name?: string | undefined
  from?: string | null | undefined
  reply_to?: string[] | null | undefined
  topic_id?: string | null | undefined
  content?: {
    /** tpl_… */
    template_id?: string | undefined
    /** Absent: the published one. draft: in test mode only. */
    version?: number | 'draft' | undefined
    default_language?: string | undefined
    variants?: { [key: string]: {
      subject?: string | undefined
      preheader?: string | undefined
      html?: string | undefined
      mjml?: string | undefined
      /** Blocks of the editor. */
      design?: {
        style?: {
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
        } | undefined
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
      } | undefined
      text?: string | false | undefined
    } } | undefined
    subject?: string | undefined
    preheader?: string | undefined
    html?: string | undefined
    mjml?: string | undefined
    /** Blocks of the editor. */
    design?: {
      style?: {
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
      } | undefined
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
    } | undefined
    text?: string | false | undefined
  } | null | undefined
  audience?: {
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
    recheck?: boolean | undefined
  } | null | undefined
  schedule?: {
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
  } | null | undefined
  ab?: {
    variants: {
      key: string
      weight?: number | undefined
      subject?: string | undefined
      from?: string | undefined
      /** A template, or subject and html of its own, by language where there are variants. */
      content?: {
        /** tpl_… */
        template_id?: string | undefined
        /** Absent: the published one. draft: in test mode only. */
        version?: number | 'draft' | undefined
        default_language?: string | undefined
        variants?: { [key: string]: {
          subject?: string | undefined
          preheader?: string | undefined
          html?: string | undefined
          mjml?: string | undefined
          /** Blocks of the editor. */
          design?: {
            style?: {
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
            } | undefined
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
          } | undefined
          text?: string | false | undefined
        } } | undefined
        subject?: string | undefined
        preheader?: string | undefined
        html?: string | undefined
        mjml?: string | undefined
        /** Blocks of the editor. */
        design?: {
          style?: {
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
          } | undefined
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
        } | undefined
        text?: string | false | undefined
      } | undefined
    }[]
    test_share?: number | undefined
    /** clicked, opened or event:<name>. */
    metric?: string | undefined
    /** PT1H to PT72H. */
    wait?: string | undefined
    min_probability?: number | undefined
    if_unsure?: 'first' | 'leader' | 'split' | undefined
  } | null | undefined
  tracking?: {
    opens?: boolean | undefined
    clicks?: boolean | undefined
  } | null | undefined
  guard?: {
    enabled?: boolean | undefined
  } | null | undefined
  archive?: {
    public?: boolean | undefined
    slug?: string | undefined
  } | null | undefined
  tags?: { [key: string]: string } | null | undefined
  on_missing?: 'skip' | 'empty' | null | undefined
  if_capped?: 'skip' | 'wait' | null | undefined
  utm?: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null | null | undefined
}

export type ProjectCampaignsUpdateAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectCampaignsSendAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsScheduleBody = {
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

export type ProjectCampaignsScheduleAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsUnscheduleAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsPauseAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
  in_flight: number
}

export type ProjectCampaignsResumeAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsCancelAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsDuplicateBody = {
  name?: string | undefined
  audience?: 'same' | 'not_opened' | 'not_received' | undefined
}

export type ProjectCampaignsDuplicateAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsWinnerBody = {
  variant: string
}

export type ProjectCampaignsWinnerAnswer = {
  /** cmp_… */
  id: string
  name: string
  status: 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled'
  phase: string | null
  waiting: {
    reason: string
    until: string
    left: number
  } | null
  paused_by: string | null
  from: string | null
  reply_to: string[]
  topic_id: string | null
  content: unknown
  audience: unknown
  schedule: unknown
  /** null: no test. result: what came of it. */
  ab: unknown
  tracking: {
    opens: boolean
    clicks: boolean
  }
  guard: {
    enabled: boolean
    /** The figures that paused it. */
    tripped?: unknown | undefined
  }
  archive: unknown
  tags: { [key: string]: string }
  on_missing: 'skip' | 'empty'
  if_capped: 'skip' | 'wait'
  utm: {
    source?: string | undefined
    medium?: string | undefined
    /** May hold `{{ campaign.name }}`. */
    campaign?: string | undefined
  } | null
  counts: {
    audience: number
    pending: number
    released: number
    skipped: number
    cancelled: number
  }
  created_at: string
  started_at: string | null
  finished_at: string | null
}

export type ProjectCampaignsPreflightAnswer = {
  ok: boolean
  checks: {
    code: string
    level: 'error' | 'warning' | 'info'
    param?: string | undefined
    count?: number | undefined
    /** Five of the people, or the links. */
    sample?: (string | {
      contact_id: string
      email: string
    })[] | undefined
    message: string
  }[]
  audience: {
    total: number
    sendable: number
    skipped: { [key: string]: number }
  }
  forecast: {
    days: {
      date: string
      letters: number
      limit: string
    }[]
    finishes_at: string | null
  }
}

export type ProjectCampaignsForecastAnswer = {
  days: {
    date: string
    letters: number
    limit: string
  }[]
  finishes_at: string | null
}

export type ProjectCampaignsPreviewBody = {
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  language?: string | undefined
  variant?: string | undefined
}

export type ProjectCampaignsPreviewAnswer = {
  language: string
  variant: string | null
  subject: string
  html: string | null
  text: string | null
  bytes: number
  missing: string[]
}

export type ProjectCampaignsTestBody = {
  to: string[]
  /** con_…, whose values are taken. */
  contact_id?: string | undefined
  language?: string | undefined
  variant?: string | undefined
}

export type ProjectCampaignsTestAnswer = {
  data: {
    id: string
    email: string
  }[]
}

export type ProjectCampaignsRecipientsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A contact_id. */
  starting_after?: string | undefined
  /** The start of an address or of a name. */
  q?: string | undefined
  state?: 'pending' | 'released' | 'skipped' | 'cancelled' | 'delivered' | 'bounced' | 'deferred' | 'opened' | 'clicked' | 'unsubscribed' | 'complained' | undefined
  /** missing_value: whichever value it is. */
  reason?: string | undefined
  format?: 'json' | 'csv' | undefined
}

export type ProjectCampaignsRecipientsItem = {
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

export type ProjectCampaignsRecipientAnswer = {
  /** As in the list; not_in_audience for who was not read. */
  state: string
  reason: string | null
  explanation: string
  decided_at: string | null
  email_id: string | null
  because: {
    check: string
    result: boolean
    explanation: string
    /** The audience with a result at each part, as it is now. */
    tree?: unknown | undefined
    /** now: the person was not read, and is looked at as they are. */
    evaluated?: 'snapshot' | 'now' | undefined
    consent_id?: string | null | undefined
    had?: string[] | undefined
  }[]
  next?: {
    at: string | null
    reason: string
  } | undefined
}

export type ProjectCampaignsLinksItem = {
  n: number
  url: string
  mended_url: string | null
  people: number
  machines: number
}

export type ProjectCampaignsMendLinkBody = {
  url: string | null
}

export type ProjectCampaignsMendLinkAnswer = {
  n: number
  url: string
  mended_url: string | null
  people: number
  machines: number
}

export type ProjectCampaignsStatsQuery = {
  by?: 'provider' | 'variant' | 'link' | 'language' | 'hour' | undefined
}

export type ProjectCampaignsStatsAnswer = {
  audience: number
  pending: number
  released: number
  cancelled: number
  skipped: { [key: string]: number }
  delivered: number
  captured: number
  deferred_now: number
  bounced: {
    hard: number
    soft: number
    policy: number
  }
  complained: number
  unsubscribed: {
    topic: number
    all: number
  }
  opened: {
    people: number
    machines_only: number
  }
  clicked: {
    people: number
    machines_only: number
  }
  first_release: string | null
  last_release: string | null
  /** Letters released an hour, while it was sending. */
  pace: number
} | {
  data: {
    key: string
    released?: number | undefined
    delivered?: number | undefined
    bounced?: {
      hard: number
      soft: number
      policy: number
    } | undefined
    complained?: number | undefined
    opened?: {
      people: number
      machines_only: number
    } | undefined
    clicked: {
      people: number
      machines_only: number
    }
  }[]
}

export type ProjectSequencesCreateBody = {
  name: string
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
  reentry?: {
    mode: 'never' | 'after_exit' | 'always'
    /** ISO 8601, such as P2D. */
    min_gap?: string | undefined
    key?: string | undefined
  } | undefined
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
    utm?: {
      source?: string | undefined
      medium?: string | undefined
      /** May hold `{{ campaign.name }}`. */
      campaign?: string | undefined
    } | null | undefined
    /** ISO 8601, such as P2D. */
    for?: string | undefined
    until?: {
      /** HH:MM */
      time?: string | undefined
      days?: number[] | undefined
      property?: string | undefined
      offset?: string | undefined
    } | undefined
    cases?: {
      filter: unknown
      next?: string | undefined
    }[] | undefined
    else?: string | undefined
    ways?: {
      weight: number
      next?: string | undefined
    }[] | undefined
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

export type ProjectSequencesCreateAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesListQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
}

export type ProjectSequencesListItem = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesGetAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesUpdateBody = {
  name?: string | undefined
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
  reentry?: {
    mode: 'never' | 'after_exit' | 'always'
    /** ISO 8601, such as P2D. */
    min_gap?: string | undefined
    key?: string | undefined
  } | null | undefined
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
    utm?: {
      source?: string | undefined
      medium?: string | undefined
      /** May hold `{{ campaign.name }}`. */
      campaign?: string | undefined
    } | null | undefined
    /** ISO 8601, such as P2D. */
    for?: string | undefined
    until?: {
      /** HH:MM */
      time?: string | undefined
      days?: number[] | undefined
      property?: string | undefined
      offset?: string | undefined
    } | undefined
    cases?: {
      filter: unknown
      next?: string | undefined
    }[] | undefined
    else?: string | undefined
    ways?: {
      weight: number
      next?: string | undefined
    }[] | undefined
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

export type ProjectSequencesUpdateAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesDeleteQuery = {
  exit?: boolean | undefined
}

export type ProjectSequencesDeleteAnswer = {
  id: string
  deleted: true
}

export type ProjectSequencesPublishBody = {
  inside?: 'finish' | 'move' | 'leave' | undefined
  map?: { [key: string]: string } | undefined
  dry_run?: boolean | undefined
}

export type ProjectSequencesPublishAnswer = {
  version: number
  inside: {
    finish: number
    move: number
    leave: number
    exit: number
  }
}

export type ProjectSequencesPauseBody = {
  while_paused?: 'hold' | 'ignore' | undefined
}

export type ProjectSequencesPauseAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesResumeBody = {
  overdue?: 'shift' | 'run' | undefined
}

export type ProjectSequencesResumeAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesArchiveAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesDuplicateBody = {
  name?: string | undefined
}

export type ProjectSequencesDuplicateAnswer = {
  /** seq_… */
  id: string
  name: string
  status: 'draft' | 'active' | 'paused' | 'archived'
  from: string | null
  topic_id: string | null
  triggers: unknown[]
  entry_filter: unknown
  reentry: unknown
  exits: unknown[]
  quiet: unknown
  rate_per_hour: number | null
  patience: string | null
  steps: unknown[]
  published_version: number | null
  created_at: string
  updated_at: string
}

export type ProjectSequencesVersionsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** A version. */
  starting_after?: string | undefined
}

export type ProjectSequencesVersionsItem = {
  version: number
  published_at: string
}

export type ProjectSequencesStatsAnswer = {
  steps: {
    key: string
    /** Who has passed, waits there, or left before the step was done. */
    entered: number
    waiting: number
    sent: number
    skipped: { [key: string]: number }
    opened: {
      people: number
      machines_only: number
    }
    clicked: {
      people: number
      machines_only: number
    }
    /** Whose way ended here before its end. */
    left: number
    /** Of those, by an exit with the reason goal. */
    goal: number
    /** Half of the people took at most so long. */
    median_s: number | null
  }[]
}

export type ProjectSequencesSimulateBody = {
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

export type ProjectSequencesSimulateAnswer = {
  letters: unknown[]
  path: unknown[]
  waits: unknown[]
  ends: unknown
}

export type ProjectSequencesEnrollBody = {
  contact_id?: string | undefined
  email?: string | undefined
  external_id?: string | undefined
  data?: { [key: string]: unknown } | undefined
}

export type ProjectSequencesEnrollAnswer = {
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
  created: boolean
}

export type ProjectSequencesEnrollmentsQuery = {
  /** Items per page, 1 to 100; 50 if absent. */
  limit?: number | undefined
  /** The id of the last item of the previous page. */
  starting_after?: string | undefined
  state?: 'inside' | 'finished' | 'exited' | 'cancelled' | undefined
}

export type ProjectSequencesEnrollmentsItem = {
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
}

export type ProjectSequencesEnrollmentAnswer = {
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
  /** Where they stand and why. */
  explanation: string
  path: {
    visit: number
    step: string
    at: string
    outcome: string
    explanation: string
    email_id?: string | undefined
  }[]
}

export type ProjectSequencesExitAnswer = {
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
  /** Where they stand and why. */
  explanation: string
  path: {
    visit: number
    step: string
    at: string
    outcome: string
    explanation: string
    email_id?: string | undefined
  }[]
}

export type ProjectSequencesSkipWaitAnswer = {
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
  /** Where they stand and why. */
  explanation: string
  path: {
    visit: number
    step: string
    at: string
    outcome: string
    explanation: string
    email_id?: string | undefined
  }[]
}

export type ProjectTestClockGetAnswer = {
  /** What time it is in test mode. */
  now: string
  /** Seconds ahead of real time. */
  ahead_s: number
  status: 'ready' | 'advancing'
}

export type ProjectTestClockTurnBody = {
  /** ISO 8601, at most P400D. */
  advance?: string | undefined
  to?: string | undefined
  /** true */
  reset?: boolean | undefined
}

export type ProjectTestClockTurnAnswer = {
  /** What time it is in test mode. */
  now: string
  /** Seconds ahead of real time. */
  ahead_s: number
  status: 'ready' | 'advancing'
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

export type ProjectSequencesFiguresAnswer = {
  data: {
    id: string
    inside: number
  }[]
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
  next: {
    step: string | null
    at: string | null
  } | null
  waiting: {
    reason: string
    until: string | null
  } | null
  email: string | null
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
  'noticeSettings.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: NoticeSettingsGetAnswer
  }
  'noticeSettings.update': {
    params: unknown
    query: unknown
    body: NoticeSettingsUpdateBody
    answer: NoticeSettingsUpdateAnswer
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
  'plans.list': {
    params: unknown
    query: unknown
    body: undefined
    answer: PlansListAnswer
  }
  'billing.get': {
    params: unknown
    query: BillingGetQuery
    body: undefined
    answer: BillingGetAnswer
  }
  'billing.invoices.list': {
    params: unknown
    query: BillingInvoicesListQuery
    body: undefined
    answer: { data: BillingInvoicesListItem[]; has_more: boolean }
  }
  'billing.invoices.get': {
    params: { invoice_id: string }
    query: unknown
    body: undefined
    answer: BillingInvoicesGetAnswer
  }
  'billing.periods.list': {
    params: unknown
    query: BillingPeriodsListQuery
    body: undefined
    answer: { data: BillingPeriodsListItem[]; has_more: boolean }
  }
  'billing.usage.list': {
    params: unknown
    query: BillingUsageListQuery
    body: undefined
    answer: { data: BillingUsageListItem[]; has_more: boolean }
  }
  'billing.usage.export': {
    params: unknown
    query: BillingUsageExportQuery
    body: undefined
    answer: string
  }
  'billing.changes.list': {
    params: unknown
    query: BillingChangesListQuery
    body: undefined
    answer: { data: BillingChangesListItem[]; has_more: boolean }
  }
  'billing.checkout': {
    params: unknown
    query: unknown
    body: BillingCheckoutBody
    answer: BillingCheckoutAnswer
  }
  'billing.portal': {
    params: unknown
    query: unknown
    body: BillingPortalBody
    answer: BillingPortalAnswer
  }
  'billing.plan': {
    params: unknown
    query: unknown
    body: BillingPlanBody
    answer: BillingPlanAnswer
  }
  'billing.invoices.pay': {
    params: { invoice_id: string }
    query: unknown
    body: undefined
    answer: BillingInvoicesPayAnswer
  }
  'operator.billing.get': {
    params: unknown
    query: unknown
    body: undefined
    answer: OperatorBillingGetAnswer
  }
  'operator.billing.differences.list': {
    params: unknown
    query: OperatorBillingDifferencesListQuery
    body: undefined
    answer: { data: OperatorBillingDifferencesListItem[]; has_more: boolean }
  }
  'operator.billing.invoices.list': {
    params: unknown
    query: OperatorBillingInvoicesListQuery
    body: undefined
    answer: { data: OperatorBillingInvoicesListItem[]; has_more: boolean }
  }
  'operator.billing.invoices.export': {
    params: unknown
    query: OperatorBillingInvoicesExportQuery
    body: undefined
    answer: string
  }
  'operator.billing.invoices.paid': {
    params: { invoice_id: string }
    query: unknown
    body: OperatorBillingInvoicesPaidBody
    answer: OperatorBillingInvoicesPaidAnswer
  }
  'operator.billing.invoices.refund': {
    params: { invoice_id: string }
    query: unknown
    body: OperatorBillingInvoicesRefundBody
    answer: OperatorBillingInvoicesRefundAnswer
  }
  'operator.billing.invoices.forgive': {
    params: { invoice_id: string }
    query: unknown
    body: OperatorBillingInvoicesForgiveBody
    answer: OperatorBillingInvoicesForgiveAnswer
  }
  'operator.billing.invoices.fiscal_note': {
    params: { invoice_id: string }
    query: unknown
    body: OperatorBillingInvoicesFiscal_noteBody
    answer: OperatorBillingInvoicesFiscal_noteAnswer
  }
  'operator.billing.differences.settle': {
    params: { difference_id: string }
    query: unknown
    body: undefined
    answer: OperatorBillingDifferencesSettleAnswer
  }
  'operator.billing.accounts.subscribe': {
    params: { account_id: string }
    query: unknown
    body: OperatorBillingAccountsSubscribeBody
    answer: OperatorBillingAccountsSubscribeAnswer
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
  'project.emails.resend': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectEmailsResendBody
    answer: ProjectEmailsResendAnswer
  }
  'project.emails.export': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectEmailsExportQuery
    body: undefined
    answer: string
  }
  'project.events.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectEventsListQuery
    body: undefined
    answer: { data: ProjectEventsListItem[]; has_more: boolean }
  }
  'project.emails.content': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectEmailsContentAnswer
  }
  'project.emails.raw': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectEmailsRawQuery
    body: undefined
    answer: string
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
  'project.notices.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectNoticesListQuery
    body: undefined
    answer: { data: ProjectNoticesListItem[]; has_more: boolean }
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
  'project.contacts.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectContactsCreateBody
    answer: ProjectContactsCreateAnswer
  }
  'project.contacts.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectContactsListQuery
    body: undefined
    answer: { data: ProjectContactsListItem[]; has_more: boolean }
  }
  'project.contacts.createBatch': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectContactsCreateBatchBody
    answer: ProjectContactsCreateBatchAnswer
  }
  'project.contacts.export': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectContactsExportQuery
    body: undefined
    answer: string
  }
  'project.contacts.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsGetAnswer
  }
  'project.contacts.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectContactsUpdateBody
    answer: ProjectContactsUpdateAnswer
  }
  'project.contacts.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsDeleteAnswer
  }
  'project.contacts.erase': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsEraseAnswer
  }
  'project.contacts.setTopics': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectContactsSetTopicsBody
    answer: ProjectContactsSetTopicsAnswer
  }
  'project.contacts.dossier': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsDossierAnswer
  }
  'project.contacts.timeline': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectContactsTimelineQuery
    body: undefined
    answer: { data: ProjectContactsTimelineItem[]; has_more: boolean }
  }
  'project.contacts.consents': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectContactsConsentsQuery
    body: undefined
    answer: { data: ProjectContactsConsentsItem[]; has_more: boolean }
  }
  'project.contacts.exportConsents': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsExportConsentsAnswer
  }
  'project.contactProperties.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectContactPropertiesCreateBody
    answer: ProjectContactPropertiesCreateAnswer
  }
  'project.contactProperties.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectContactPropertiesListQuery
    body: undefined
    answer: { data: ProjectContactPropertiesListItem[]; has_more: boolean }
  }
  'project.contactProperties.update': {
    params: { project_id: string; mode: 'test' | 'live'; key: string }
    query: unknown
    body: ProjectContactPropertiesUpdateBody
    answer: ProjectContactPropertiesUpdateAnswer
  }
  'project.contactProperties.delete': {
    params: { project_id: string; mode: 'test' | 'live'; key: string }
    query: unknown
    body: undefined
    answer: ProjectContactPropertiesDeleteAnswer
  }
  'project.topics.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectTopicsCreateBody
    answer: ProjectTopicsCreateAnswer
  }
  'project.topics.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectTopicsListQuery
    body: undefined
    answer: { data: ProjectTopicsListItem[]; has_more: boolean }
  }
  'project.topics.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTopicsGetAnswer
  }
  'project.topics.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectTopicsUpdateBody
    answer: ProjectTopicsUpdateAnswer
  }
  'project.topics.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTopicsDeleteAnswer
  }
  'project.contacts.search': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectContactsSearchBody
    answer: { data: ProjectContactsSearchItem[]; has_more: boolean }
  }
  'project.segments.preview': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectSegmentsPreviewBody
    answer: ProjectSegmentsPreviewAnswer
  }
  'project.segments.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectSegmentsCreateBody
    answer: ProjectSegmentsCreateAnswer
  }
  'project.segments.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectSegmentsListQuery
    body: undefined
    answer: { data: ProjectSegmentsListItem[]; has_more: boolean }
  }
  'project.segments.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectSegmentsGetAnswer
  }
  'project.segments.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSegmentsUpdateBody
    answer: ProjectSegmentsUpdateAnswer
  }
  'project.segments.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectSegmentsDeleteAnswer
  }
  'project.segments.contacts': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSegmentsContactsQuery
    body: undefined
    answer: { data: ProjectSegmentsContactsItem[]; has_more: boolean }
  }
  'project.segments.because': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; contact: string }
    query: unknown
    body: undefined
    answer: ProjectSegmentsBecauseAnswer
  }
  'project.segments.addMembers': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSegmentsAddMembersBody
    answer: ProjectSegmentsAddMembersAnswer
  }
  'project.segments.removeMembers': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSegmentsRemoveMembersBody
    answer: ProjectSegmentsRemoveMembersAnswer
  }
  'project.activity.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectActivityCreateBody
    answer: ProjectActivityCreateAnswer
  }
  'project.activity.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectActivityListQuery
    body: undefined
    answer: { data: ProjectActivityListItem[]; has_more: boolean }
  }
  'project.activity.createBatch': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectActivityCreateBatchBody
    answer: ProjectActivityCreateBatchAnswer
  }
  'project.forms.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectFormsCreateBody
    answer: ProjectFormsCreateAnswer
  }
  'project.forms.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectFormsListQuery
    body: undefined
    answer: { data: ProjectFormsListItem[]; has_more: boolean }
  }
  'project.forms.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectFormsGetAnswer
  }
  'project.forms.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectFormsUpdateBody
    answer: ProjectFormsUpdateAnswer
  }
  'project.forms.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectFormsDeleteAnswer
  }
  'project.marketingSettings.get': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: undefined
    answer: ProjectMarketingSettingsGetAnswer
  }
  'project.marketingSettings.update': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectMarketingSettingsUpdateBody
    answer: ProjectMarketingSettingsUpdateAnswer
  }
  'project.imports.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectImportsCreateBody
    answer: ProjectImportsCreateAnswer
  }
  'project.imports.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectImportsListQuery
    body: undefined
    answer: { data: ProjectImportsListItem[]; has_more: boolean }
  }
  'project.imports.file': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectImportsFileAnswer
  }
  'project.imports.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectImportsGetAnswer
  }
  'project.imports.errors': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectImportsErrorsQuery
    body: undefined
    answer: { data: ProjectImportsErrorsItem[]; has_more: boolean }
  }
  'project.imports.recognise': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectImportsRecogniseBody
    answer: ProjectImportsRecogniseAnswer
  }
  'project.imports.start': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectImportsStartBody
    answer: ProjectImportsStartAnswer
  }
  'project.imports.cancel': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectImportsCancelAnswer
  }
  'project.imports.undo': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectImportsUndoAnswer
  }
  'project.templates.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectTemplatesCreateBody
    answer: ProjectTemplatesCreateAnswer
  }
  'project.templates.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectTemplatesListQuery
    body: undefined
    answer: { data: ProjectTemplatesListItem[]; has_more: boolean }
  }
  'project.templates.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTemplatesGetAnswer
  }
  'project.templates.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectTemplatesUpdateBody
    answer: ProjectTemplatesUpdateAnswer
  }
  'project.templates.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTemplatesDeleteAnswer
  }
  'project.templates.publish': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTemplatesPublishAnswer
  }
  'project.templates.versions': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectTemplatesVersionsQuery
    body: undefined
    answer: { data: ProjectTemplatesVersionsItem[]; has_more: boolean }
  }
  'project.templates.restore': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; version: string }
    query: unknown
    body: undefined
    answer: ProjectTemplatesRestoreAnswer
  }
  'project.templates.preview': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectTemplatesPreviewBody
    answer: ProjectTemplatesPreviewAnswer
  }
  'project.templates.check': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectTemplatesCheckAnswer
  }
  'project.templates.duplicate': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectTemplatesDuplicateBody
    answer: ProjectTemplatesDuplicateAnswer
  }
  'project.campaigns.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectCampaignsCreateBody
    answer: ProjectCampaignsCreateAnswer
  }
  'project.campaigns.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectCampaignsListQuery
    body: undefined
    answer: { data: ProjectCampaignsListItem[]; has_more: boolean }
  }
  'project.campaigns.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsGetAnswer
  }
  'project.campaigns.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsUpdateBody
    answer: ProjectCampaignsUpdateAnswer
  }
  'project.campaigns.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsDeleteAnswer
  }
  'project.campaigns.send': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsSendAnswer
  }
  'project.campaigns.schedule': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsScheduleBody
    answer: ProjectCampaignsScheduleAnswer
  }
  'project.campaigns.unschedule': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsUnscheduleAnswer
  }
  'project.campaigns.pause': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsPauseAnswer
  }
  'project.campaigns.resume': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsResumeAnswer
  }
  'project.campaigns.cancel': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsCancelAnswer
  }
  'project.campaigns.duplicate': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsDuplicateBody
    answer: ProjectCampaignsDuplicateAnswer
  }
  'project.campaigns.winner': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsWinnerBody
    answer: ProjectCampaignsWinnerAnswer
  }
  'project.campaigns.preflight': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsPreflightAnswer
  }
  'project.campaigns.forecast': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsForecastAnswer
  }
  'project.campaigns.preview': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsPreviewBody
    answer: ProjectCampaignsPreviewAnswer
  }
  'project.campaigns.test': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectCampaignsTestBody
    answer: ProjectCampaignsTestAnswer
  }
  'project.campaigns.recipients': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectCampaignsRecipientsQuery
    body: undefined
    answer: { data: ProjectCampaignsRecipientsItem[]; has_more: boolean }
  }
  'project.campaigns.recipient': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; contact: string }
    query: unknown
    body: undefined
    answer: ProjectCampaignsRecipientAnswer
  }
  'project.campaigns.links': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: { data: ProjectCampaignsLinksItem[]; has_more: boolean }
  }
  'project.campaigns.mendLink': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; n: string }
    query: unknown
    body: ProjectCampaignsMendLinkBody
    answer: ProjectCampaignsMendLinkAnswer
  }
  'project.campaigns.stats': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectCampaignsStatsQuery
    body: undefined
    answer: ProjectCampaignsStatsAnswer
  }
  'project.sequences.create': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectSequencesCreateBody
    answer: ProjectSequencesCreateAnswer
  }
  'project.sequences.list': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: ProjectSequencesListQuery
    body: undefined
    answer: { data: ProjectSequencesListItem[]; has_more: boolean }
  }
  'project.sequences.get': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesGetAnswer
  }
  'project.sequences.update': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesUpdateBody
    answer: ProjectSequencesUpdateAnswer
  }
  'project.sequences.delete': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSequencesDeleteQuery
    body: undefined
    answer: ProjectSequencesDeleteAnswer
  }
  'project.sequences.publish': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesPublishBody
    answer: ProjectSequencesPublishAnswer
  }
  'project.sequences.pause': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesPauseBody
    answer: ProjectSequencesPauseAnswer
  }
  'project.sequences.resume': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesResumeBody
    answer: ProjectSequencesResumeAnswer
  }
  'project.sequences.archive': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesArchiveAnswer
  }
  'project.sequences.duplicate': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesDuplicateBody
    answer: ProjectSequencesDuplicateAnswer
  }
  'project.sequences.versions': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSequencesVersionsQuery
    body: undefined
    answer: { data: ProjectSequencesVersionsItem[]; has_more: boolean }
  }
  'project.sequences.stats': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesStatsAnswer
  }
  'project.sequences.simulate': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesSimulateBody
    answer: ProjectSequencesSimulateAnswer
  }
  'project.sequences.enroll': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: ProjectSequencesEnrollBody
    answer: ProjectSequencesEnrollAnswer
  }
  'project.sequences.enrollments': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSequencesEnrollmentsQuery
    body: undefined
    answer: { data: ProjectSequencesEnrollmentsItem[]; has_more: boolean }
  }
  'project.sequences.enrollment': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; enrollment: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesEnrollmentAnswer
  }
  'project.sequences.exit': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; enrollment: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesExitAnswer
  }
  'project.sequences.skipWait': {
    params: { project_id: string; mode: 'test' | 'live'; id: string; enrollment: string }
    query: unknown
    body: undefined
    answer: ProjectSequencesSkipWaitAnswer
  }
  'project.testClock.get': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: undefined
    answer: ProjectTestClockGetAnswer
  }
  'project.testClock.turn': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: ProjectTestClockTurnBody
    answer: ProjectTestClockTurnAnswer
  }
  'project.emails.preview': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: string
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
  'project.sequences.figures': {
    params: { project_id: string; mode: 'test' | 'live' }
    query: unknown
    body: undefined
    answer: ProjectSequencesFiguresAnswer
  }
  'project.sequences.people': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: ProjectSequencesPeopleQuery
    body: undefined
    answer: { data: ProjectSequencesPeopleItem[]; has_more: boolean }
  }
  'project.contacts.sequences': {
    params: { project_id: string; mode: 'test' | 'live'; id: string }
    query: unknown
    body: undefined
    answer: ProjectContactsSequencesAnswer
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
  'noticeSettings.get': { method: 'GET', path: '/api/notice-settings' },
  'noticeSettings.update': { method: 'PATCH', path: '/api/notice-settings' },
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
  'plans.list': { method: 'GET', path: '/api/plans' },
  'billing.get': { method: 'GET', path: '/api/billing' },
  'billing.invoices.list': { method: 'GET', path: '/api/billing/invoices' },
  'billing.invoices.get': { method: 'GET', path: '/api/billing/invoices/{invoice_id}' },
  'billing.periods.list': { method: 'GET', path: '/api/billing/periods' },
  'billing.usage.list': { method: 'GET', path: '/api/billing/usage' },
  'billing.usage.export': { method: 'GET', path: '/api/billing/usage/export' },
  'billing.changes.list': { method: 'GET', path: '/api/billing/changes' },
  'billing.checkout': { method: 'POST', path: '/api/billing/checkout' },
  'billing.portal': { method: 'POST', path: '/api/billing/portal' },
  'billing.plan': { method: 'POST', path: '/api/billing/plan' },
  'billing.invoices.pay': { method: 'POST', path: '/api/billing/invoices/{invoice_id}/pay' },
  'operator.billing.get': { method: 'GET', path: '/api/operator/billing' },
  'operator.billing.differences.list': { method: 'GET', path: '/api/operator/billing/differences' },
  'operator.billing.invoices.list': { method: 'GET', path: '/api/operator/billing/invoices' },
  'operator.billing.invoices.export': { method: 'GET', path: '/api/operator/billing/invoices/export' },
  'operator.billing.invoices.paid': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/paid' },
  'operator.billing.invoices.refund': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/refund' },
  'operator.billing.invoices.forgive': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/forgive' },
  'operator.billing.invoices.fiscal_note': { method: 'POST', path: '/api/operator/billing/invoices/{invoice_id}/fiscal-note' },
  'operator.billing.differences.settle': { method: 'POST', path: '/api/operator/billing/differences/{difference_id}/settle' },
  'operator.billing.accounts.subscribe': { method: 'POST', path: '/api/operator/billing/accounts/{account_id}/subscribe' },
  'project.emails.send': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails' },
  'project.emails.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails' },
  'project.emails.sendBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/batch' },
  'project.emails.check': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/check' },
  'project.emails.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/emails/{id}' },
  'project.emails.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}' },
  'project.emails.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/cancel' },
  'project.emails.resend': { method: 'POST', path: '/api/projects/{project_id}/{mode}/emails/{id}/resend' },
  'project.emails.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/export' },
  'project.events.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/events' },
  'project.emails.content': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/content' },
  'project.emails.raw': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/raw' },
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
  'project.notices.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/notices' },
  'project.domains.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains' },
  'project.domains.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains' },
  'project.domains.claim': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/claim' },
  'project.domains.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/domains/{id}' },
  'project.domains.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/domains/{id}' },
  'project.domains.verify': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/verify' },
  'project.domains.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/dns' },
  'project.domains.rotateKeys': { method: 'POST', path: '/api/projects/{project_id}/{mode}/domains/{id}/rotate-keys' },
  'project.contacts.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts' },
  'project.contacts.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts' },
  'project.contacts.createBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/batch' },
  'project.contacts.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/export' },
  'project.contacts.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}' },
  'project.contacts.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/contacts/{id}' },
  'project.contacts.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/contacts/{id}' },
  'project.contacts.erase': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/{id}/erase' },
  'project.contacts.setTopics': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/{id}/topics' },
  'project.contacts.dossier': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/dossier' },
  'project.contacts.timeline': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/timeline' },
  'project.contacts.consents': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/consents' },
  'project.contacts.exportConsents': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/consents/export' },
  'project.contactProperties.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contact-properties' },
  'project.contactProperties.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contact-properties' },
  'project.contactProperties.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/contact-properties/{key}' },
  'project.contactProperties.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/contact-properties/{key}' },
  'project.topics.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/topics' },
  'project.topics.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/topics' },
  'project.topics.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/topics/{id}' },
  'project.topics.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/topics/{id}' },
  'project.topics.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/topics/{id}' },
  'project.contacts.search': { method: 'POST', path: '/api/projects/{project_id}/{mode}/contacts/search' },
  'project.segments.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments/preview' },
  'project.segments.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments' },
  'project.segments.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments' },
  'project.segments.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}' },
  'project.segments.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/segments/{id}' },
  'project.segments.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/segments/{id}' },
  'project.segments.contacts': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}/contacts' },
  'project.segments.because': { method: 'GET', path: '/api/projects/{project_id}/{mode}/segments/{id}/contacts/{contact}' },
  'project.segments.addMembers': { method: 'POST', path: '/api/projects/{project_id}/{mode}/segments/{id}/members' },
  'project.segments.removeMembers': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/segments/{id}/members' },
  'project.activity.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/activity' },
  'project.activity.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/activity' },
  'project.activity.createBatch': { method: 'POST', path: '/api/projects/{project_id}/{mode}/activity/batch' },
  'project.forms.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/forms' },
  'project.forms.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms' },
  'project.forms.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/forms/{id}' },
  'project.forms.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/forms/{id}' },
  'project.forms.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/forms/{id}' },
  'project.marketingSettings.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/marketing-settings' },
  'project.marketingSettings.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/marketing-settings' },
  'project.imports.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports' },
  'project.imports.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports' },
  'project.imports.file': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/file' },
  'project.imports.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports/{id}' },
  'project.imports.errors': { method: 'GET', path: '/api/projects/{project_id}/{mode}/imports/{id}/errors' },
  'project.imports.recognise': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/recognise' },
  'project.imports.start': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/start' },
  'project.imports.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/cancel' },
  'project.imports.undo': { method: 'POST', path: '/api/projects/{project_id}/{mode}/imports/{id}/undo' },
  'project.templates.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates' },
  'project.templates.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates' },
  'project.templates.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates/{id}' },
  'project.templates.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/templates/{id}' },
  'project.templates.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/templates/{id}' },
  'project.templates.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/publish' },
  'project.templates.versions': { method: 'GET', path: '/api/projects/{project_id}/{mode}/templates/{id}/versions' },
  'project.templates.restore': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/versions/{version}/restore' },
  'project.templates.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/preview' },
  'project.templates.check': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/check' },
  'project.templates.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/templates/{id}/duplicate' },
  'project.campaigns.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns' },
  'project.campaigns.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns' },
  'project.campaigns.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}' },
  'project.campaigns.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/campaigns/{id}' },
  'project.campaigns.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/campaigns/{id}' },
  'project.campaigns.send': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/send' },
  'project.campaigns.schedule': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/schedule' },
  'project.campaigns.unschedule': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/unschedule' },
  'project.campaigns.pause': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/pause' },
  'project.campaigns.resume': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/resume' },
  'project.campaigns.cancel': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/cancel' },
  'project.campaigns.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/duplicate' },
  'project.campaigns.winner': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/winner' },
  'project.campaigns.preflight': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/preflight' },
  'project.campaigns.forecast': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/forecast' },
  'project.campaigns.preview': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/preview' },
  'project.campaigns.test': { method: 'POST', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/test' },
  'project.campaigns.recipients': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/recipients' },
  'project.campaigns.recipient': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/recipients/{contact}' },
  'project.campaigns.links': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/links' },
  'project.campaigns.mendLink': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/links/{n}' },
  'project.campaigns.stats': { method: 'GET', path: '/api/projects/{project_id}/{mode}/campaigns/{id}/stats' },
  'project.sequences.create': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences' },
  'project.sequences.list': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences' },
  'project.sequences.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}' },
  'project.sequences.update': { method: 'PATCH', path: '/api/projects/{project_id}/{mode}/sequences/{id}' },
  'project.sequences.delete': { method: 'DELETE', path: '/api/projects/{project_id}/{mode}/sequences/{id}' },
  'project.sequences.publish': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/publish' },
  'project.sequences.pause': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/pause' },
  'project.sequences.resume': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/resume' },
  'project.sequences.archive': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/archive' },
  'project.sequences.duplicate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/duplicate' },
  'project.sequences.versions': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/versions' },
  'project.sequences.stats': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/stats' },
  'project.sequences.simulate': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/simulate' },
  'project.sequences.enroll': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments' },
  'project.sequences.enrollments': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments' },
  'project.sequences.enrollment': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}' },
  'project.sequences.exit': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}/exit' },
  'project.sequences.skipWait': { method: 'POST', path: '/api/projects/{project_id}/{mode}/sequences/{id}/enrollments/{enrollment}/skip_wait' },
  'project.testClock.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/test-clock' },
  'project.testClock.turn': { method: 'POST', path: '/api/projects/{project_id}/{mode}/test-clock' },
  'project.emails.preview': { method: 'GET', path: '/api/projects/{project_id}/{mode}/emails/{id}/preview' },
  'project.webhooks.attempt': { method: 'GET', path: '/api/projects/{project_id}/{mode}/webhooks/{id}/attempts/{attempt_id}' },
  'project.suppressions.export': { method: 'GET', path: '/api/projects/{project_id}/{mode}/suppressions/export' },
  'project.suppressions.import': { method: 'POST', path: '/api/projects/{project_id}/{mode}/suppressions/import' },
  'project.sequences.figures': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequence-figures' },
  'project.sequences.people': { method: 'GET', path: '/api/projects/{project_id}/{mode}/sequences/{id}/people' },
  'project.contacts.sequences': { method: 'GET', path: '/api/projects/{project_id}/{mode}/contacts/{id}/sequences' },
  'project.overview.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/overview' },
  'project.deliverability.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/deliverability' },
  'project.stream.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/stream' },
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
