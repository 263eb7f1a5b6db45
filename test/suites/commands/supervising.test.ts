/** What a supervisor does with processes that take their time (src/boot/supervise.ts). */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { until } from '../../support/until.ts'

const file = fileURLToPath(new URL('supervised.ts', import.meta.url))

/** Told to end once it prints that; what it printed, and how it ended. */
async function endAfter(behaviour: string, sign: string) {
  const child = spawn(process.execPath, [file, behaviour], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', text => (printed += text))
  await until(async () => printed.includes(sign), sign)
  child.kill('SIGTERM')
  const [code] = await ended
  return { code, printed }
}

describe('a supervisor that is told to end', () => {
  it('lets a process that is still starting come to its end', async () => {
    const { code, printed } = await endAfter('slow', 'starting')
    assert.equal(code, 0, printed)
    assert.doesNotMatch(printed, /hangs/)
    assert.match(printed, /a process has ended/)
  })

  it('gives one that runs at last its usual time', async () => {
    const { code, printed } = await endAfter('late', 'starting')
    assert.equal(code, 0, printed)
    assert.match(printed, /patience is over/)
    assert.doesNotMatch(printed, /hangs/)
  })

  it('kills one that never comes to the end of its start', async () => {
    const { code, printed } = await endAfter('never', 'starting')
    assert.equal(code, 1, printed)
    assert.match(printed, /"afterMs":2000.*a process hangs; it is killed/)
  })

  it('kills one that runs and does not end, and says so by its code', async () => {
    const { code, printed } = await endAfter('hanging', 'a process runs')
    assert.equal(code, 1, printed)
    assert.equal(printed.match(/a process hangs; it is killed/g)?.length, 1)
  })
})
