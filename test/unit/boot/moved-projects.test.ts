/** How often it is asked whether a project has moved to another cell. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { AtOtherCell, mustNotHaveMoved } from '#tenants/accounts/moved/moved.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const cellUrl = 'https://b7.test'

describe('A project', () => {
  it('is asked for once a second, and found gone within it', async () => {
    let looks = 0
    let rows: unknown[] = []
    const query = async () => {
      looks++
      return rows
    }
    const fake = fakeWorld({ db: { query } as unknown as Db })
    const world = { ...fake, settings: { ...fake.settings, MALOTE_CELL: 'a1' } }
    const ask = () => mustNotHaveMoved(world, 'project', '01a22c1f-add8-7000-944b-ed3a0428e447')
    await ask()
    await ask()
    assert.equal(looks, 1)
    rows = [{ cell: 'b7', url: cellUrl, isOver: true }]
    await fake.clock.advance(1_000)
    await assert.rejects(ask(), AtOtherCell)
    await assert.rejects(ask(), AtOtherCell)
    assert.equal(looks, 3)
  })

  it('is nobody’s question without a cell', async () => {
    const query = () => assert.fail('it was asked')
    const world = fakeWorld({ db: { query } as unknown as Db })
    await mustNotHaveMoved(world, 'project', 'any')
  })
})
