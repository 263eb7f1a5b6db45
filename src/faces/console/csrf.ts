/**
 * Guards the dashboard: where a write comes from, and whose session a cookie is. A write passes only
 * from the dashboard's own pages (RFC 6454; Fetch Metadata): by `Origin`, else by `Sec-Fetch-Site`,
 * and where neither is there it does not. A body must be JSON, or octets or a picture where a file is
 * taken, which no foreign form can send.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import { Refusal } from '#kernel/base/errors.ts'
import type { World } from '#kernel/world/world.ts'
import type { SessionToken } from '#tenants/identity/sessions.ts'

/** Whether nothing says where a call comes from: no browser sends a write so. */
export const hasNoOrigin = ({ headers }: IncomingMessage): boolean =>
  headers.origin === undefined &&
  headers['sec-fetch-site'] === undefined &&
  headers.referer === undefined

const json = /^application\/json\s*(;|$)/i
/** Types that a page elsewhere sends only where it was allowed to (Fetch §2.2.2). */
const fileType = /^(application\/octet-stream|image\/[\w.+-]+)\s*(;|$)/i

const isFile = ({ headers }: IncomingMessage): boolean =>
  fileType.test(headers['content-type'] ?? '')

interface Door {
  readonly dashboardUrl: string
  /** The route takes a file as it is. */
  readonly takesFile: boolean
}

/** Throws `forbidden_origin` unless the write comes from a page of ours. */
export function checkOrigin(request: IncomingMessage, { dashboardUrl, takesFile }: Door): void {
  const { headers, method } = request
  if (method === 'GET' || method === 'HEAD') return
  if (!isOwnSite(headers, dashboardUrl)) throw foreign(dashboardUrl)
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  const type = headers['content-type']
  if (takesFile && isFile(request)) return
  if (type === undefined ? hasBody : !json.test(type)) {
    throw new Refusal('forbidden_origin', {
      why: {
        en: 'The body must be application/json.',
        pt: 'O corpo deve ser application/json.',
      },
    })
  }
}

function isOwnSite(headers: IncomingMessage['headers'], dashboardUrl: string): boolean {
  const { origin, host } = headers
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin') return false
  if (origin === undefined) return site === 'same-origin'
  const { protocol, origin: own } = new URL(dashboardUrl)
  return origin === own || (isAddress(host) && origin === `${protocol}//${host}`)
}

/**
 * The dashboard by an address of its machine, before anybody has set where it is. A name is not
 * believed: a stranger can point one of theirs here, and their page has it for its origin, too.
 */
function isAddress(host: string | undefined): host is string {
  const name = /^(\[[\da-f:.]+\]|[^:]+)(:\d+)?$/.exec(host ?? '')?.[1]
  return name !== undefined && (name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0)
}

const foreign = (url: string) =>
  new Refusal('forbidden_origin', {
    why: {
      en: 'The dashboard accepts changes from its own pages only, at {url}. If that is not where you are, set MALOTE_DASHBOARD_URL.',
      pt: 'O painel aceita alterações apenas das suas próprias páginas, em {url}. Se você está em outro endereço, ajuste MALOTE_DASHBOARD_URL.',
    },
    values: { url },
  })

/** How a cookie is named and set here. */
export interface CookieForm {
  readonly name: string
  readonly isSecure: boolean
}

/** `__Host-` (RFC 6265bis §4.1.3.2) needs Secure, which a plain http dashboard cannot have. */
export const cookieForm = ({ settings }: Pick<World, 'settings'>): CookieForm =>
  settings.MALOTE_DASHBOARD_URL.startsWith('https:') ? secureForm : plainForm

const secureForm: CookieForm = { name: '__Host-malote', isSecure: true }
const plainForm: CookieForm = { name: 'malote_session', isSecure: false }
/** Both, for whoever does not know where the dashboard is. */
export const cookieForms: readonly CookieForm[] = [plainForm, secureForm]

/** The cookie of a browser in which somebody has signed in, which outlives their sessions. */
export const deviceForm = ({ isSecure }: CookieForm): CookieForm => ({
  name: isSecure ? '__Host-malote-device' : 'malote_device',
  isSecure,
})

/** The cookie of a sign-in that is under way in this browser. */
export const attemptForm = ({ isSecure }: CookieForm): CookieForm => ({
  name: isSecure ? '__Host-malote-sign-in' : 'malote_sign_in',
  isSecure,
})

/** The Set-Cookie line that gives a cookie, or takes it away. */
export function cookieLine(form: CookieForm, token: SessionToken | null, maxAgeMs: number): string {
  const parts = [
    `${form.name}=${token ?? ''}`,
    'Path=/',
    `Max-Age=${token === null ? 0 : Math.floor(maxAgeMs / 1000)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(form.isSecure ? ['Secure'] : []),
  ]
  return parts.join('; ')
}

/** The cookie's value; null where it is absent or there twice (somebody has planted one). */
export function readCookie(form: CookieForm, header: string | undefined): SessionToken | null {
  const values = (header ?? '').split(';').flatMap(part => {
    const [name, ...rest] = part.trim().split('=')
    return name === form.name ? [rest.join('=')] : []
  })
  return values.length === 1 && values[0] !== '' ? values[0]! : null
}
