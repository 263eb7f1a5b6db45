/** The doctor on source addresses that no machine has. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { localSources } from '#faces/doctor/local-sources.ts'
import { realNet } from '#kernel/world/real/net.ts'
import { addSource } from '#sending/delivery/source-admin.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

describe('source addresses', () => {
  it('are on this machine, or a node has said that it has them; else nothing leaves', async t => {
    const { db } = await testDatabase(t)
    const world = fakeWorld({ db, net: realNet() })
    const levels = async () => (await localSources(world)).map(({ level }) => level)
    assert.deepEqual(await levels(), [], 'none are configured')
    await addSource(world, { address: '127.0.0.1', hostname: 'here.shop.example' })
    assert.deepEqual(await levels(), ['ok'])
    for (const last of [10, 11]) {
      await addSource(world, { address: `192.0.2.${last}`, hostname: 'out.shop.example' })
    }
    const [first, second] = await localSources(world)
    assert.deepEqual([first!.level, second!.level], ['warning', 'warning'])
    assert.match(first!.text.en, /^No server has the address 192\.0\.2\.10 \(out\.shop\.example\)/)
    assert.match(second!.text.pt, /^Nenhum servidor tem o endereço 192\.0\.2\.11 /)
    const seen = (at: number) =>
      db.query(`update source_addresses set local_at = $1 where address like '%10'`, [new Date(at)])
    await seen(world.clock.now() - 179_000)
    assert.deepEqual(await levels(), ['warning'])
    await seen(world.clock.now() - 181_000)
    assert.deepEqual(await levels(), ['warning', 'warning'])
  })
})
