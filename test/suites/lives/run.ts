/**
 * `npm run lives`: lives of subscriptions against the auditor. `-- --lives 10000 --from 1 --side 4`;
 * a life that differs prints its seed and what led there. `-- --histories 40 --orders 1000`: instead,
 * the events of so many histories at the provider in so many orders each.
 */
import { optionsOf } from '../../../scripts/options.ts'
import { createDatabase } from '../../support/database.ts'
import { play } from './events.ts'
import { live } from './life.ts'

const { values } = optionsOf(import.meta.url, {
  options: {
    lives: { type: 'string', default: '10000' },
    from: { type: 'string', default: '1' },
    side: { type: 'string', default: '4' },
    histories: { type: 'string', default: '0' },
    orders: { type: 'string', default: '1000' },
  },
})
const [count, from, side] = [Number(values.lives), Number(values.from), Number(values.side)]
const database = await createDatabase({ connections: side })
const histories = Number(values.histories)
const totals = { lives: 0, invoices: 0, acts: 0, wrong: 0 }
let next = from

async function walk(): Promise<void> {
  while (next < from + count) {
    const seed = next++
    const lived = await live(database.db, seed).catch((error: Error) => ({
      seed,
      invoices: 0,
      acts: 0,
      faults: [error.stack ?? String(error)],
    }))
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

/** Histories in turn, the orders of each beside each other. */
async function tellInAllOrders(): Promise<number> {
  let wrong = 0
  for (let history = from; history < from + histories; history++) {
    const end = await play(database.db, history, null)
    let order = 0
    const tell = async (): Promise<void> => {
      while (order < Number(values.orders)) {
        const mine = ++order
        const own = await play(database.db, history, mine)
        if (own === end) continue
        wrong++
        console.error(`history ${history}, order ${mine}:\n  ${own}\n  ${end}`)
      }
    }
    await Promise.all(Array.from({ length: side }, tell))
    console.log(JSON.stringify({ history, orders: order, wrong }))
  }
  return wrong
}

if (histories === 0) await Promise.all(Array.from({ length: side }, walk))
const wrong = histories === 0 ? totals.wrong : await tellInAllOrders()
await database.drop()
if (histories === 0) console.log(JSON.stringify(totals))
process.exit(wrong === 0 ? 0 : 1)
