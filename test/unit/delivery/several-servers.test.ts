/**
 * Domains of several servers of which none lets us in: who of them decides whether the mail waits
 * or bounces, and which of them the timeline tells of.
 */
import assert from 'node:assert/strict'
import type net from 'node:net'
import { describe, it, type TestContext } from 'node:test'
import type { AttemptResult } from '#sending/delivery/outcome.ts'
import type { Mx, MxStage } from '../smtp/mx.ts'
import { found } from '../smtp/plain-world.ts'
import { type Stage, stage, startServer } from '../smtp/stage.ts'

/**
 * What a server says first; `silent` says nothing, `rude` welcomes us and refuses our name, and
 * where one is `away` nobody listens.
 */
type Manner = 'welcome' | 'silent' | 'rude' | 'away' | `${number} ${string}`

interface Scene {
  /** Those that listen. */
  readonly servers: readonly Mx[]
  readonly set: Stage
  send(): Promise<string>
}

const addressOf = (i: number): string => `127.0.0.${i + 1}`

function told(finding: AttemptResult): string {
  const { kind, mx = 'nobody' } = finding
  if (kind === 'delivered') return `delivered by ${mx}`
  if (kind !== 'refused' && kind !== 'deferred') return kind
  return `${kind} ${finding.words?.code ?? finding.cause} ${mx}`
}

function misbehave(manner: Manner) {
  return (at: MxStage, socket: net.Socket): boolean | 'deaf' => {
    if (manner === 'rude') {
      return (at === 'ehlo' || at === 'helo') && socket.write('550 5.7.1 not you\r\n')
    }
    if (at !== 'banner' || manner === 'welcome') return false
    if (manner !== 'silent') socket.end(`${manner}\r\n`)
    return 'deaf'
  }
}

/** All on one port, each on its own address. */
async function startServers(t: TestContext, manners: readonly Manner[]): Promise<Mx[]> {
  const servers: Mx[] = []
  let port = 0
  for (const [i, manner] of manners.entries()) {
    if (manner === 'away') continue
    const mx = await startServer(t, { host: addressOf(i), port, misbehave: misbehave(manner) })
    port = mx.port
    servers.push(mx)
  }
  return servers
}

/** So that even a session that stands still for seconds is not over. */
const quick = { MALOTE_SMTP_DEADLINE_DIVISOR: '200' }

/** here.example with servers mx1, mx2 … in order of preference. */
async function scene(t: TestContext, manners: readonly Manner[]): Promise<Scene> {
  const servers = await startServers(t, manners)
  const set = stage(t, servers[0]!.port, { settings: quick })
  const hosts = manners.map((_, i) => [`mx${i + 1}.here.example`, addressOf(i)] as const)
  set.domain('here.example', Object.fromEntries(hosts))
  const { send } = set.node()
  return { servers, set, send: async () => told((await send('ana@here.example')).finding) }
}

/** The DNS gives no answer about one host. */
function keepBack({ set }: Scene, host: string): void {
  const { a } = set.world.dns
  Object.assign(set.world.dns, {
    a: async (name: string) => (name === host ? { kind: 'failure', reason: 'servfail' } : a(name)),
  })
}

const no = '554 5.7.1 no'
const later = '421 4.3.2 later'
const unspoken = '521 5.3.2 no mail here'

describe('an email to servers of which none lets us in', () => {
  const cases: [readonly Manner[], string][] = [
    [['silent', no], 'deferred timeout mx1.here.example'],
    [['away', unspoken], 'deferred connection_failed mx1.here.example'],
    [[later, no], 'deferred 421 mx1.here.example'],
    [[no, later], 'deferred 421 mx2.here.example'],
    [[no, 'silent', no], 'deferred timeout mx2.here.example'],
    [[later, 'away', no], 'deferred connection_failed mx2.here.example'],
    [[no, unspoken], 'refused 554 mx1.here.example'],
    [[unspoken, no, no], 'refused 521 mx1.here.example'],
    [[no, later, 'welcome'], 'delivered by mx3.here.example'],
  ]
  for (const [manners, expected] of cases) {
    it(`(${manners.map(manner => manner.split(' ')[0]).join(', ')}): ${expected}`, async t => {
      assert.equal(await (await scene(t, manners)).send(), expected)
    })
  }

  it('waits for the one whose addresses the DNS keeps back, and blames nobody else', async t => {
    for (const silent of ['mx1.here.example', 'mx2.here.example']) {
      const here = await scene(t, [no, no])
      keepBack(here, silent)
      assert.equal(await here.send(), 'deferred dns_failure nobody')
      assert.equal(
        here.servers.reduce((sum, { connections }) => sum + connections, 0),
        1,
      )
    }
  })

  it('waits for the one that a policy lets nobody ask now', async t => {
    const here = await scene(t, [no, 'welcome'])
    here.set.policy('here.example', 'enforce', 'mx1.here.example')
    assert.equal(await here.send(), 'deferred tls_required_by_policy mx2.here.example')
    assert.equal(here.servers[1]!.connections, 0)
  })

  it('is refused by the best five, and one beyond them is not waited for', async t => {
    const here = await scene(t, [no, no, no, no, no, 'welcome'])
    assert.equal(await here.send(), 'refused 554 mx1.here.example')
    assert.deepEqual(
      here.servers.map(({ connections }) => connections),
      [1, 1, 1, 1, 1, 0],
    )
  })
})

describe('a server that welcomes us and refuses our name', () => {
  it('speaks for its domain, as with any later command', async t => {
    const here = await scene(t, ['away', 'rude', 'welcome'])
    assert.equal(await here.send(), 'refused 550 mx2.here.example')
  })
})

describe('a smart host of several addresses', () => {
  async function relayed(t: TestContext, manners: readonly Manner[]): Promise<string> {
    const [first] = await startServers(t, manners)
    const { port } = first!
    const settings = { ...quick, MALOTE_RELAY: `smtp://smart.example:${port}` }
    const set = stage(t, port, { settings })
    const answer = found(manners.map((_, i) => addressOf(i)))
    Object.assign(set.world.dns, { a: async () => answer })
    return told((await set.node().send('ana@anywhere.example')).finding)
  }

  it('is waited for as long as one of them might let us in', async t => {
    assert.equal(await relayed(t, ['away', no]), 'deferred connection_failed smart.example')
    assert.equal(await relayed(t, [later, no]), 'deferred 421 smart.example')
    assert.equal(await relayed(t, [no, no]), 'refused 554 smart.example')
    assert.equal(await relayed(t, [no, 'welcome']), 'delivered by smart.example')
  })
})
