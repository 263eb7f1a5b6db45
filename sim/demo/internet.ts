/**
 * The internet of the demo, on loopback: a DNS server, receiving servers with a character each, all
 * on one port of different 127.0.0.x addresses, and a receiver of webhooks that checks signatures
 * the way a customer would.
 */
import { createHash, createHmac, timingSafeEqual, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { makeCertificate, type TestCertificate } from '../../test/support/certificates.ts'
import { type DnsServer, startDnsServer, type Zones } from '../../test/support/dns-server.ts'
import { freePort } from '../../test/support/free-port.ts'
import { type Mx, type MxOptions, type MxStage, startMx } from '../../test/unit/smtp/mx.ts'

interface Internet {
  readonly dns: DnsServer
  /** The port of all receiving servers. */
  readonly smtpPort: number
  /** PEM of the authority behind the good certificates. */
  readonly root: string
  /** Messages that arrived, at whichever server. */
  readonly received: () => readonly Buffer[]
  /** What was broken works from now on: the silent server speaks, the names resolve. */
  repair(): void
  close(): Promise<void>
}

type Misbehave = NonNullable<MxOptions['misbehave']>

/** One receiving server. */
interface Character {
  /** Its name in the MX record. */
  readonly name: string
  readonly certificate: 'good' | 'self-signed' | 'none'
  readonly features?: readonly string[]
  readonly misbehave?: Misbehave
}

const say = (socket: { write(text: string): unknown }, line: string): true => {
  socket.write(`${line}\r\n`)
  return true
}

/** Answers to recipients by their local part; everybody else is welcome. */
function rcpt(answers: Readonly<Record<string, string>>): Misbehave {
  return (stage, socket, line) => {
    if (stage !== 'rcpt') return false
    const local = line.slice(9, line.indexOf('@')).toLowerCase()
    const answer = answers[local]
    return answer === undefined ? false : say(socket, answer)
  }
}

/** The first `count` times at a stage this happens, afterwards nothing. */
function first(count: number, at: MxStage, act: Misbehave): Misbehave {
  let times = 0
  return (stage, socket, line) => {
    if (stage !== at || times >= count) return false
    times++
    return act(stage, socket, line)
  }
}

/** Which server stands at which address, in order: 127.0.0.11, 127.0.0.12 … */
function characters(isRepaired: () => boolean): Record<string, Character> {
  return { ...mailboxProviders(), ...failingServers(isRepaired), ...modestServers() }
}

/** Well-kept servers, each with a recipient or a sender that it does not like. */
function mailboxProviders(): Record<string, Character> {
  return {
    'gmail.com': {
      name: 'gmail-smtp-in.l.google.com',
      certificate: 'good',
      misbehave: rcpt({
        helena: '550 5.1.1 The email account that you tried to reach does not exist.',
      }),
    },
    'hotmail.com': {
      name: 'hotmail-com.olc.protection.outlook.com',
      certificate: 'good',
      misbehave: rcpt({
        igor: '550 5.7.1 Unfortunately, messages from [127.0.0.1] were not sent: blocked.',
      }),
    },
    'yahoo.com.br': {
      name: 'mx-sa.mail.am0.yahoodns.net',
      certificate: 'good',
      misbehave: first(1, 'rcpt', (_, socket) =>
        say(socket, '451 4.7.1 Greylisted, please try again in a few minutes'),
      ),
    },
    'icloud.com': {
      name: 'mx01.mail.icloud.com',
      certificate: 'good',
      misbehave: rcpt({ gabi: '552 5.2.2 <gabi@icloud.com>: user is over quota' }),
    },
    'uol.com.br': { name: 'mx.uol.com.br', certificate: 'self-signed' },
    'terra.com.br': { name: 'mx.terra.com.br', certificate: 'none' },
    'locaweb.com.br': {
      name: 'mx.locaweb.com.br',
      certificate: 'good',
      misbehave: (stage, socket) =>
        stage === 'dot' && say(socket, '554 5.7.1 Message rejected: it looks like spam'),
    },
  }
}

/** Servers that break a conversation off, or that DANE judges. */
function failingServers(isRepaired: () => boolean): Record<string, Character> {
  return {
    'banco.test': { name: 'mx.banco.test', certificate: 'self-signed' },
    'cofre.test': { name: 'mx.cofre.test', certificate: 'self-signed' },
    'silencio.test': {
      name: 'mx.silencio.test',
      certificate: 'none',
      misbehave: stage => (stage === 'banner' && !isRepaired() ? 'deaf' : false),
    },
    'remendo.test': {
      name: 'mx.remendo.test',
      certificate: 'good',
      misbehave: (stage, socket) => {
        if (stage !== 'starttls') return false
        say(socket, '220 2.0.0 go ahead')
        say(socket, 'this is no handshake')
        return 'deaf'
      },
    },
    'queda.test': {
      name: 'mx.queda.test',
      certificate: 'none',
      misbehave: first(1, 'dot', (_, socket) => {
        socket.destroy()
        return true
      }),
    },
    'cheio.test': {
      name: 'mx1.cheio.test',
      certificate: 'none',
      misbehave: (stage, socket) => {
        if (stage !== 'banner') return false
        socket.end('421 4.3.2 Too busy, please use another server\r\n')
        return 'deaf'
      },
    },
    'reserva.cheio.test': { name: 'mx2.cheio.test', certificate: 'none' },
    'sempre.test': {
      name: 'mx.sempre.test',
      certificate: 'none',
      misbehave: (stage, socket) =>
        stage === 'rcpt' && say(socket, '451 4.3.2 System not accepting network messages'),
    },
  }
}

/** Servers that can do less than others. */
function modestServers(): Record<string, Character> {
  return {
    'pequeno.test': {
      name: 'mx.pequeno.test',
      certificate: 'none',
      features: ['PIPELINING', '8BITMIME', 'SIZE 600', 'ENHANCEDSTATUSCODES'],
    },
    'antigo.test': {
      name: 'mx.antigo.test',
      certificate: 'none',
      features: ['PIPELINING', '8BITMIME', 'ENHANCEDSTATUSCODES'],
    },
    'xn--caf-dma.test': { name: 'mx.xn--caf-dma.test', certificate: 'good' },
  }
}

const firstAddress = 11

/** Starts all of it. `zones` are further names, such as the sender's own. */
export async function startInternet(zones: Zones): Promise<Internet> {
  let isRepaired = false
  const root = makeCertificate({ name: 'Demo Root', authority: true })
  const smtpPort = await freePort()
  const servers = new Map<string, Mx>()
  const certificates = new Map<string, TestCertificate>()
  const names: Record<string, Zones[string]> = { ...zones }
  for (const [i, [domain, one]] of Object.entries(characters(() => isRepaired)).entries()) {
    const host = `127.0.0.${firstAddress + i}`
    const certificate = certificateFor(one, root)
    if (certificate) certificates.set(domain, certificate)
    servers.set(
      domain,
      await startMx({
        host,
        port: smtpPort,
        ...(certificate ? { tls: { cert: certificate.cert, key: certificate.key } } : {}),
        ...(one.features ? { features: one.features } : {}),
        ...(one.misbehave ? { misbehave: one.misbehave } : {}),
      }),
    )
    names[domain] = { MX: [`10 ${one.name}`] }
    names[one.name] = { A: [host] }
  }
  names['cheio.test'] = { MX: ['10 mx1.cheio.test', '20 mx2.cheio.test'] }
  const dns = await startDnsServer({ zones: { ...names, ...troubled(smtpPort, certificates) } })
  return {
    dns,
    smtpPort,
    root: root.pem,
    received: () => [...servers.values()].flatMap(mx => mx.received.map(one => one.content)),
    repair() {
      isRepaired = true
      dns.setName('apagado.test', { MX: ['10 mx.terra.com.br'] })
      dns.setName(...tlsa('mx.cofre.test', smtpPort, certificates.get('cofre.test')!))
    },
    async close() {
      await Promise.all([...servers.values()].map(mx => mx.close()))
      await dns.close()
    },
  }
}

function certificateFor(
  { name, certificate }: Character,
  root: TestCertificate,
): TestCertificate | null {
  if (certificate === 'none') return null
  return makeCertificate({ name, ...(certificate === 'good' ? { issuer: root } : {}) })
}

/** Names with a story of their own. */
function troubled(port: number, certificates: ReadonlyMap<string, TestCertificate>): Zones {
  const secure = (records: readonly string[]) => ({ records, secure: true })
  return {
    'banco.test': { MX: secure(['10 mx.banco.test']) },
    'mx.banco.test': { A: secure([addressOf('banco.test')]) },
    ...Object.fromEntries([tlsa('mx.banco.test', port, certificates.get('banco.test')!)]),
    // Its certificate has changed and nobody has told the DNS.
    'cofre.test': { MX: secure(['10 mx.cofre.test']) },
    'mx.cofre.test': { A: secure([addressOf('cofre.test')]) },
    ...Object.fromEntries([tlsa('mx.cofre.test', port, certificates.get('banco.test')!)]),
    'semcorreio.test': { MX: ['0 .'] },
    'inexistente.test': 'nxdomain',
    'apagado.test': 'servfail',
    'interno.test': { MX: ['10 mx.interno.test'] },
    'mx.interno.test': { A: ['10.20.30.40'] },
    'fechado.test': { MX: ['10 mx.fechado.test'] },
    'mx.fechado.test': { A: ['127.0.0.10'] },
  }
}

function addressOf(domain: string): string {
  return `127.0.0.${firstAddress + Object.keys(characters(() => true)).indexOf(domain)}`
}

/** DANE-EE: "the server at this name has this key" (RFC 6698 §2.1.1, 3 1 1). */
function tlsa(name: string, port: number, { pem }: TestCertificate): [string, Zones[string]] {
  const key = new X509Certificate(pem).publicKey.export({ type: 'spki', format: 'der' })
  const digest = createHash('sha256').update(key).digest('hex')
  return [`_${port}._tcp.${name}`, { TLSA: { records: [`3 1 1 ${digest}`], secure: true, ttl: 1 } }]
}

// Webhooks ---------------------------------------------------------------------------------------

interface Receiver {
  readonly url: string
  /** Told once the webhook exists. */
  secret: string
  /** By event id: how often it came; the first time is refused now and then. */
  readonly seen: ReadonlyMap<string, number>
  readonly good: number
  readonly bad: readonly string[]
  close(): Promise<void>
}

const toleranceSeconds = 300

/** `now` is the demo's clock, whose hours pass faster than the machine's. */
export async function startReceiver(now: () => number): Promise<Receiver> {
  const seen = new Map<string, number>()
  const bad: string[] = []
  let good = 0
  const server = createServer((request, answer) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const id = String(request.headers['webhook-id'])
      const wrong = judge(receiver.secret, request.headers, Buffer.concat(chunks), now())
      if (wrong === null) good++
      else bad.push(`${id}: ${wrong}`)
      seen.set(id, (seen.get(id) ?? 0) + 1)
      // Every twentieth notification has to be sent twice.
      const isRefused = seen.get(id) === 1 && seen.size % 20 === 0
      answer.writeHead(isRefused ? 503 : 204).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    secret: '',
    seen,
    bad,
    get good() {
      return good
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return receiver
}

/** What is wrong with a notification; null if nothing (Standard Webhooks). */
function judge(
  secret: string,
  headers: Readonly<Record<string, string | string[] | undefined>>,
  body: Buffer,
  nowMs: number,
): string | null {
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const mac = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const isSigned = String(headers['webhook-signature'])
    .split(' ')
    .map(entry => Buffer.from(entry.replace(/^v1,/, ''), 'base64'))
    .some(given => given.length === mac.length && timingSafeEqual(given, mac))
  if (!isSigned) return 'the signature does not match'
  const age = Math.abs(nowMs / 1000 - Number(timestamp))
  return age <= toleranceSeconds ? null : `it is ${Math.round(age)} s old`
}
