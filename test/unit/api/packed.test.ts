/** What is sent packed, where what it says has changed since it was kept. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { fastify } from 'fastify'
import { packedSender } from '#faces/api/packed.ts'

it('is what it says now, not what was kept', async t => {
  const app = fastify()
  t.after(() => app.close())
  const send = packedSender()
  let text = 'before '.repeat(1_000)
  app.get('/', (_request, reply) => send(reply, 'page', text))
  const get = async () => {
    const answer = await app.inject({ url: '/', headers: { 'accept-encoding': 'gzip' } })
    return gunzipSync(answer.rawPayload).toString()
  }
  assert.equal(await get(), text)
  text = 'after '.repeat(1_000)
  assert.equal(await get(), text)
})
