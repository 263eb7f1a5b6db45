/**
 * The people of the customers' lists: they join a topic, leave it, come back, are brought in by the
 * dozen or from a file, and forgotten again, mostly several at once and while nodes die.
 */
import type { Choice } from '../audit/ledger.ts'
import { type Crowd, insist } from './customers.ts'
import type { ApiAnswer, ApiRequest } from './program.ts'

interface List {
  readonly topic: string
  readonly segment: string
}

const people = 12
const personOf = (n: number): string => `person${n}@list.com`

/** One topic and one static segment for each project. */
export async function makeLists(crowd: Crowd): Promise<List[]> {
  const lists: List[] = []
  for (const [project] of crowd.ledger.projects.entries()) {
    const make = async (path: string, body: object): Promise<string> => {
      const answer = await ask(crowd, project, { method: 'POST', path, body })
      return String((answer?.body as { id?: unknown } | undefined)?.id)
    }
    const topic = await make('/v1/topics', { name: { en: 'News' } })
    const segment = await make('/v1/segments', { name: 'Shop', kind: 'static' })
    lists.push({ topic, segment })
  }
  return lists
}

function ask(
  crowd: Crowd,
  project: number,
  request: Omit<ApiRequest, 'key' | 'idempotencyKey'>,
): Promise<ApiAnswer> {
  const { ledger, chance } = crowd
  const isPost = request.method === 'POST'
  return insist(
    crowd,
    {
      ...request,
      key: ledger.projects[project]!.adminKey,
      ...(isPost ? { idempotencyKey: `people-${Math.floor(chance.uniform() * 2 ** 50)}` } : {}),
    },
    50,
  )
}

/** One deed of somebody. */
export async function livePeople(crowd: Crowd, lists: readonly List[]): Promise<void> {
  const { chance, ledger, universe } = crowd
  const project = Math.floor(chance.uniform() * lists.length)
  if (chance.happens(0.15)) return bringMany(crowd, project, lists[project]!)
  if (chance.happens(0.1)) return importFile(crowd, project, lists[project]!)
  const email = personOf(Math.floor(chance.uniform() * people))
  const deed = chance.pick(['join', 'leave', 'leave', 'back', 'forget'] as const)
  const from = universe.time.now()
  const answer = await ask(crowd, project, requestOf(deed, email, lists[project]!, from))
  const isKnown = answer !== null && answer.status < 500 && answer.status !== 429
  ledger.choices.push({
    project,
    email,
    deed,
    from,
    to: isKnown ? universe.time.now() : Number.POSITIVE_INFINITY,
    isDone: isKnown && answer.status < 300,
  })
}

function requestOf(
  deed: Choice['deed'],
  email: string,
  { topic }: List,
  now: number,
): Omit<ApiRequest, 'key' | 'idempotencyKey'> {
  const path = `/v1/contacts/${email}`
  const consent = { at: new Date(now).toISOString(), source: 'counter' }
  switch (deed) {
    case 'join':
      return { method: 'POST', path: '/v1/contacts', body: { email, topics: [topic] } }
    case 'leave':
      return {
        method: 'POST',
        path: `${path}/topics`,
        body: { topics: [{ id: topic, state: 'unsubscribed' }] },
      }
    case 'back':
      return {
        method: 'POST',
        path: `${path}/topics`,
        body: { topics: [{ id: topic, state: 'subscribed', consent }] },
      }
    case 'forget':
      return { method: 'DELETE', path }
  }
}

/** A dozen others, who then stand in the segment; again is as good as once. */
async function bringMany(crowd: Crowd, project: number, { topic, segment }: List): Promise<void> {
  const first = 100 * Math.floor(1 + crowd.chance.uniform() * 3)
  const emails = Array.from({ length: 12 }, (_, n) => personOf(first + n))
  const contacts = emails.map(email => ({ email, topics: [topic] }))
  const body = { contacts, on_error: 'skip' }
  const made = await ask(crowd, project, { method: 'POST', path: '/v1/contacts/batch', body })
  if (made?.status !== 200) return
  const path = `/v1/segments/${segment}/members`
  await ask(crowd, project, { method: 'POST', path, body: { contacts: emails } })
}

/** Others again, from a file with a line that is wrong and one that comes twice. */
async function importFile(crowd: Crowd, project: number, { topic, segment }: List): Promise<void> {
  const first = 1_000 + 100 * Math.floor(crowd.chance.uniform() * 3)
  const emails = Array.from({ length: 25 }, (_, n) => personOf(first + n))
  const csv = ['email', ...emails, 'nobody', emails[0]].join('\n')
  const consent = { basis: 'consent', wording: 'I want the news.', source: 'shop' }
  const body = { format: 'csv', mapping: { email: 'email' }, topics: [topic], consent, segment }
  const made = await ask(crowd, project, { method: 'POST', path: '/v1/imports', body })
  if (made?.status !== 201) return
  const { id } = made.body as { id: string }
  await ask(crowd, project, { method: 'POST', path: `/v1/imports/${id}/file`, csv })
}
