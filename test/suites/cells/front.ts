/**
 * The front that `malote cell proxy` describes, as something that runs: HAProxy itself where it is
 * installed (or in a folder that MALOTE_TEST_PROXIES names), else a stand-in that does what the
 * printed lines say with the printed map, and refuses lines that it does not know.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import http from 'node:http'
import net from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { TestContext } from 'node:test'
import { maloteWith } from '../../support/command.ts'
import { freePort } from '../../support/free-port.ts'
import { until } from '../../support/until.ts'
import { programOf } from '../docs/proxies.ts'

export const frontBy = programOf('haproxy') === undefined ? 'a stand-in' : 'HAProxy'

/** What the command prints. */
export async function printed(...words: string[]): Promise<string> {
  const { status, stdout, stderr } = await maloteWith({}, ...words)
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Starts the front of cells given as the command takes them; returns its port. */
export async function startFront(
  t: TestContext,
  cells: readonly string[],
  { passed = [], port: given }: { passed?: readonly string[]; port?: number } = {},
): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'malote-front-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const port = given ?? (await freePort())
  const [file, map] = [path.join(folder, 'haproxy.cfg'), path.join(folder, 'cells.map')]
  const more = [
    '--listen',
    `127.0.0.1:${port}`,
    '--map',
    map,
    ...passed.flatMap(p => ['--pass', p]),
  ]
  await writeFile(map, await printed('cell', 'map', ...cells))
  await writeFile(file, await printed('cell', 'proxy', ...cells, ...more))
  const program = programOf('haproxy')
  if (program === undefined) await standIn(t, await readFile(file, 'utf8'))
  else await start(t, program, { file, port })
  return port
}

async function start(
  t: TestContext,
  program: string,
  { file, port }: { readonly file: string; readonly port: number },
): Promise<void> {
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', one => (said += one))
  t.after(async () => {
    const ended = once(child, 'exit')
    if (child.exitCode === null && child.kill('SIGTERM')) await ended
  })
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`HAProxy ended: ${said}`)
    const probe = net.connect(port, '127.0.0.1')
    const isUp = await once(probe, 'connect').then(
      () => true,
      () => false,
    )
    probe.destroy()
    return isUp
  }, 'HAProxy listens')
}

// The stand-in ------------------------------------------------------------------------------------

interface Section {
  readonly kind: string
  readonly name: string
  readonly lines: readonly string[]
}

const sectionsOf = (text: string): Section[] =>
  text
    .trim()
    .split(/\n\n+/)
    .map(part => {
      const [first = '', ...lines] = part.split('\n')
      const [kind = '', name = ''] = first.split(' ')
      return { kind, name, lines: lines.map(line => line.trim()) }
    })

const place = /(?<host>[\d.]+):(?<port>\d+)/
const placeIn = (lines: readonly string[], word: string) => {
  const { host, port } = place.exec(lines.find(line => line.startsWith(`${word} `)) ?? '')!.groups!
  return { host: host!, port: Number(port) }
}

async function standIn(t: TestContext, text: string): Promise<void> {
  const sections = sectionsOf(text)
  const backends = new Map(
    sections
      .filter(one => one.kind === 'backend')
      .map(({ name, lines }) => [name, placeIn(lines, 'server')] as const),
  )
  for (const section of sections) {
    if (section.kind === 'listen') {
      const to = placeIn(section.lines, 'server')
      const server = net.createServer(caller => {
        const onward = net.connect(to)
        caller.pipe(onward).pipe(caller)
        for (const one of [caller, onward]) one.on('error', () => one.destroy())
      })
      server.listen(placeIn(section.lines, 'bind'))
      await once(server, 'listening')
      t.after(() => server.close())
    } else if (section.kind === 'frontend') {
      const choose = await chooser(section.lines)
      const server = http.createServer((request, response) => {
        const to = backends.get(choose(request))!
        const headers = { ...request.headers, 'x-forwarded-for': request.socket.remoteAddress }
        const { method, url } = request
        const onward = http.request({ ...to, method, path: url, headers })
        onward.on('response', answer => {
          response.writeHead(answer.statusCode!, answer.headers)
          answer.pipe(response)
        })
        onward.on('error', () => response.writeHead(503).end())
        request.pipe(onward)
      })
      server.listen(placeIn(section.lines, 'bind'))
      await once(server, 'listening')
      t.after(() => server.close().closeAllConnections())
    } else if (!['defaults', 'backend'].includes(section.kind)) {
      throw new Error(`the stand-in does not know the section: ${section.kind}`)
    }
  }
}

const ruleShape =
  /^http-request set-var\(txn\.cell\) (\S+(?:\\ \S+)*),map_str\((\S+)\) if (?:\{ path_beg (\S+) \} )?\{ .* -m found \}$/
const firstShape = /^http-request set-var\(txn\.cell\) str\((\w+)\)$/

/** Which backend a request goes to, by the rules in their order. */
async function chooser(lines: readonly string[]) {
  const first = lines.map(line => firstShape.exec(line)?.[1]).find(one => one !== undefined)
  const known = /^(bind |http-request set-header X-Forwarded-For %\[src\]$|use_backend %\[var)/
  const rules: { what: string; map: Map<string, string>; path: string }[] = []
  for (const line of lines) {
    const rule = ruleShape.exec(line)
    if (rule === null && !firstShape.test(line) && !known.test(line)) {
      throw new Error(`the stand-in does not know the line: ${line}`)
    }
    if (rule !== null) {
      const rows = (await readFile(rule[2]!, 'utf8')).trim().split('\n')
      const map = new Map(rows.map(row => row.split(' ') as [string, string]))
      rules.push({ what: rule[1]!, map, path: rule[3] ?? '/' })
    }
  }
  return (request: http.IncomingMessage): string => {
    const pathname = (request.url ?? '').split('?')[0]!
    const wins = rules
      .filter(rule => pathname.startsWith(rule.path))
      .map(({ what, map }) => map.get(found(what, request)))
      .filter(one => one !== undefined)
    return wins.at(-1) ?? first!
  }
}

/** What a sample of the request, with its converters, comes to. */
function found(what: string, { headers, url = '' }: http.IncomingMessage): string {
  const [fetch = '', ...converters] = what.split(/,(?![^(]*\))/)
  const [pathname = '', query = ''] = url.split('?')
  const [, name = '', inside = ''] = /^([\w.]+)(?:\((.*)\))?$/.exec(fetch)!
  const cookies = new Map(
    (headers.cookie ?? '').split('; ').map(one => one.split('=') as [string, string]),
  )
  const fetched: Record<string, () => string> = {
    'req.hdr': () => String(headers[inside] ?? ''),
    'req.cook': () => cookies.get(inside) ?? '',
    url_param: () => new URLSearchParams(query).get(inside) ?? '',
    path: () => pathname,
  }
  return converters.reduce((text, converter) => {
    const [, verb, given = ''] = /^(\w+)(?:\((.*)\))?$/.exec(converter)!
    const [n = '', by = ''] = given.split(',')
    if (verb === 'lower') return text.toLowerCase()
    if (verb === 'bytes') return text.slice(Number(n), Number(n) + Number(by))
    if (verb === 'field') return text.split(by)[Number(n) - 1] ?? ''
    if (verb !== 'word') throw new Error(`the stand-in does not know: ${verb}`)
    const signs = by.replaceAll('\\', '')
    return text.split(new RegExp(`[${signs}]+`)).filter(one => one !== '')[Number(n) - 1] ?? ''
  }, fetched[name]!())
}
