/**
 * The longest tick: every endpoint with a body as large as it takes, of every shape that is slow to
 * look at. Whoever sends it may wait; nobody else may, so no piece of work holds this thread for
 * longer than a small call can wait. What a tick takes is counted in the thread's own processor
 * time, so that a busy machine changes little; bodies are made and sent by another thread. In the
 * long form somebody else makes small calls all the while, whose longest wait is counted by the clock.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { credentials, makeFixtures, nobodys, pathOf } from './fixtures.ts'
import type { Effort, Part } from './part.ts'
import { type Place, textPlaces, withAt, withExtras } from './sample.ts'
import { type Arena, dashboardUrl, newParty, type Party } from './stage.ts'
import type { SentBody, TickShot } from './ticks-client.ts'
import type { Neighbour } from './ticks-neighbour.ts'

/** In processor time, which a machine that others use makes longer, too. */
export const maxTickMs = { short: 250, long: 100 } as const
/** By the clock, which says nothing on a machine that does other things: the long form alone. */
const maxWaitMs = 250
/** In `npm test` the few that take tens of megabytes get so much. */
const maxBytes = { short: 6 * 1024 * 1024, long: 40 * 1024 * 1024 } as const
const sampleEveryMs = 2

/** Of the whole body: what parsing, counting and comparing would be long about. */
const wholes: readonly SentBody[] = [
  { head: '', unit: '[', tail: '' },
  { head: '', unit: ',', tail: '' },
  { head: '', unit: ' ', tail: '{}' },
  { head: '', unit: '"', tail: '' },
  { head: '[', unit: '{},', tail: '{}]' },
  { head: '[', unit: `${'['.repeat(60)}${']'.repeat(60)},`, tail: '0]' },
  { head: '[', unit: '1', tail: ']' },
  { head: '{', unit: '"k#":1,', tail: '"k":1}' },
  { head: '{', unit: '"k#":1,', tail: '"k1":1}' },
  { head: '{', unit: '"#":1,', tail: '"k":1}' },
  { head: '[', unit: '"x#",', tail: '""]' },
  { head: '{"a":"', unit: '\\u00e9', tail: '"}' },
  { head: '{"a":"', unit: '\\', tail: '"}' },
  { head: '{"a', unit: 'k', tail: '":1}' },
]

/** Of one text. */
const texts: readonly string[] = [
  ...['x', ' ', 'é', '😀', '@', 'a@', '.', ',', 'a ', '=', '{{', '{% if a %}', '<', '<a ', '&amp;'],
  ...[
    '<a href="https://a.test/">b.test</a>',
    '<p>',
    'QUJD',
    '\\n',
    '(',
    '-',
    '0',
    'https://a.test/ ',
  ],
]
const shortShapes = 1
/** From one shape to the next, so that neighbours get other ones. */
const stride = 7
/** In the place of a text of the sample. */
const mark = 'MARK'
/** What a provider does that is not there is no fault of the service. */
const isAnswered = (reply: string): boolean =>
  /^[234]/.test(reply) || reply === '503 billing_unavailable'

export const ticks: Part = {
  name: 'ticks',
  about: 'every body × large of each slow shape; the longest tick',
  async run(arena, tally, effort) {
    const party = await newParty(arena)
    const fixtures = await makeFixtures(arena, party)
    const ids = { ...nobodys(fixtures), project: fixtures.ids.project! }
    const client = new Worker(new URL('./ticks-client.ts', import.meta.url))
    const neighbour = effort === 'long' ? beside(arena, (await newParty(arena)).byKey) : undefined
    const tried = async (shot: TickShot) => {
      await neighbour?.longestWait()
      const tick = await longestTick(async () => {
        client.postMessage(shot)
        return (await once(client, 'message'))[0] as string
      })
      return { ...tick, waitMs: (await neighbour?.longestWait()) ?? 0 }
    }
    let turn = 0
    try {
      for (const endpoint of smallestFirst(endpoints.filter(one => one.body !== undefined))) {
        const bodies = bodiesOf(endpoint, withExtras(endpoint.sample(fixtures.things) ?? {}))
        const count = effort === 'short' ? shortShapes : bodies.length
        for (let i = 0; i < count; i++) {
          turn += stride
          const body = bodies[turn % bodies.length]!
          const shot = shotAt(endpoint, { party, ids, body, port: arena.port, effort })
          const isQuick = (one: { longestMs: number; waitMs: number }) =>
            one.longestMs <= maxTickMs[effort] && one.waitMs <= maxWaitMs
          const first = await tried(shot)
          // What others of the machine have cost does not come again; what the body costs does.
          const last = isQuick(first) ? first : await tried(shot)
          tally.check(
            isQuick(last) && isAnswered(last.reply),
            () =>
              `${titleOf(endpoint)} with ${JSON.stringify(body).slice(0, 160)}: a tick of ` +
              `${last.longestMs.toFixed(0)} ms, others waited ${last.waitMs.toFixed(0)} ms, ${last.reply}`,
          )
        }
      }
    } finally {
      await client.terminate()
      await neighbour?.stop()
    }
  },
}

/** So that a run that is broken off has seen most of them. */
const smallestFirst = (all: readonly Endpoint[]): Endpoint[] =>
  all.toSorted((one, other) => one.maxBodyBytes - other.maxBodyBytes)

function beside({ port }: Arena, headers: Neighbour['headers']) {
  const workerData: Neighbour = { url: `http://127.0.0.1:${port}/v1/emails?limit=1`, headers }
  const thread = new Worker(new URL('./ticks-neighbour.ts', import.meta.url), { workerData })
  return {
    async longestWait(): Promise<number> {
      thread.postMessage('report')
      return (await once(thread, 'message'))[0]
    },
    stop: () => thread.terminate(),
  }
}

interface Aim {
  readonly party: Party
  readonly ids: Parameters<typeof pathOf>[1]
  readonly body: SentBody
  readonly port: number
  readonly effort: Effort
}

function shotAt(endpoint: Endpoint, { party, ids, body, port, effort }: Aim): TickShot {
  const isOpen = endpoint.access === 'open'
  return {
    port,
    method: endpoint.method,
    path: pathOf(endpoint, ids),
    headers: isOpen ? { origin: dashboardUrl } : credentials(endpoint, party),
    body,
    bytes: Math.min(endpoint.maxBodyBytes, maxBytes[effort]),
  }
}

/** Where bodies are larger, each text of the sample is long in a few ways, and each way somewhere. */
const everyWayBytes = 1024 * 1024
const maxApart = 7

/** The whole body, and each text of its sample as each long text. */
function bodiesOf({ maxBodyBytes }: Endpoint, sample: unknown): SentBody[] {
  const places: Place[] = textPlaces(sample)
  const apart = maxBodyBytes > everyWayBytes ? Math.min(maxApart, places.length) : 1
  return [
    ...wholes,
    ...places.flatMap((place, i) =>
      texts.filter((_, j) => (i + j) % apart === 0).map(unit => longAt(sample, place, unit)),
    ),
  ]
}

function longAt(sample: unknown, place: Place, unit: string): SentBody {
  const [head = '', tail = ''] = JSON.stringify(withAt(sample, place, mark)).split(mark)
  return { head, unit: unit === '\\n' ? unit : JSON.stringify(unit).slice(1, -1), tail }
}

/** While it is done, the most of this thread's processor time between two looks at it. */
export async function longestTick(
  work: () => Promise<string>,
): Promise<{ longestMs: number; reply: string }> {
  let before = threadMs()
  let longestMs = 0
  const look = (): void => {
    const now = threadMs()
    longestMs = Math.max(longestMs, now - before)
    before = now
  }
  const timer = setInterval(look, sampleEveryMs)
  const reply = await work()
  look()
  clearInterval(timer)
  return { longestMs, reply }
}

function threadMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
