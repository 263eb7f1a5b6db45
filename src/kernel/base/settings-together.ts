/** What settings may not be beside each other, or without one another: what is wrong, as a sentence. */
import { type FaultText, faultText } from './start-refused.ts'

interface JudgedSettings {
  readonly MALOTE_BASE_URL: string
  readonly MALOTE_DASHBOARD_URL: string
  readonly MALOTE_DOCS_URL: string
  readonly MALOTE_RESEND_HOST: string
  readonly MALOTE_HTTPS_PORT: number
  readonly MALOTE_ACME: string
  readonly MALOTE_SUBMISSION_TLS_CERT: string
  readonly MALOTE_SUBMISSION_URLS: readonly string[]
  readonly MALOTE_FILES: string
  readonly MALOTE_CELL: string
  readonly MALOTE_DIRECTORY_URL: string
  readonly MALOTE_S3_KEY: string
  readonly MALOTE_S3_SECRET: string
  readonly MALOTE_SIGNUP: readonly string[]
  readonly MALOTE_MAIL_LOG: string
  readonly LOG_LEVEL: string
}

/** null: they can be used. */
export const faultTogether = (s: JudgedSettings): FaultText | null =>
  faultOfSignup(s.MALOTE_SIGNUP) ??
  faultOfBucket(s) ??
  faultOfSharedHost(s) ??
  faultOfHttps(s) ??
  faultOfSubmission(s.MALOTE_SUBMISSION_URLS) ??
  faultOfMailLog(s) ??
  faultOfDirectory(s)

/** One word, or domains: a word among domains would leave in doubt who is meant. */
function faultOfSignup(words: readonly string[]): FaultText | null {
  const [first] = words
  if (words.length === 1 && (first === 'closed' || first === 'open')) return null
  const odd = words.find(word => !/^[^\s@<>/:]+\.[^\s@<>/:]+$/.test(word)) ?? ''
  if (words.length > 0 && odd === '') return null
  return faultText('odd_signup', { value: odd })
}

/** A bucket without its keys would be known to be none at the first upload only. */
function faultOfBucket(s: JudgedSettings): FaultText | null {
  if (!s.MALOTE_FILES.startsWith('s3:')) return null
  if (!/^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()/-]*)?$/.test(s.MALOTE_FILES)) {
    return faultText('odd_bucket', { value: s.MALOTE_FILES })
  }
  const missing = (['MALOTE_S3_KEY', 'MALOTE_S3_SECRET'] as const).find(name => s[name] === '')
  if (missing === undefined) return null
  return faultText('needs', { setting: 'MALOTE_FILES=s3://…', needed: missing })
}

/** Without a name of its own a cell would take what is another's. */
function faultOfDirectory(s: JudgedSettings): FaultText | null {
  const setting = 'MALOTE_DIRECTORY_URL'
  if (s[setting] === '') return null
  if (s.MALOTE_CELL === '') return faultText('needs', { setting, needed: 'MALOTE_CELL' })
  return /^postgres(ql)?:\/\//.test(s[setting]) ? null : faultText('odd_database_url', { setting })
}

/** Nothing else would be served there any more. */
function faultOfSharedHost(s: JudgedSettings): FaultText | null {
  const names = ['MALOTE_BASE_URL', 'MALOTE_DASHBOARD_URL', 'MALOTE_DOCS_URL'] as const
  const same = names.find(name => new URL(s[name]).hostname === s.MALOTE_RESEND_HOST)
  return same ? faultText('shared_resend_host', { setting: same }) : null
}

/** Without a certificate nobody could be served there. */
function faultOfHttps(s: JudgedSettings): FaultText | null {
  if (s.MALOTE_HTTPS_PORT === 0 || s.MALOTE_ACME === 'on') return null
  if (s.MALOTE_SUBMISSION_TLS_CERT !== '') return null
  return faultText('needs_certificate', { setting: 'MALOTE_HTTPS_PORT' })
}

/** What programs cannot dial is not told to people who set them up. */
function faultOfSubmission(urls: readonly string[]): FaultText | null {
  const shape = /^smtps?:\/\/([\w.-]+|\[[\da-f:]+\])(:\d+)?\/?$/i
  const odd = urls.find(url => !shape.test(url) || !URL.canParse(url))
  return odd === undefined ? null : faultText('odd_submission_url', { value: odd })
}

/** Its lines are of the level info. */
function faultOfMailLog({
  MALOTE_MAIL_LOG: wanted,
  LOG_LEVEL: level,
}: JudgedSettings): FaultText | null {
  if (wanted === 'off' || level === 'info' || level === 'debug') return null
  return faultText('hidden_mail_log', { wanted, level })
}
