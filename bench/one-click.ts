/** The button with which mail programs leave a list (RFC 8058), pressed by many at once. */
import { read } from '#kernel/base/ids.ts'
import { linksOf } from '#sending/tracking/links.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { percentile } from './campaigns.ts'
import { from, recipientOf, subjectOf, text } from './letter.ts'
import { pause, startNode, startSink } from './node.ts'

const letters = 5_000
const batchSize = 100
/** Not counted: a service that has just started. */
const warming = 200
/** Pressed at this pace, for what each takes; then the rest by so many at once, for how many go. */
const paced = 1_500
const perSecond = 300
const atOnce = 50

export async function oneClick(): Promise<Record<string, number>> {
  const sink = await startSink()
  let secret: Buffer = Buffer.alloc(0)
  const node = await startNode(sink, 'api,jobs', false, {
    async prepare(world) {
      secret = await installationSecret(world)
    },
  })
  const base = `http://127.0.0.1:${node.port}`
  try {
    const paths: string[] = []
    for (let n = 0; n < letters; n += batchSize) {
      const some = Array.from({ length: batchSize }, (_, i) => n + i)
      const answer = await fetch(`${base}/v1/emails/batch`, {
        method: 'POST',
        headers: { authorization: `Bearer ${node.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          emails: some.map(i => ({
            from,
            to: [recipientOf(i)],
            subject: subjectOf(i),
            text,
            stream: 'marketing',
          })),
        }),
      })
      const { data } = (await answer.json()) as { data: { id: string }[] }
      data.forEach(({ id }, i) => {
        const about = { projectId: node.projectId, emailId: read('msg', id)!, n: 0 }
        const recipient = { ...about, address: recipientOf(some[i]!) }
        paths.push(linksOf({ secret, cell: '' }, recipient, base).unsubscribe)
      })
    }
    for (const path of paths.splice(0, warming)) await press(path)
    const times = await Promise.all(
      paths.slice(0, paced).map(async (path, i) => {
        await pause((i / perSecond) * 1_000)
        const begun = performance.now()
        await press(path)
        return performance.now() - begun
      }),
    )
    const rest = paths.slice(paced)
    const [count, begun] = [rest.length, performance.now()]
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let path = rest.pop(); path !== undefined; path = rest.pop()) await press(path)
      }),
    )
    const rate = count / ((performance.now() - begun) / 1_000)
    const [listed] = await node.db.query<{ count: number }>(
      `select count(*)::integer as count from suppressions where reason = 'unsubscribe'`,
    )
    if (listed!.count !== letters) throw new Error(`${listed!.count} left of ${letters}`)
    return {
      'one click: p50 ms': percentile(times, 0.5),
      'one click: p99 ms': percentile(times, 0.99),
      'one click, 50 at once: a second': rate,
    }
  } finally {
    await node.stop()
    sink.stop()
  }
}

async function press(path: string): Promise<void> {
  const { status } = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })
  if (status !== 200) throw new Error(`${status} for ${path}`)
}
