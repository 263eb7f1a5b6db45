/**
 * The settings, all optional, in one table: reading, checking, `docs/settings.md` and the sentences
 * of a refused start all come from it. Durations are in the unit that the name ends with.
 */

import type { Networks } from './addresses.ts'
import { billingSettings, faultOfBilling } from './billing-settings.ts'
import { minConnections, readValue, type Setting, setting } from './setting-values.ts'
import { faultTogether } from './settings-together.ts'
import { faultOfSignIn, signInSettings } from './sign-in-settings.ts'

/** What an HMAC with SHA-256 is worth (RFC 2104 §3). */
const minSecretBytes = 32
const roles = ['api', 'deliver', 'webhooks', 'inbound', 'jobs']
const streams = ['transactional', 'marketing']

export const settingsTable = {
  PORT: setting('port', '8080', 'Port of the HTTP API and the dashboard.'),
  MALOTE_HOST: setting('text', '', 'Address to listen on; empty means all.'),
  MALOTE_HOSTNAME: setting(
    'domain',
    '',
    "Name in EHLO and in Received; should resolve back to the sending address. Empty means the machine's name.",
  ),
  MALOTE_BASE_URL: setting(
    'url',
    '',
    'Public address of the API. Empty means http://localhost:PORT.',
  ),
  MALOTE_DASHBOARD_URL: setting(
    'url',
    '',
    'Public address of the dashboard. Empty means the base URL.',
  ),
  MALOTE_PAGE_HOSTS: setting(
    'list',
    '',
    "Further hosts under which forms, archives and links of all projects are served beside the base URL's, such as its earlier one.",
  ),
  MALOTE_RESEND_HOST: setting(
    'domain',
    '',
    "Host name at whose root the surface for Resend's clients is served, and nothing else. Empty means at /resend alone.",
  ),
  MALOTE_DOCS_URL: setting(
    'url',
    '',
    'Where the documentation is served. Empty means {base URL}/docs.',
  ),
  MALOTE_DATA_DIR: setting(
    'text',
    './data',
    'Folder of the embedded database and of generated secrets.',
  ),
  MALOTE_FILES: setting(
    'text',
    '',
    'Where uploaded pictures lie: a folder that all nodes share, or s3://bucket/prefix. Empty means the folder files in MALOTE_DATA_DIR.',
  ),
  MALOTE_S3_ENDPOINT: setting(
    'url',
    '',
    'Address of the S3 server of MALOTE_FILES. Empty means that of AWS in the region.',
  ),
  MALOTE_S3_REGION: setting('text', 'us-east-1', 'Region of the bucket.'),
  MALOTE_S3_KEY: setting('text', '', 'Access key id for the bucket.'),
  MALOTE_S3_SECRET: setting('text', '', 'Secret access key for the bucket.'),
  DATABASE_URL: setting('text', '', 'PostgreSQL to use instead of the embedded one.'),
  DATABASE_DIRECT_URL: setting(
    'text',
    '',
    'The same database past a pooler: migrations go there. Without it they go by DATABASE_URL.',
  ),
  MALOTE_DATABASE_WAIT_SECONDS: setting(
    'integer',
    '0',
    'A start waits so long for the database of DATABASE_URL to answer; with 0 it is refused at once.',
  ),
  MALOTE_DATABASE_CONNECTIONS: setting(
    'count',
    '16',
    'Connections to the database that this node opens at most, 4 or more. All nodes together stay below its max_connections. With MALOTE_PROCESSES, of all processes together, at least 4 for each; where nothing is set, 8 for each and 80 at most.',
  ),
  MALOTE_ALLOW_UNSAFE_DATABASE: setting(
    'boolean',
    'false',
    'Start although the database runs with fsync, synchronous_commit or full_page_writes off. Acknowledged mail can then be lost.',
  ),
  MALOTE_STOP_DELAY_SECONDS: setting(
    'integer',
    '0',
    'After a signal to stop, /readyz and /healthz are 503 for so long before the port closes, and all else goes on: a balancer has time to send callers elsewhere.',
  ),
  MALOTE_ROLES: setting(
    'list',
    'all',
    'What this node does: all, or some of api, deliver, webhooks, inbound, jobs.',
    ['all', ...roles],
  ),
  MALOTE_STREAMS: setting(
    'list',
    streams.join(','),
    'Whose mail this node delivers, and whose webhooks it posts: transactional, marketing or both.',
    streams,
  ),
  MALOTE_PROCESSES: setting(
    'processes',
    '1',
    'Processes of the service on this machine: a number, or auto for one per core, 16 at most. With two or more, half of them have bulk work for themselves.',
  ),
  MALOTE_DNS_SERVERS: setting(
    'list',
    '',
    "DNS servers (host:port) for every look-up. Empty means the system's.",
  ),
  MALOTE_SMTP_PORT: setting('port', '25', 'Port of receiving mail servers.'),
  MALOTE_INBOUND_PORT: setting(
    'port',
    '2525',
    'Port on which reports (bounces, complaints) are received. 0 switches it off.',
  ),
  MALOTE_SUBMISSION_PORT: setting(
    'port',
    '0',
    'Port for sending by SMTP with an API key. 0 means off.',
  ),
  MALOTE_SUBMISSIONS_PORT: setting(
    'port',
    '0',
    'Port for the same under TLS from the first byte, 465 by custom. It needs the certificate. 0 means off.',
  ),
  MALOTE_SUBMISSION_TLS_CERT: setting(
    'text',
    '',
    'Certificate file (PEM) for SMTP and MALOTE_HTTPS_PORT, in place of one by MALOTE_ACME. Without either only this machine and MALOTE_NETWORK_ALLOW may send by SMTP.',
  ),
  MALOTE_SUBMISSION_TLS_KEY: setting('text', '', 'Private key file (PEM) of that certificate.'),
  MALOTE_HTTPS_PORT: setting(
    'port',
    '0',
    'Port on which the API and the dashboard are served by https, 443 by custom. It needs MALOTE_ACME=on or a certificate file. 0 means off.',
  ),
  MALOTE_ACME: setting(
    'text',
    'off',
    'Get certificates by ACME (RFC 8555) for all names that this installation is served under, and renew them; on says that you agree to the terms of the authority.',
    ['off', 'on'],
  ),
  MALOTE_ACME_EMAIL: setting(
    'address',
    '',
    'Whom the authority writes to about the certificates. Empty means nobody.',
  ),
  MALOTE_ACME_DIRECTORY_URL: setting(
    'url',
    'https://acme-v02.api.letsencrypt.org/directory',
    'Directory of the authority. One that is set here may be in an internal network.',
  ),
  MALOTE_HTTP_CHALLENGE_PORT: setting(
    'port',
    '80',
    'Port on which the authority sees over http that a name is ours; open with MALOTE_ACME=on alone. All else on it is sent to https. 0 means off.',
  ),
  MALOTE_NETWORK_ALLOW: setting(
    'networks',
    '',
    'Internal networks (CIDR) that webhooks and mail may reach after all.',
  ),
  MALOTE_TRUSTED_PROXIES: setting(
    'networks',
    '',
    'Proxies (CIDR) whose X-Forwarded-For is believed.',
  ),
  MALOTE_METRICS_TOKEN: setting(
    'text',
    '',
    'Bearer token without which nobody reads /metrics. Empty means that callers on loopback and private addresses may, and nobody else.',
  ),
  MALOTE_SANDBOX_SENDER: setting(
    'address',
    '',
    'Sender address that anybody may use, towards their own addresses only.',
  ),
  MALOTE_RETURN_PATH_DOMAIN: setting(
    'domain',
    '',
    'Domain of the envelope sender. Empty means bounces.{hostname}.',
  ),
  MALOTE_CELL: setting(
    'cell',
    '',
    'Two characters (a to z, 0 to 9) that keys, session cookies, links and return paths of this installation begin with, so that a proxy in front of several tells them apart. Empty: none.',
  ),
  MALOTE_SECRET: setting(
    'text',
    '',
    'Secret (32 bytes or more) behind tokens, and the key under which secrets in the database are sealed. Empty means one made at first start, kept in the database and sealed under the file sealing.key in MALOTE_DATA_DIR.',
  ),
  MALOTE_OLD_SECRETS: setting(
    'list',
    '',
    'Former values of MALOTE_SECRET: they still open what is sealed in the database, until malote secrets seal has sealed it anew.',
  ),
  MALOTE_OWNER_EMAIL: setting(
    'address',
    '',
    'Address of whoever runs the installation: at the first start their account is made, without limits, and a link to choose its password is printed. Empty: at an address for others the log has a code to become the owner. Later starts ignore it.',
  ),
  MALOTE_LANGUAGE: setting(
    'text',
    '',
    'Language of what a start prints, and of accounts that are made without one: pt or en. Empty means that of the machine (LC_ALL, LC_MESSAGES, LANG) for a start and its account, and Portuguese for other accounts.',
    ['', 'pt', 'en'],
  ),
  MALOTE_SIGNUP: setting(
    'list',
    'closed',
    "Who may open an account in the dashboard by themselves: closed (nobody), open (everybody), or domains (example.com,…) whose addresses may. Invitations and the operator's command always work.",
  ),
  ...signInSettings,
  MALOTE_CLOUDFLARE_API_URL: setting(
    'url',
    'https://api.cloudflare.com/client/v4',
    "Base URL of the DNS provider's API.",
  ),
  MALOTE_RETRY_HOURS: setting(
    'integer',
    '72',
    'How long a deferred recipient is tried, from acceptance.',
  ),
  MALOTE_DELIVERY_CONCURRENCY: setting(
    'count',
    '200',
    'SMTP conversations at a time on one node; a tenth more for transactional mail of projects that have few of them.',
  ),
  MALOTE_BULK_SHARE: setting(
    'share',
    '0.75',
    'The part of the conversations, of what every destination takes and of the webhook posts that marketing may have. Transactional mail may have all. Where MALOTE_STREAMS is marketing it is 1 unless set.',
  ),
  MALOTE_LEASE_SECONDS: setting(
    'count',
    '60',
    'How long work in hand is safe from other nodes without a sign of life: what a crash of a node delays its mail by.',
  ),
  MALOTE_SMTP_DEADLINE_DIVISOR: setting(
    'count',
    '1',
    'Divides every SMTP deadline; for tests of hostile servers.',
  ),
  MALOTE_RELAY: setting(
    'text',
    '',
    'Smart host to deliver everything through: smtp://user:password@host:port or smtps://…',
  ),
  MALOTE_BLOCKLIST_FILE: setting(
    'text',
    '',
    'File of link hosts (one a line) that stop an email at intake.',
  ),
  MALOTE_DNS_BLOCKLISTS: setting('list', '', 'DNS blocklists asked about link hosts at intake.'),
  MALOTE_ADDRESS_BLOCKLISTS: setting(
    'list',
    'zen.spamhaus.org,bl.spamcop.net',
    "DNS blocklists that the doctor looks this installation's addresses up in; each has its own terms of use. `none` asks none.",
  ),
  MALOTE_PROVIDERS_FILE: setting(
    'text',
    '',
    'Replaces the built-in map from MX hosts to provider groups.',
  ),
  MALOTE_SHAPING_FILE: setting(
    'text',
    '',
    'Replaces the built-in delivery limits per provider group.',
  ),
  MALOTE_SPAM_CHECK_URL: setting(
    'url',
    '',
    'rspamd (http://host:11333) asked about every live email at intake.',
  ),
  MALOTE_REQUEST_LOG: setting(
    'text',
    'bodies',
    'What is kept of the calls of keys: off (nothing), meta (everything but the bodies), or bodies (the first 8 KB of these, too, without secrets and attachments).',
    ['off', 'meta', 'bodies'],
  ),
  MALOTE_TEXT_PART: setting(
    'boolean',
    'true',
    'Give email that has only html a text part made from it. An email with an empty text goes without.',
  ),
  MALOTE_TLSRPT: setting(
    'boolean',
    'false',
    'Send daily TLS reports (RFC 8460) to domains that ask for them.',
  ),
  MALOTE_TLSRPT_SENDER: setting(
    'address',
    '',
    'Sender of TLS reports, at a domain that is verified here: they must be signed. Empty means tls-reports@ the domain of MALOTE_SANDBOX_SENDER.',
  ),
  MALOTE_SOURCE_ADDRESSES: setting(
    'text',
    '',
    'File with pools of local addresses to send from; taken over into the database at the first start with it, unless addresses are there already.',
  ),
  ...billingSettings,
  MALOTE_CLOCK_AHEAD: setting(
    'duration',
    '',
    'Lets the whole installation live so far in the future (P31DT2H), to try what time brings. Never with real money; a database that was ahead does not go back, so it is refused while a node works less far ahead and, unless `malote migrate --yes` said so, where live email of more than a day ago is.',
  ),
  MALOTE_MAIL_LOG: setting(
    'text',
    'off',
    'A line of the log for each attempt to deliver: off, domains (of recipients their domain alone), or addresses.',
    ['off', 'domains', 'addresses'],
  ),
  MALOTE_OTLP_URL: setting(
    'url',
    '',
    'Collector that spans of each email go to by OTLP over HTTP, such as http://127.0.0.1:4318. Empty means nowhere.',
  ),
  MALOTE_OTLP_SHARE: setting(
    'part',
    '1',
    'The part of calls without a traceparent that begin a trace; with one, the caller says whether it is recorded.',
  ),
  LOG_LEVEL: setting('text', 'info', 'debug, info, warn, error or silent.', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
} as const satisfies Record<string, Setting>

export type SettingName = keyof typeof settingsTable

type ValueOf<S extends Setting> = S['kind'] extends
  | 'port'
  | 'integer'
  | 'count'
  | 'share'
  | 'part'
  | 'duration'
  ? number
  : S['kind'] extends 'boolean'
    ? boolean
    : S['kind'] extends 'list'
      ? readonly string[]
      : S['kind'] extends 'networks'
        ? Networks
        : string

/** Every setting under its own name, read and checked. */
export type Settings = { readonly [N in SettingName]: ValueOf<(typeof settingsTable)[N]> }

/** A setting that cannot be used; the message is one sentence for the operator. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

/** Reads the settings from an environment; throws BadSetting. Derived defaults are filled in. */
export function readSettings(
  environment: Readonly<Record<string, string | undefined>>,
  machineName = 'localhost',
): Settings {
  const values: Record<string, unknown> = {}
  for (const [name, entry] of Object.entries<Setting>(settingsTable)) {
    const read = readValue(entry.kind, environment[name] || entry.default)
    if ('wrong' in read) throw new BadSetting(`${name}${read.wrong}`)
    refuseOthers(name, read.value, entry.choices)
    values[name] = read.value
  }
  const s = values as { -readonly [N in SettingName]: Settings[N] }
  if (s.MALOTE_ROLES.includes('all')) s.MALOTE_ROLES = roles
  if (s.MALOTE_ROLES.length === 0) throw new BadSetting('MALOTE_ROLES names nothing to do.')
  if (s.MALOTE_STREAMS.length === 0) throw new BadSetting('MALOTE_STREAMS names no mail.')
  if (s.MALOTE_SECRET !== '' && Buffer.byteLength(s.MALOTE_SECRET) < minSecretBytes)
    throw new BadSetting(`MALOTE_SECRET must have ${minSecretBytes} bytes or more.`)
  if (s.MALOTE_DATABASE_CONNECTIONS < minConnections)
    throw new BadSetting(`MALOTE_DATABASE_CONNECTIONS must be ${minConnections} or more.`)
  // What is left free for transactional mail nobody would take where it has nodes of its own.
  const isBulkAlone = !s.MALOTE_STREAMS.includes('transactional')
  if (isBulkAlone && !environment.MALOTE_BULK_SHARE) s.MALOTE_BULK_SHARE = 1
  s.MALOTE_HOSTNAME ||= machineName.toLowerCase()
  s.MALOTE_BASE_URL ||= `http://localhost:${s.PORT}`
  s.MALOTE_DASHBOARD_URL ||= s.MALOTE_BASE_URL
  s.MALOTE_DOCS_URL ||= `${s.MALOTE_BASE_URL}/docs`
  s.MALOTE_RETURN_PATH_DOMAIN ||= `bounces.${s.MALOTE_HOSTNAME}`
  s.MALOTE_SANDBOX_SENDER ||= `sandbox@${s.MALOTE_HOSTNAME}`
  s.MALOTE_FILES ||= `${s.MALOTE_DATA_DIR}/files`
  refuseTogether(s)
  return s
}

/** A node to which nobody speaks and that sends what nobody waits for, whatever jobs it does beside. */
export const isForMarketingAlone = ({
  MALOTE_ROLES: roles,
  MALOTE_STREAMS: streams,
}: Pick<Settings, 'MALOTE_ROLES' | 'MALOTE_STREAMS'>): boolean =>
  !streams.includes('transactional') && !roles.includes('api') && !roles.includes('inbound')

/** Read by the client, by samples of the documentation and by tests. */
const others = /^MALOTE_(API_KEY$|WEBHOOK_SECRET$|SCREENSHOTS$|TEST_)/

/** Names in an environment that look like settings and are none: misspelt, nothing goes by them. */
export const unknownSettings = (
  environment: Readonly<Record<string, string | undefined>>,
): readonly string[] =>
  Object.keys(environment).filter(
    name => /^MALOTE_/i.test(name) && !(name in settingsTable) && !others.test(name),
  )

/** What depends on each other is right from the start, or there is no start. */
function refuseTogether(s: Settings): void {
  const fault = faultOfBilling(s) ?? faultOfSignIn(s) ?? faultTogether(s)
  if (fault !== null) throw new BadSetting(fault)
}

function refuseOthers(name: string, value: unknown, choices?: readonly string[]): void {
  const odd = choices && [value].flat().find(one => !choices.includes(String(one)))
  if (odd === undefined) return
  throw new BadSetting(
    `${name} takes ${choices?.filter(one => one !== '').join(', ')}, not "${odd}".`,
  )
}
