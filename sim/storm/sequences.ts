/**
 * Sequences of the simulated marketers: people come in by what they do, go out by what they buy, are
 * taken out by hand; each sequence is paused, resumed, published anew over their heads and put away.
 */
import type { Marketer, Report, SequenceOrder } from '../audit/market.ts'
import { makeTemplate } from './campaigns.ts'
import { type Crowd, insist } from './customers.ts'
import { act, ask, markerOf } from './marketers.ts'
import type { ApiAnswer } from './program.ts'

const minute = 60_000
const rules = ['never', 'after_exit', 'always'] as const
const templates = ['hello', 'offer', 'last'] as const
type Templates = Readonly<Record<(typeof templates)[number], string>>

/** With its letters, by which a new version is written. */
export interface Running {
  readonly order: SequenceOrder
  readonly letters: Templates
}

/** Two for each marketer: one at a time for each cart, and one with any rule of coming in again. */
export async function publishSequences(crowd: Crowd): Promise<Running[]> {
  const { chance, ledger } = crowd
  const made: Running[] = []
  for (const marketer of ledger.market.marketers.keys()) {
    for (const isKeyed of [false, true]) {
      const reentry = isKeyed
        ? chance.pick(['after_exit', 'always'] as const)
        : chance.pick(marketer === 0 ? (['never'] as const) : rules)
      const one = await publishOne(crowd, { marketer, isKeyed, reentry })
      if (one !== null) made.push(one)
    }
  }
  return made
}

async function publishOne(
  crowd: Crowd,
  { marketer, isKeyed, reentry }: Pick<SequenceOrder, 'marketer' | 'isKeyed' | 'reentry'>,
): Promise<Running | null> {
  const { chance, ledger } = crowd
  const own = ledger.market.marketers[marketer]!
  const n = ledger.market.sequences.length + 1
  const marker = markerOf('s', n, chance)
  const letters = await lettersOf(crowd, own, marker)
  if (letters === null) return null
  const [begins, ends] = [`begun.${n}`, `paid.${n}`]
  const made = await ask(crowd, own, {
    method: 'POST',
    path: '/v1/sequences',
    body: {
      name: marker,
      from: `Shop <hello@${own.domain}>`,
      topic_id: own.topic,
      triggers: [{ on: 'event', name: begins }, { on: 'api' }],
      reentry: { mode: reentry, ...(isKeyed ? { key: 'event.cart' } : {}) },
      exits: [{ on: 'event', name: ends, reason: 'goal' }],
      ...(chance.happens(0.3) ? { quiet: { from: '22:00', until: '06:30' } } : {}),
      ...(chance.happens(0.2) ? { rate_per_hour: 60 } : {}),
      steps: stepsOf(crowd, letters),
    },
  })
  if (made?.status !== 201) return null
  const order: SequenceOrder = {
    marker,
    marketer,
    id: (made.body as { id: string }).id,
    reentry,
    isKeyed,
    begins,
    ends,
    acts: [],
    exits: [],
    status: 'draft',
  }
  ledger.market.sequences.push(order)
  await change(crowd, order, 'publish', {})
  return { order, letters }
}

async function lettersOf(crowd: Crowd, own: Marketer, marker: string): Promise<Templates | null> {
  const ids: string[] = []
  for (const name of templates) {
    const words = { subject: `Path ${marker} ${name}`, html: '<p>Hello {{ contact.email }}</p>' }
    const id = await makeTemplate(crowd, own, { name: `${marker} ${name}`, words })
    if (id === null) return null
    ids.push(id)
  }
  return Object.fromEntries(templates.map((name, i) => [name, ids[i]!])) as Templates
}

/** Each version waits otherwise, and some lack a step of those before. */
function stepsOf({ chance }: Crowd, letters: Templates): object[] {
  const email = (key: keyof Templates, more: object = {}): object => ({
    key,
    type: 'email',
    template_id: letters[key],
    ...more,
  })
  const hasQuestion = chance.happens(0.7)
  const question = {
    key: 'asked',
    type: 'wait_for_event',
    event: 'looked',
    within: chance.pick(['PT10M', 'PT5H']),
    since: chance.pick(['entry', 'step']),
    next: 'noted',
    timeout: 'last',
  }
  return [
    email('hello', { next: 'nap' }),
    { key: 'nap', type: 'wait', for: chance.pick(['PT1M', 'PT30M', 'P1D']), next: 'fork' },
    {
      key: 'fork',
      type: 'branch',
      cases: [{ filter: { event: 'looked', at_least: 1 }, next: 'offer' }],
      else: hasQuestion ? 'asked' : 'last',
    },
    ...(hasQuestion ? [question] : []),
    { key: 'noted', type: 'update_contact', set: { first_name: 'Curious' }, next: 'offer' },
    email('offer', { next: 'rest' }),
    { key: 'rest', type: 'wait', for: 'PT2H', next: 'last' },
    email('last'),
  ]
}

/** An hour or so of a sequence: people do things, and something is done to it. */
export async function liveSequence(crowd: Crowd, { order, letters }: Running): Promise<void> {
  const { chance, universe, ledger } = crowd
  // A few people, so that what one of them does meets what they did before.
  const { people } = ledger.market.marketers[order.marketer]!
  const some = Array.from({ length: 4 }, () => chance.pick(people))
  const doings = Array.from({ length: chance.between(10, 16) }, async () => {
    await universe.time.sleep(chance.wait(chance.pick([1_000, minute, 60 * minute])))
    await doSomething(crowd, order, chance.pick(some))
  })
  const acting = chance.pick([
    [],
    ['pause', 'resume'],
    ['publish finish'],
    ['publish move'],
    ['publish leave'],
    ['pause', 'publish move', 'resume'],
    ['takeOut'],
    ['takeOut'],
  ])
  for (const what of acting) {
    await universe.time.sleep(chance.wait(chance.pick([2_000, 10 * minute, 60 * minute])))
    if (what === 'takeOut') await takeOut(crowd, order)
    else if (what.startsWith('publish')) await publishAnew(crowd, { order, letters }, what)
    else await change(crowd, order, what, what === 'resume' ? resumeOf(crowd) : {})
  }
  await Promise.all(doings)
}

const resumeOf = ({ chance }: Crowd): object =>
  chance.happens(0.5) ? {} : { overdue: chance.pick(['shift', 'run']) }

async function publishAnew(crowd: Crowd, { order, letters }: Running, what: string): Promise<void> {
  const own = crowd.ledger.market.marketers[order.marketer]!
  const path = `/v1/sequences/${order.id}`
  const body = { steps: stepsOf(crowd, letters) }
  const drafted = await ask(crowd, own, { method: 'PATCH', path, body })
  if (drafted?.status === 200) await change(crowd, order, what, { inside: what.split(' ')[1] })
}

async function change(
  crowd: Crowd,
  order: SequenceOrder,
  what: string,
  body: object,
): Promise<void> {
  const own = crowd.ledger.market.marketers[order.marketer]!
  const path = `/v1/sequences/${order.id}/${what.split(' ')[0]}`
  const { answer: _, ...done } = await act(crowd, own, what, { method: 'POST', path, body })
  order.acts.push(done)
}

/** Somebody who is inside goes out by hand. */
async function takeOut(crowd: Crowd, order: SequenceOrder): Promise<void> {
  const { chance, ledger } = crowd
  const own = ledger.market.marketers[order.marketer]!
  const path = `/v1/sequences/${order.id}/enrollments`
  const inside = await ask(crowd, own, { method: 'GET', path: `${path}?state=inside` })
  const people = (inside?.body as { data?: { id: string }[] } | undefined)?.data ?? []
  if (people.length === 0) return
  const { id } = chance.pick(people)
  const request = { method: 'POST', path: `${path}/${id}/exit` } as const
  const { answer: _, ...done } = await act(crowd, own, 'exit', request)
  order.exits.push({ ...done, enrollment: id })
}

/** Somebody begins, looks, pays, or is let in by the marketer; some at the same moment many times. */
async function doSomething(crowd: Crowd, order: SequenceOrder, email: string): Promise<void> {
  const { chance, ledger } = crowd
  const own = ledger.market.marketers[order.marketer]!
  const names = [order.begins, order.begins, order.begins, 'looked', order.ends]
  const name = chance.pick(names)
  if (name === order.begins && chance.happens(0.2)) {
    const path = `/v1/sequences/${order.id}/enrollments`
    const body = { email, data: { cart: cartOf(crowd) } }
    await ask(crowd, own, { method: 'POST', path, body })
    return
  }
  const times = chance.happens(0.3) ? chance.between(2, 5) : 1
  await Promise.all(Array.from({ length: times }, () => tell(crowd, order, { email, name })))
}

const cartOf = ({ chance }: Crowd): string => `cart ${chance.between(1, 2)}`

/** Reported with a key of one kind or the other; some repeat themselves although they were heard. */
async function tell(
  crowd: Crowd,
  { marketer }: SequenceOrder,
  { email, name }: Pick<Report, 'email' | 'name'>,
): Promise<void> {
  const { chance, ledger, universe } = crowd
  const own = ledger.market.marketers[marketer]!
  const mark = chance.bytes(8).toString('hex')
  const isDeduped = chance.happens(0.6)
  const data = { mark, cart: cartOf(crowd) }
  const body = { email, name, data, ...(isDeduped ? { dedupe_key: mark } : {}) }
  const request = {
    method: 'POST',
    path: '/v1/activity',
    key: own.liveKey,
    ...(isDeduped ? {} : { idempotencyKey: mark }),
    body,
  } as const
  const from = universe.time.now()
  const answers: ApiAnswer[] = [await insist(crowd, request, 60)]
  const to = universe.time.now()
  if (chance.happens(0.3)) answers.push(await insist(crowd, request, 60))
  const heard = answers.flatMap(answer =>
    answer?.status === 202 ? [answer.body as { id: string | null; matched: boolean }] : [],
  )
  const isKnown = answers[0] !== null && answers[0] !== undefined && answers[0].status < 500
  ledger.market.reports.push({
    marketer,
    email,
    name,
    mark,
    from,
    to: isKnown ? to : Number.POSITIVE_INFINITY,
    isDone: answers[0]?.status === 202,
    isMatched: heard[0]?.matched === true,
    ids: heard.flatMap(one => one.id ?? []),
  })
}

/** After the storm: what stands still is let go on. Returns in how many people are still inside. */
export async function tidySequences(crowd: Crowd): Promise<number> {
  const { market } = crowd.ledger
  let inside = 0
  for (const order of market.sequences) {
    order.status = (await look<{ status: string }>(crowd, order, '')).status
    if (order.status === 'paused') await change(crowd, order, 'resume', {})
    const path = '/enrollments?state=inside&limit=1'
    inside += (await look<{ data: unknown[] }>(crowd, order, path)).data.length
  }
  return inside
}

async function look<T>(crowd: Crowd, order: SequenceOrder, what: string): Promise<T> {
  const own = crowd.ledger.market.marketers[order.marketer]!
  const path = `/v1/sequences/${order.id}${what}`
  const answer = await ask(crowd, own, { method: 'GET', path })
  if (answer?.status !== 200) throw new Error(`${path}: ${answer?.text}`)
  return answer.body as T
}
