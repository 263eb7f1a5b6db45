/**
 * `npm run lives`: lives of subscriptions against the auditor. `-- --lives 10000 --from 1 --side 4`;
 * a life that differs prints its seed and what led there.
 */
import { parseArgs } from 'node:util'
import { createDatabase } from '../../support/database.ts'
import { live } from './life.ts'

const { values } = parseArgs({
  options: {
    lives: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    side: { type: 'string', default: '4' },
  },
})
const [count, from, side] = [Number(values.lives), Number(values.from), Number(values.side)]
const database = await createDatabase({ connections: side })
const totals = { lives: 0, invoices: 0, acts: 0, wrong: 0 }
let next = from

async function walk(): Promise<void> {
  while (next < from + count) {
    const lived = await live(database.db, next++)
    totals.lives++
    totals.invoices += lived.invoices
    totals.acts += lived.acts
    if (lived.faults.length > 0) {
      totals.wrong++
      console.error(`seed ${lived.seed}:\n  ${lived.faults.join('\n  ')}`)
    }
    if (totals.lives % 100 === 0) console.log(JSON.stringify(totals))
  }
}

await Promise.all(Array.from({ length: side }, walk))
await database.drop()
console.log(JSON.stringify(totals))
process.exit(totals.wrong === 0 ? 0 : 1)
