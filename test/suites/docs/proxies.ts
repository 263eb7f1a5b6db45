/**
 * The samples of docs/proxy.md as something that runs: Caddy and nginx themselves where they are
 * installed (or in a folder that MALOTE_TEST_PROXIES names), else a stand-in that does what the
 * lines of the sample say and refuses lines that it does not know.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'

export type ProxyName = 'caddy' | 'nginx'

const folders = [
  ...(process.env.MALOTE_TEST_PROXIES ?? '').split(':').filter(one => one !== ''),
  ...(process.env.PATH ?? '').split(':'),
  '/usr/sbin',
]
export const programOf = (name: ProxyName | 'haproxy'): string | undefined =>
  folders.map(folder => path.join(folder, name)).find(file => existsSync(file))

/** Starts what the sample describes in front of a port of this machine; returns its own port. */
export async function startProxy(
  t: TestContext,
  name: ProxyName,
  { sample, upstream }: { readonly sample: string; readonly upstream: number },
): Promise<number> {
  const led = sample.replaceAll('127.0.0.1:8080', `127.0.0.1:${upstream}`)
  if (led === sample) throw new Error('the sample leads to no port of ours')
  const program = programOf(name)
  return program === undefined ? standIn(t, name, led) : start(t, { name, program, sample: led })
}

async function start(
  t: TestContext,
  { name, program, sample }: { name: ProxyName; program: string; sample: string },
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-proxy-'))
  const [port, plain] = [await freePort(), await freePort()]
  const file = path.join(folder, 'proxy.conf')
  await writeFile(
    file,
    name === 'nginx' ? nginxFile(sample, { folder, port, plain }) : caddyFile(sample, port),
  )
  const given =
    name === 'nginx'
      ? ['-p', folder, '-c', file]
      : ['run', '--adapter', 'caddyfile', '--config', file]
  const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder }
  const child = spawn(program, given, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', one => (said += one))
  t.after(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
    await rm(folder, { recursive: true, force: true })
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${said}`)
    return fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
  }, `${name} listens`)
  return port
}

/** The certificate is left out, and other ports are taken: what is asked is what is passed on. */
function nginxFile(
  sample: string,
  { folder, port, plain }: { folder: string; port: number; plain: number },
): string {
  const servers = sample
    .replaceAll(/^ *(?:ssl_\w+|listen \[::\]:).*\n/gm, '')
    .replace(/listen 443 [^;]+;/, `listen 127.0.0.1:${port};`)
    .replace('listen 80;', `listen 127.0.0.1:${plain};`)
  const kept = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const temporary = kept.map(one => `${one}_temp_path ${folder}/${one};`).join('\n')
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr;
events {}
http { access_log off; ${temporary}
${servers} }`
}

const caddyFile = (sample: string, port: number): string =>
  `{\n\tadmin off\n\tauto_https off\n}\n${sample.replace(/^.*\{$/m, `http://:${port} {\n\tbind 127.0.0.1`)}`

/** What a sample says, as far as it is passed on. */
interface Passing {
  readonly upstream: number
  readonly maxBytes: number
  readonly passesHost: boolean
  /** By name in small letters. */
  readonly headers: Readonly<Record<string, string>>
}

function readCaddy(sample: string): Passing {
  const lines = sample.split('\n').map(line => line.trim())
  const known = /^(mail\S+, links\S+ \{|request_body \{|max_size \d+MB|reverse_proxy \S+|\})?$/
  refuseUnknown(lines, known)
  // By itself: the host as it is, and the caller's address in place of what they say.
  const headers = { 'x-forwarded-for': '$remote_addr' }
  return {
    ...placeOf(sample),
    maxBytes: sizeOf(/max_size (\d+)MB/, sample),
    passesHost: true,
    headers,
  }
}

function readNginx(sample: string): Passing {
  const secure = sample.slice(sample.lastIndexOf('server {'))
  const lines = secure.split('\n').map(line => line.trim())
  refuseUnknown(
    lines,
    /^((server|location \/) \{|\}|(listen|server_name|ssl_certificate(_key)?|client_max_body_size|proxy_(pass|http_version|set_header|buffering|request_buffering|read_timeout)) [^;]+;)?$/,
  )
  const headers = Object.fromEntries(
    [...secure.matchAll(/proxy_set_header (\S+) ([^;]+);/g)].map(([, name, value]) => [
      name!.toLowerCase(),
      value!,
    ]),
  )
  const { host, ...others } = headers
  // Unless it is told, nginx lets 1 MB through and names the upstream as the host.
  const maxBytes = sizeOf(/client_max_body_size (\d+)m/, secure)
  return { ...placeOf(secure), maxBytes, passesHost: host === '$host', headers: others }
}

function refuseUnknown(lines: readonly string[], known: RegExp): void {
  const odd = lines.find(line => !known.test(line))
  if (odd !== undefined) throw new Error(`the stand-in does not know the line: ${odd}`)
}

const placeOf = (sample: string) => ({ upstream: Number(/127\.0\.0\.1:(\d+)/.exec(sample)![1]) })

const sizeOf = (size: RegExp, sample: string): number => Number(size.exec(sample)?.[1] ?? 1) * 1e6

async function standIn(t: TestContext, name: ProxyName, sample: string): Promise<number> {
  const passing = name === 'caddy' ? readCaddy(sample) : readNginx(sample)
  const server = http.createServer((request, response) => {
    if (Number(request.headers['content-length'] ?? 0) > passing.maxBytes) {
      response.writeHead(413).end()
      return
    }
    const onward = http.request({
      host: '127.0.0.1',
      port: passing.upstream,
      method: request.method,
      path: request.url,
      headers: onwardHeaders(request, passing),
    })
    onward.on('response', answer => {
      response.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return (server.address() as { port: number }).port
}

function onwardHeaders(request: http.IncomingMessage, passing: Passing): http.OutgoingHttpHeaders {
  const put = (value: string) =>
    value.replace('$remote_addr', request.socket.remoteAddress ?? '').replaceAll('"', '')
  const set = Object.entries(passing.headers)
    .map(([name, value]) => [name, put(value)] as const)
    .filter(([, value]) => value !== '')
  const host = passing.passesHost ? request.headers.host : `127.0.0.1:${passing.upstream}`
  return { ...request.headers, ...Object.fromEntries(set), host }
}
