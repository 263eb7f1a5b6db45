/**
 * Every text of every body × what has broken out of texts before. Whatever is accepted is read on
 * the wire, where the receiving server sees every command and every header: none may be added. And
 * nothing that somebody writes is a fault of ours.
 */
import { errors } from '#kernel/base/errors.ts'
import { changeOperator } from '#tenants/accounts/store.ts'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { credentials, makeFixtures, pathOf } from './fixtures.ts'
import type { Part } from './part.ts'
import { emailExtras, emailPlace, textPlaces, withAt } from './sample.ts'
import { type Arena, newParty, type Shown } from './stage.ts'
import type { Tally } from './tally.ts'
import { until } from './waiting.ts'

/** What only a payload can have brought onto the wire. */
const canary = 'canary.invalid'

const payloads: readonly string[] = [
  `Hi\r\nX-Injected: 1`,
  `Hi\nBcc: stolen@${canary}`,
  `Hi\rX-Injected: 1`,
  `Hi\r\n\r\nX-Injected body`,
  `Hi\u2028X-Injected: 1\u0085X-Injected: 2`,
  `Hi\u0000X-Injected: 1`,
  `a@inbox.test>\r\nRCPT TO:<stolen@${canary}`,
  `a@inbox.test> SIZE=1 ORCPT=rfc822;stolen@${canary}`,
  `\r\n.\r\nMAIL FROM:<stolen@${canary}>\r\nRCPT TO:<stolen@${canary}>\r\nDATA\r\nX-Injected: 1\r\n.\r\n`,
  `\n.\nMAIL FROM:<stolen@${canary}>\nRCPT TO:<stolen@${canary}>\nDATA\n`,
  `\r.\rMAIL FROM:<stolen@${canary}>\r`,
  `"a\r\nRCPT TO:<stolen@${canary}>"@inbox.test`,
  `=?UTF-8?B?DQpYLUluamVjdGVkOiAx?=`,
  `=?UTF-8?Q?=0D=0AX-Injected:_1?= <a@inbox.test>`,
  `Shop <a@inbox.test>, Other <stolen@${canary}>`,
  `Team: a@inbox.test, stolen@${canary};`,
  `"; boundary=x\r\nX-Injected: 1\r\n\r\n--x`,
  `<script>alert(1)</script><img src=x onerror=alert(1)>`,
  `=HYPERLINK("http://${canary}","x")`,
  `{{7*7}}\${7*7}<%= 7*7 %>{{constructor.constructor('return 1')()}}`,
  `%s%n%x%00%0d%0a`,
  `'; drop table emails; --`,
  `$(id)\`id\`|id`,
  `../../../../etc/passwd`,
  `\ud800\udfff`,
  `__proto__`,
  `${'ﷺ'.repeat(400)}`,
  `\u001b[2J\u001b]0;x\u0007`,
]
/** In `npm test` each place gets as many of them, in turn. */
const shortCount = 2

export const fields: Part = {
  name: 'fields',
  about: 'every text of every body × injections, read on the wire',
  async run(arena, tally, effort) {
    const party = await newParty(arena)
    await changeOperator(arena.world.db, party.accountId, true)
    const fixtures = await makeFixtures(arena, party)
    let turn = 0
    for (const endpoint of endpoints.filter(one => one.body !== undefined)) {
      if (endpoint.access === 'open' || keepsOut.has(endpoint.name)) continue
      const sample = toInbox(endpoint.sample(fixtures.things))
      for (const { about, put } of slotsOf(sample)) {
        const count = effort === 'short' ? shortCount : payloads.length
        for (let i = 0; i < count; i++) {
          const payload = payloads[turn++ % payloads.length]!
          const reply = await arena.ask({
            method: endpoint.method,
            path: pathOf(endpoint, fixtures.ids),
            headers: credentials(endpoint, party),
            body: put(payload),
          })
          judge({ endpoint, about, payload, reply }, tally)
        }
      }
    }
    await judgeWire(arena, tally)
  },
}

/** What ends the attacker's own means: a password that changes, a project that goes. */
const keepsOut: ReadonlySet<string> = new Set(['password.change'])

/** Where a good receiver listens: what is accepted arrives. */
function toInbox(sample: unknown): unknown {
  return JSON.parse(JSON.stringify(sample ?? {}).replaceAll('@example.org', '@inbox.test'))
}

/** A place for a payload: the body with it there. */
interface Slot {
  readonly about: string
  readonly put: (payload: string) => unknown
}

/** The texts of a sample; of an email also the fields that it leaves out, and names in its maps. */
function slotsOf(sample: unknown): Slot[] {
  const own = textPlaces(sample).map(place => ({
    about: place.join('.'),
    put: (payload: string) => withAt(sample, place, payload),
  }))
  const at = emailPlace(sample)
  if (at === undefined) return own
  const further = emailExtras.flatMap(([name, value]) => [
    ...textPlaces(value).map(place => ({
      about: [name, ...place].join('.'),
      put: (payload: string) => withAt(sample, [...at, name], withAt(value, place, payload)),
    })),
    ...(Array.isArray(value) || typeof value === 'string'
      ? []
      : [
          {
            about: `a name in ${name}`,
            put: (payload: string) => withAt(sample, [...at, name], { [payload]: '1' }),
          },
        ]),
  ])
  return [...own, ...further]
}

interface Tried {
  readonly endpoint: Endpoint
  readonly about: string
  readonly payload: string
  readonly reply: Shown
}

function judge({ endpoint, about, payload, reply }: Tried, tally: Tally): void {
  const { status, code, text } = reply
  const isKnown = code !== undefined && Object.hasOwn(errors, code)
  tally.check(
    status < 400 || (status < 500 && isKnown),
    () =>
      `${titleOf(endpoint)} with ${JSON.stringify(payload).slice(0, 100)} at ${about}: ${status} ${text.slice(0, 200)}`,
  )
  const split = Object.entries(reply.headers).filter(([name]) => /^(x-injected|bcc)/.test(name))
  tally.check(split.length === 0, () => `${titleOf(endpoint)}: the answer got a header of its own`)
}

const commands = /^(EHLO|HELO|MAIL FROM:<|RCPT TO:<|DATA$|BDAT|QUIT$|RSET$|STARTTLS$|NOOP$)/

/** Once nothing waits: every command and every header that the receiving server was told. */
async function judgeWire({ world, mx }: Arena, tally: Tally): Promise<void> {
  await until(async () => {
    const [row] = await world.db.query<{ n: number }>(
      `select count(*)::integer as n from queue where kind = 'delivery' and due_at <= $1`,
      [new Date(world.clock.now())],
    )
    return row!.n === 0
  }, 'the mail to be out')
  tally.check(mx.received.length > 0, () => 'no mail came: the wire was not read')
  for (const line of mx.lines) {
    const isOurs = commands.test(line) && !line.includes(canary)
    tally.check(isOurs, () => `the wire was told ${JSON.stringify(line.slice(0, 200))}`)
  }
  for (const { to, content } of mx.received) {
    const head = content.toString('latin1').split('\r\n\r\n', 1)[0]!
    const bad = head.split(/\r\n(?![ \t])/).find(one => /^(x-injected|bcc)\b/i.test(one))
    tally.check(bad === undefined, () => `a header was added: ${bad}`)
    tally.check(
      !/[^\r]\n|\r[^\n]/.test(head),
      () => `a bare line break in a header: ${head.slice(0, 300)}`,
    )
    const strangers = to.filter(one => one.includes(canary))
    tally.check(strangers.length === 0, () => `a recipient was added: ${strangers}`)
  }
}
