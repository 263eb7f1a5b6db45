/**
 * The proxy in front of several cells, as HAProxy reads it: what comes back from outside says by two
 * characters whose it is (MALOTE_CELL), so the proxy asks nobody and keeps nothing. Later rules win:
 * the first cell, the host, cookies, the cell that a sign-in was led to, links, keys, what a cell hands
 * over to another. What carries
 * no tag and comes under no cell's host goes to the first cell, which leads whoever signs in there
 * to theirs (docs/cells.md).
 */
import { isIP } from 'node:net'
import { tokenPaths } from '#kernel/routes/token-paths.ts'
import { markOfCell } from '../api/hand-over.ts'
import { attemptForm, cookieForms, deviceForm } from '../console/csrf.ts'

export interface FrontCell {
  readonly tag: string
  /** Where its nodes are, without a path: http or https. */
  readonly nodes: readonly URL[]
  /** Names and addresses under which all is this cell's. */
  readonly hosts: readonly string[]
}

/** Connections that are passed on as they are, such as SMTP, in which nothing says whose they are. */
export interface PassedOn {
  readonly tag: string
  readonly listen: string
  readonly to: string
}

interface Front {
  readonly cells: readonly FrontCell[]
  readonly passedOn: readonly PassedOn[]
  readonly listen: string
  /** A PEM file or a folder of them; null: plain http, behind something that speaks TLS. */
  readonly certificate: string | null
  readonly map: string
}

const backend = (tag: string): string => `cell_${tag}`

/** What HAProxy looks up: tags and hosts, each with the cell whose they are. */
export const cellsMap = (cells: readonly FrontCell[]): string =>
  cells.flatMap(({ tag, hosts }) => [tag, ...hosts].map(one => `${one} ${backend(tag)}\n`)).join('')

export function cellsProxy(front: Front): string {
  const parts = [
    head,
    publicSide(front),
    ...front.cells.map(cell => cellSide(cell)),
    ...front.passedOn.map((one, i) => passingSide(one, i + 1)),
  ]
  return `${parts.map(lines => lines.join('\n')).join('\n\n')}\n`
}

/** A call waits 30 seconds while a cell's database is away, and news goes on for as long as it likes. */
const head = [
  'defaults',
  '    mode http',
  '    timeout connect 5s',
  '    timeout client 75s',
  '    timeout server 75s',
  '    timeout http-request 15s',
  '    retry-on conn-failure',
  '    retries 3',
  '    option redispatch',
]

function publicSide({ cells, listen, certificate, map }: Front): string[] {
  const tls = certificate === null ? '' : ` ssl crt ${certificate} alpn h2,http/1.1`
  const first = backend(cells[0]!.tag)
  return [
    'frontend malote',
    `    bind ${listen}${tls}`,
    '    http-request set-header X-Forwarded-For %[src]',
    `    http-request set-var(txn.cell) str(${first})`,
    ...rules().map(
      ({ what, only = '' }) =>
        `    http-request set-var(txn.cell) ${what},map_str(${map}) if ${only}{ ${what},map_str(${map}) -m found }`,
    ),
    '    use_backend %[var(txn.cell)]',
  ]
}

interface Rule {
  /** How HAProxy finds it. */
  readonly what: string
  /** A condition before the tag's own. */
  readonly only?: string
}

/** In order of their weight: a later one wins. */
function rules(): Rule[] {
  const tagIn = (what: string): Rule => ({ what: `${what},bytes(0,2)` })
  const cookies = [deviceForm, attemptForm, (form: CookieName) => form].flatMap(named =>
    cookieForms.map(form => tagIn(`req.cook(${named(form).name})`)),
  )
  return [
    { what: 'req.hdr(host),field(1,:),lower' },
    ...cookies,
    { what: 'url_param(cell)', only: '{ path_beg /api/ } ' },
    ...Object.values(tokenPaths).map(path => ({
      ...tagIn(`path,field(${path.split('/').length},/)`),
      only: `{ path_beg ${path} } `,
    })),
    tagIn('req.hdr(authorization),word(4,\\ _)'),
    { what: `req.hdr(${markOfCell})` },
  ]
}

type CookieName = (typeof cookieForms)[number]

/** HAProxy holds certificates against names alone: at an address, a node is known by its cell's host. */
export const certifiedName = (url: URL, hosts: readonly string[]): string | undefined =>
  isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0 ? url.hostname : hosts[0]

function cellSide({ tag, nodes, hosts }: FrontCell): string[] {
  return [
    `backend ${backend(tag)}`,
    '    option httpchk GET /readyz',
    ...nodes.map((url, i) => {
      const isSecure = url.protocol === 'https:'
      const port = url.port || (isSecure ? '443' : '80')
      const name = certifiedName(url, hosts)
      const tls = isSecure
        ? ` ssl verify required ca-file @system-ca sni str(${name}) check-sni ${name}`
        : ''
      return `    server ${tag}_${i + 1} ${url.hostname}:${port} check inter 2s${tls}`
    }),
  ]
}

function passingSide({ tag, listen, to }: PassedOn, n: number): string[] {
  return [
    `listen passed_${n}_${tag}`,
    '    mode tcp',
    `    bind ${listen}`,
    '    timeout client 10m',
    '    timeout server 10m',
    `    server ${tag} ${to}`,
  ]
}
