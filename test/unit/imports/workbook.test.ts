import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Uuid } from '../../../src/kernel/base/ids.ts'
import { createRuntime } from '../../../src/kernel/world/runtime.ts'
import type { World } from '../../../src/kernel/world/world.ts'
import { toCsvFor } from '../../../src/marketing/imports/workbook.ts'
import { workbook } from '../../support/workbook.ts'

const project = (n: number) => `0000000${n}` as Uuid

function stage(timer: World['clock']['timer']) {
  const world = { runtime: createRuntime(), clock: { timer } as World['clock'] }
  return (n: number) => toCsvFor(world, project(n), ',')
}

describe('a workbook in hand', () => {
  it('is one of a project, and one of four', () => {
    const of = stage(() => ({ cancel() {} }))
    const letGo = of(1).hold()
    assert.throws(() => of(1).hold(), { code: 'service_unavailable' })
    for (const n of [2, 3, 4]) of(n).hold()
    assert.throws(() => of(5).hold(), { code: 'service_unavailable' })
    letGo()
    of(5).hold()
    assert.throws(() => of(1).hold(), { code: 'service_unavailable' })
  })

  it('is refused where it takes too long, in words of its own', async () => {
    const of = stage((_ms, then) => {
      then()
      return { cancel() {} }
    })
    const writing = of(1).write([workbook([['email']])], async () => {})
    await assert.rejects(writing, (error: { why?: { en: string; pt: string } }) => {
      assert.match(JSON.stringify(error), /takes too long to read.*demora demais/)
      return true
    })
  })
})
