/**
 * The longest tick: every endpoint with a body as large as it takes, of every shape that is slow to
 * look at. Whoever sends it may wait; nobody else may, so no piece of work holds this thread for
 * longer than a small call can wait. What a tick takes is counted in the thread's own processor
 * time, so that a busy machine changes little; bodies are made and sent by another thread.
 */
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { type Endpoint, endpoints, titleOf } from './endpoints.ts'
import { credentials, makeFixtures, nobodys, pathOf } from './fixtures.ts'
import type { Effort, Part } from './part.ts'
import { type Place, textPlaces, withAt, withExtras } from './sample.ts'
import { dashboardUrl, newParty, type Party } from './stage.ts'
import type { SentBody, TickShot } from './ticks-client.ts'

/** In processor time, which a machine that others use makes longer, too. */
export const maxTickMs = { short: 250, long: 100 } as const
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
    let turn = 0
    try {
      for (const endpoint of endpoints.filter(one => one.body !== undefined)) {
        const bodies = bodiesOf(withExtras(endpoint.sample(fixtures.things) ?? {}))
        const count = effort === 'short' ? shortShapes : bodies.length
        for (let i = 0; i < count; i++) {
          turn += stride
          const body = bodies[turn % bodies.length]!
          const shot = shotAt(endpoint, { party, ids, body, port: arena.port, effort })
          const fire = () =>
            longestTick(async () => {
              client.postMessage(shot)
              return (await once(client, 'message'))[0] as string
            })
          const first = await fire()
          const isLong = first.longestMs > maxTickMs[effort]
          // What others of the machine have cost does not come again; what the body costs does.
          const { longestMs, reply } = isLong ? await fire() : first
          tally.check(
            longestMs <= maxTickMs[effort] && isAnswered(reply),
            () =>
              `${titleOf(endpoint)} with ${JSON.stringify(body).slice(0, 160)}: ` +
              `a tick of ${longestMs.toFixed(0)} ms, ${reply}`,
          )
        }
      }
    } finally {
      await client.terminate()
    }
  },
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

/** All shapes for an endpoint: the whole body, and each text of its sample as each long text. */
function bodiesOf(sample: unknown): SentBody[] {
  const places: Place[] = textPlaces(sample)
  return [...wholes, ...places.flatMap(place => texts.map(unit => longAt(sample, place, unit)))]
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
