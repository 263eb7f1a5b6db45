/** Many projects with as much waiting each: how alike they are served after a while. */
import { arrange, writeBacklog } from './fairness-stage.ts'
import { pause } from './node.ts'

/** A tenth of a project's mail may be under way at any time. */
const projects = 200
const minEach = 40

export async function servedAlike(backlog: number): Promise<{
  readonly projects: number
  readonly min: number
  readonly max: number
}> {
  const each = Math.max(minEach, Math.ceil(backlog / projects))
  const domains = Array.from({ length: 20 }, (_, i) => `alike${i}.test`)
  const stage = await arrange(() => ({
    senders: projects,
    zones: Object.fromEntries(domains.map((name, i) => [name, { A: [`127.0.3.${i + 1}`] }])),
    async waiting({ world, senders }) {
      for (const sender of senders) {
        const domainOf = (n: number): string => domains[n % domains.length]!
        await writeBacklog(world, { sender, count: each, domainOf })
      }
    },
  }))
  try {
    // Halfway: at the end all have been served alike.
    const half = (projects * each) / 2
    for (let i = 0; i < 600 && (await stage.sink.mails()) < half; i++) await pause(100)
    const [row] = await stage.node.db.query<{ min: number; max: number }>(
      `select min(served)::integer as min, max(served)::integer as max from (
         select count(*) filter (where r.state = 'delivered') as served
         from recipients r where project_id = any($1::uuid[]) group by project_id) t`,
      [stage.senders.map(one => one.projectId)],
    )
    return { projects, ...row! }
  } finally {
    await stage.stop()
  }
}
