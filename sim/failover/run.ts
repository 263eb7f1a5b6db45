/**
 * `npm run failover`: does to a real node and a real PostgreSQL what failovers do to them, as far as
 * that needs no rights and no second machine, and prints what a customer noticed beside its bar.
 *
 *     --only NAME,…      these faults: silence, death, readOnly, lostAnswers, longReader, refusedTable
 *     --refused SECONDS   how long one table is refused; default 180 (five tries take 150)
 *
 *     --cluster           instead: three members of Patroni and etcd, nodes and HAProxy, each machine a
 *                         network namespace (Linux, root and Debian's packages; nothing leaves it)
 *       --strikes N       default 24      --seed N     draws them; printed
 *       --nodes N         default 2       --only WORD,…  kinds of strikes whose name has a word
 *       --no-changes      without the upgrade and the nodes that come and go
 *       --control         replicates asynchronously: this must be seen to lose
 */
import { optionsOf } from '../../scripts/options.ts'
import { startCluster } from './cluster/start.ts'
import {
  death,
  type Fault,
  type Figure,
  longReader,
  lostAnswers,
  readOnly,
  refusedTable,
  silence,
} from './faults.ts'
import { startProber } from './prober.ts'
import { setStage } from './stage.ts'

if (process.argv.includes('--cluster')) {
  process.exit(await startCluster(process.argv.slice(2).filter(word => word !== '--cluster')))
}

const { values } = optionsOf(import.meta.url, {
  options: { refused: { type: 'string', default: '180' }, only: { type: 'string', default: '' } },
})
const all: Readonly<Record<string, Fault>> = {
  silence,
  death,
  readOnly,
  lostAnswers,
  longReader,
  refusedTable: refusedTable(Number(values.refused) * 1000),
}
const names = values.only === '' ? Object.keys(all) : values.only.split(',')
const faults = names.map(name => all[name] ?? unknown(name))

const stage = await setStage()
process.once('SIGINT', () => void stage.strike().then(() => process.exit(130)))
const prober = startProber(stage.node.port, stage.key)
const figures: Figure[] = []
try {
  await prober.accepted(0)
  for (const fault of faults) {
    const found = await fault(stage, prober)
    for (const figure of found) show(figure)
    figures.push(...found)
  }
} finally {
  await prober.stop()
  await stage.strike()
}
process.exit(figures.every(figure => figure.isGood) ? 0 : 1)

function show({ fault, figure, bar, isGood }: Figure): void {
  console.log(`${isGood ? '✔' : '✖'} ${fault.padEnd(72)} ${figure.padStart(16)}   ${bar}`)
}

function unknown(name: string): never {
  throw new Error(`there is no fault ${name}: ${Object.keys(all).join(', ')}`)
}
