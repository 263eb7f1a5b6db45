/** A process that runs the storms it is asked for (sim/storm/seeds.ts), with its own PostgreSQL. */
import { openCluster } from './cluster.ts'
import { runStorm } from './seeds.ts'

const [, , index = '0', emails = '100'] = process.argv
const cluster = await openCluster(Number(index))

process.on('message', async seed => {
  process.send?.(await runStorm(cluster, Number(seed), { emails: Number(emails) }))
})
process.on('disconnect', async () => {
  await cluster.stop()
  process.exit(0)
})
