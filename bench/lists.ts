/**
 * What the page of emails asks `/api` for among a million, with filters and deep pages, by one caller
 * and by four; then each question alone. The installation and its account are those of pages.ts.
 */
import { show } from '#kernel/base/ids.ts'
import { report } from '../test/suites/browser/paints.ts'
import { startNode, startSink } from './node.ts'
import { filled } from './pages.ts'
import type { SeedIds } from './reads.ts'

const calls = 600
const maxListMs = 50

export async function lists(emails: number): Promise<void> {
  const sink = await startSink()
  const node = await startNode(sink, 'api', false)
  try {
    const { base, cookie, live, seeded } = await filled(node, emails)
    const api = `${base}/api${live}`
    const asked = questions(seeded)
    for (const callers of [1, 4]) {
      const took = await ask(api, { cookie, asked: Object.values(asked), calls, callers })
      report(`list of emails at /api, ${callers} at a time`, took, maxListMs)
    }
    for (const [name, question] of Object.entries({ ...asked, ...exceptions(seeded) })) {
      const took = await ask(api, { cookie, asked: [question], calls: 20, callers: 1 })
      report(`  ${name}`, took, maxListMs)
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

type Question = (n: number) => Readonly<Record<string, string>>

/** What people ask the list for: its first page, older ones, each filter, two of them. */
function questions(seeded: SeedIds): Readonly<Record<string, Question>> {
  const some = (n: number): string => show('msg', seeded.ids[(n * 7919) % seeded.ids.length]!)
  const person = (n: number): string => {
    const k = (n * 7919) % 50_000
    return `person${k}@d${k % 97}.test`
  }
  const daysAgo = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString()
  const statuses = ['delivered', 'bounced', 'complained', 'deferred', 'queued']
  return {
    newest: () => ({}),
    deep: n => ({ starting_after: some(n) }),
    'by status': n => ({ status: statuses[n % statuses.length]! }),
    'by status, deep': n => ({ status: 'bounced', starting_after: some(n) }),
    'by recipient': n => ({ to: person(n) }),
    'by an unknown recipient': n => ({ to: `nobody${n}@d1.test` }),
    'by sender': () => ({ from: 'hello@bench.test' }),
    'by a word of many subjects': () => ({ subject: 'order' }),
    'by stream': n => ({ stream: n % 2 === 0 ? 'marketing' : 'transactional' }),
    'of a day': n => ({ created_after: daysAgo((n % 9) + 1), created_before: daysAgo(n % 9) }),
    'by status, older': n => ({ created_before: daysAgo(n % 9), status: 'complained' }),
  }
}

/** Those that have no index (docs/decisions/0011): told, but not counted with the others. */
function exceptions(seeded: SeedIds): Readonly<Record<string, Question>> {
  return {
    'by one subject': n => ({ subject: seeded.ids[(n * 31) % seeded.ids.length]!.slice(0, 13) }),
    'by a word of no subject': n => ({ subject: `nothing like it ${n}` }),
  }
}

interface Asking {
  readonly cookie: string
  readonly asked: readonly Question[]
  readonly calls: number
  readonly callers: number
}

async function ask(api: string, { cookie, asked, calls, callers }: Asking): Promise<number[]> {
  const took: number[] = []
  let next = 0
  const caller = async (): Promise<void> => {
    while (next < calls) {
      const n = next++
      const query = { limit: '50', ...asked[n % asked.length]!(n) }
      const begun = performance.now()
      const answer = await fetch(`${api}/emails?${new URLSearchParams(query)}`, {
        headers: { cookie },
      })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${JSON.stringify(query)}: ${answer.status}`)
      took.push(performance.now() - begun)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return took
}
