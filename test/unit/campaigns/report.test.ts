/** The report of a campaign while its figures are written. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Db, Tx } from '#kernel/world/db.ts'
import { reportRoute } from '#marketing/campaigns/report/report.ts'
import { campaignStage } from '../../support/campaigns.ts'

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

describe('the report of a campaign', () => {
  it('is of one moment, whatever is written while it is read', async t => {
    const { service, make, join, send, reaches } = await campaignStage(t)
    await join(['clicked@a.test', 'ana@here.test'])
    const id = await make()
    await send(id)
    await reaches(id, body => body.results.clicked === 1, 'the click')
    const { db } = service.world
    let writings = 0
    // Somebody else commits a change of every counter behind the first thing that is read.
    const meanwhile: Db['transaction'] = work =>
      db.transaction(tx => {
        const query = async (text: string, values?: readonly unknown[]) => {
          const rows = await tx.query(text, values)
          if (/^\s*select/.test(text) && writings++ === 0) {
            await db.query(
              'update campaign_counts set letters = letters + 7, clicked = clicked + 7',
            )
          }
          return rows
        }
        return work(Object.assign(Object.create(tx), { query }) as Tx)
      })
    const read = async (transaction: Db['transaction']) => {
      const world = { ...service.world, db: Object.assign(Object.create(db), { transaction }) }
      const tenant = { projectId: service.projectId, mode: 'test' }
      const answer = await reportRoute.handle({ world, tenant, params: { id } } as never)
      const { stats, provider, language } = answer.body as {
        stats: { released: number; clicked: { people: number } }
        provider: { released: number }[]
        language: { clicked: { people: number } }[]
      }
      return {
        released: [stats.released, sum(provider.map(one => one.released))],
        clicked: [stats.clicked.people, sum(language.map(one => one.clicked.people))],
      }
    }
    assert.deepEqual(await read(meanwhile), { released: [2, 2], clicked: [1, 1] })
    assert.ok(writings > 5, `${writings} reads`)
    const [later] = (await read(work => db.transaction(work))).clicked
    assert.ok(later! >= 8, `${later} after it`)
  })
})
