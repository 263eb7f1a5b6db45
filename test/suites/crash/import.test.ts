/**
 * An import of real processes that are killed while it runs: whoever takes over goes on at the exact
 * line, so that the counts, the errors and the contacts are those of a run that nothing disturbed.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { pause } from '../../../sim/crash/nodes.ts'
import { setStage } from '../../../sim/crash/stage.ts'
import type { Called } from '../../support/called.ts'

const lines = 60_000
const kills = 2
/** To be asked takes a node milliseconds in which it is to import. */
const lookMs = 80

/** Each 100th line has no address; each 50th repeats the one before it. */
function fileOf(count: number): { text: string; invalid: number[]; duplicate: number } {
  const invalid: number[] = []
  let duplicate = 0
  const rows = Array.from({ length: count }, (_, i) => {
    if (i % 100 === 99) {
      invalid.push(i + 2)
      return `nobody,"Line ${i}"`
    }
    if (i % 50 !== 49) return `p${i}@here.test,"Lima, ${i}"`
    duplicate++
    return `P${i - 1}@here.test,"Again ${i}"`
  })
  return { text: `email,last_name\n${rows.join('\n')}\n`, invalid, duplicate }
}

it('an import ends the same, however often the node that runs it is killed', async () => {
  const stage = await setStage({ aim: 'node', leaseSeconds: 3, sinkDelayMs: 5 })
  try {
    const call = async (method: string, path: string, body?: string, type = 'application/json') => {
      const deadline = performance.now() + 60_000
      for (let n = 0; ; n++) {
        const { port } = stage.nodes[n % stage.nodes.length]!
        try {
          const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
            method,
            headers: { authorization: `Bearer ${stage.key}`, 'content-type': type },
            ...(body === undefined ? {} : { body }),
          })
          const told = (await answer.json()) as Called['body']
          if (answer.status < 500) return told
        } catch {
          // This one has just been killed.
        }
        assert.ok(performance.now() < deadline, `${method} ${path} found no node`)
        await pause(50)
      }
    }
    const { text, invalid, duplicate } = fileOf(lines)
    const segment = (await call('POST', '/v1/segments', '{"name":"All","kind":"static"}')).id
    const mapping = { email: 'email', last_name: 'last_name' }
    const { id } = await call(
      'POST',
      '/v1/imports',
      JSON.stringify({ format: 'csv', mapping, segment }),
    )
    await call('POST', `/v1/imports/${id}/file`, text, 'text/csv')
    let killed = 0
    let last = 0
    let seen: Called['body']
    do {
      seen = await call('GET', `/v1/imports/${id}`)
      const isMoving = seen.status === 'running' && seen.counts.lines > last
      if (isMoving && killed < kills) {
        last = seen.counts.lines
        // Both, for who runs it cannot be seen from outside.
        await Promise.all(stage.nodes.map(node => node.kill()))
        killed++
      }
      await pause(lookMs)
    } while (seen.status !== 'done' && seen.status !== 'failed')
    assert.equal(killed, kills, 'it was killed while it ran')
    const { counts } = seen
    assert.deepEqual(
      {
        lines: counts.lines,
        invalid: counts.invalid,
        duplicate: counts.duplicate,
        created: counts.created,
      },
      {
        lines,
        invalid: invalid.length,
        duplicate,
        created: lines - invalid.length - duplicate,
      },
    )
    const wrong: number[] = []
    for (;;) {
      const after = wrong.length === 0 ? '' : `&starting_after=${wrong.at(-1)}`
      const page = await call('GET', `/v1/imports/${id}/errors?limit=100${after}`)
      wrong.push(...page.data.map((one: { line: number }) => one.line))
      if (!page.has_more) break
    }
    assert.deepEqual(wrong, invalid, 'each wrong line is named once')
    const { count } = await call('GET', `/v1/segments/${segment}`)
    assert.equal(count, counts.created)
    const everybody = await call('POST', '/v1/segments/preview', '{"filter":{"all":[]}}')
    assert.deepEqual([everybody.count, everybody.exact], [counts.created, true])
    const again = await call('GET', '/v1/contacts/p48@here.test')
    assert.equal(again.last_name, 'Again 49', 'the later line won')
  } finally {
    await stage.strike()
  }
})
