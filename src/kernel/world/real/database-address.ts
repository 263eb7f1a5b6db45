/**
 * DATABASE_URL as libpq reads it (PostgreSQL manual, "Connection Strings"): user and password
 * percent-encoded, several hosts of which the primary is taken, and `sslmode` as operators know it.
 * What cannot be read is refused in one sentence that holds no piece of it: it may be the password.
 */
import { isIPv6 } from 'node:net'
import type pg from 'pg'
import { BadSetting } from '../../base/config.ts'
import { faultText } from '../../base/start-refused.ts'
import { getTypeParser } from './db-parsers.ts'

/** Where a database is: a URL, or the folder of a unix socket (or a host) with names beside it. */
export type DatabaseAddress =
  | string
  | {
      readonly host: string
      readonly port: number
      readonly user: string
      readonly database: string
      readonly password?: string
    }

/** The kernel's own two hours are too late to hear that the other end has gone. */
const keepAliveAfterMs = 10_000

/** What this process calls itself in `pg_stat_activity`. */
export const applicationName = `malote ${process.pid}`

/** The settings of a `pg.Client` for each server of an address. Throws BadSetting. */
export function clientConfigs(address: DatabaseAddress): readonly pg.ClientConfig[] {
  const places =
    typeof address === 'string'
      ? urlsOf(address).map(connectionString => ({ connectionString }))
      : [address]
  return places.map(place => ({
    ...place,
    application_name: applicationName,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: { getTypeParser },
  }))
}

/** Of the first server. */
export const clientConfig = (address: DatabaseAddress): pg.ClientConfig =>
  clientConfigs(address)[0]!

/** The same URL for each of its hosts, as `pg` takes it. */
function urlsOf(url: string): string[] {
  if (/^(socket:|\/)/.test(url)) return [url]
  const parts = /^(postgres(?:ql)?:\/\/)(?:([^@/?]*)@)?([^@/?]*)(\/[^@?]*)?(?:\?(.*))?$/.exec(url)
  const isEncoded = !/#|%(?![0-9a-f]{2})|\s/i.test(url)
  if (parts === null || !isEncoded) throw new BadSetting(faultText('unreadable_database_url'))
  const [, scheme = '', user, authority = '', path = '', query = ''] = parts
  const options = new URLSearchParams(query)
  const hosts = hostsOf(authority, options)
  checkTarget(options.get('target_session_attrs'))
  for (const name of ['host', 'port', 'target_session_attrs']) options.delete(name)
  useTls(options)
  return hosts.map(({ host, port }) => {
    const isFolder = host.startsWith('/')
    const own = new URLSearchParams(options)
    if (isFolder) own.set('host', host)
    const place = isFolder ? '' : `${isIPv6(host) ? `[${host}]` : host}:${port}`
    const text = own.size === 0 ? '' : `?${own}`
    return `${scheme}${user === undefined ? '' : `${user}@`}${place}${path || '/'}${text}`
  })
}

interface Host {
  readonly host: string
  readonly port: string
}

const defaultPort = '5432'

/** `a:1,b:2` in front of the path, or `host=a,b&port=1,2` behind it; one port may stand for all. */
function hostsOf(authority: string, options: URLSearchParams): Host[] {
  const named = options.get('host')
  const ports = options.get('port')?.split(',') ?? []
  const portAt = (n: number) => ports[n] || (ports.length === 1 ? ports[0]! : defaultPort)
  const hosts =
    named !== null
      ? named.split(',').map((host, n) => ({ host, port: portAt(n) }))
      : authority.split(',').map((text, n) => {
          const [, v6, name, port] = /^(?:\[([^\]]*)\]|([^:[\]]*))(?::(.*))?$/.exec(text) ?? []
          const host = v6 ?? decodeURIComponent(name ?? ':')
          return { host: host || 'localhost', port: port ?? portAt(n) }
        })
  const isGood = ({ host, port }: Host) =>
    /^\d{1,5}$/.test(port) && (/^(\/.*|[a-z0-9._-]+)$/i.test(host) || isIPv6(host))
  if (!hosts.every(isGood)) throw new BadSetting(faultText('unreadable_database_url'))
  return hosts
}

/** Malote writes: of several servers it takes the one that lets it. */
function checkTarget(target: string | null): void {
  if (target === null || ['any', 'read-write', 'primary'].includes(target)) return
  throw new BadSetting(faultText('odd_session_attributes'))
}

const modes = ['disable', 'require', 'no-verify', 'verify-ca', 'verify-full']

/** As libpq means it: `require` encrypts and verifies nobody, unless a certificate is given to go by. */
function useTls(options: URLSearchParams): void {
  const mode = options.get('sslmode')
  if (mode === null) return
  if (!modes.includes(mode)) {
    throw new BadSetting(faultText('odd_tls_mode', { modes: modes.join(', ') }))
  }
  const certificate = options.get('sslrootcert')
  if (mode === 'verify-ca' && certificate === null) {
    throw new BadSetting(faultText('tls_without_authority'))
  }
  if (certificate === 'system') options.delete('sslrootcert')
  if (mode === 'no-verify') options.set('sslmode', 'require')
  options.set('uselibpqcompat', 'true')
}
