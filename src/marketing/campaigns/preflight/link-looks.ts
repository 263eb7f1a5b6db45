/**
 * Looking whether links answer, so that it is no means to press on somebody: an answer is kept for a
 * while, a host is asked seldom, only the ports of the web are, and a project has one look at a time.
 * What is not looked at is said to be so, never to be broken.
 */
import { minuteMs } from '#kernel/base/durations.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

const keptMs = 10 * minuteMs
const maxKept = 5_000
/** Of one host. */
const maxOfCall = 10
const maxOfMinute = 60
const atOnce = 8
const patienceMs = 10_000

type Outcome<Answer> =
  | { readonly kind: 'seen'; readonly url: string; readonly answer: Answer }
  | { readonly kind: 'unseen'; readonly url: string }

interface Looks {
  /** By URL; `at`: monotonic, ms. */
  readonly answers: Map<string, { readonly at: number; readonly answer: unknown }>
  /** When each host was asked within the last minute. */
  readonly asked: Map<string, number[]>
  readonly running: Set<Uuid>
}

const looks: Part<Looks, unknown> = {
  name: 'looks at links',
  make: () => ({ answers: new Map(), asked: new Map(), running: new Set() }),
}

interface Looking<Answer> {
  readonly projectId: Uuid
  readonly urls: readonly string[]
  readonly ask: (url: string) => Promise<Answer>
}

/** Each URL once, in the order in which it was given. */
export async function lookAtLinks<Answer>(
  { clock, runtime }: Pick<World, 'clock' | 'runtime'>,
  { projectId, urls, ask }: Looking<Answer>,
): Promise<Outcome<Answer>[]> {
  const kept = runtime.get(looks, undefined)
  const now = () => clock.monotonic()
  forget(kept, now())
  const isAlone = !kept.running.has(projectId)
  const ofHost = new Map<string, number>()
  const end = now() + patienceMs
  const lookAt = async (url: string): Promise<Outcome<Answer>> => {
    const known = kept.answers.get(url)
    if (known !== undefined) return { kind: 'seen', url, answer: known.answer as Answer }
    if (!isAlone || now() > end || !take(kept, ofHost, new URL(url), now())) {
      return { kind: 'unseen', url }
    }
    const answer = await ask(url)
    kept.answers.set(url, { at: now(), answer })
    return { kind: 'seen', url, answer }
  }
  if (isAlone) kept.running.add(projectId)
  try {
    return await some([...new Set(urls)], lookAt)
  } finally {
    if (isAlone) kept.running.delete(projectId)
  }
}

async function some<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  let next = 0
  const go = async (): Promise<void> => {
    while (next < items.length) {
      const place = next++
      results[place] = await work(items[place]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, go))
  return results
}

/** Whether the host may be asked once more; then it is counted. */
function take(
  { asked }: Looks,
  ofHost: Map<string, number>,
  { hostname, port }: URL,
  now: number,
): boolean {
  // Those of the scheme stand for none.
  if (port !== '' && port !== '80' && port !== '443') return false
  const times = asked.get(hostname) ?? []
  const ofCall = ofHost.get(hostname) ?? 0
  if (ofCall >= maxOfCall || times.length >= maxOfMinute) return false
  ofHost.set(hostname, ofCall + 1)
  asked.set(hostname, [...times, now])
  return true
}

function forget({ answers, asked }: Looks, now: number): void {
  for (const [url, { at }] of answers) {
    if (at > now - keptMs && answers.size <= maxKept) break
    answers.delete(url)
  }
  for (const [host, times] of asked) {
    const late = times.filter(at => at > now - minuteMs)
    if (late.length === 0) asked.delete(host)
    else asked.set(host, late)
  }
}
