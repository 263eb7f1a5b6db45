/** Many domains whose servers bear names of their own at one address, as those of a hosting provider. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { stage, startServer } from '../smtp/stage.ts'

const count = 8
const domains = Array.from({ length: count }, (_, i) => `shop${i}.example`)

describe('Domains of one address', () => {
  it('are two at a time until it has taken an email, and then go together', async t => {
    const server = await startServer(t)
    const set = stage(t, server.port)
    for (const name of domains) set.domain(name, { [`mx.${name}`]: '127.0.0.1' })
    const { send } = set.node()
    const all = async () => {
      const sent = await Promise.all(domains.map(name => send(`ana@${name}`)))
      return sent.filter(({ finding }) => finding.kind === 'delivered').length
    }
    assert.equal(await all(), 2)
    assert.equal(await all(), count)
  })

  it('stay two at a time where it refuses', async t => {
    const server = await startServer(t, {
      misbehave: (at, socket) => at === 'rcpt' && socket.write('550 5.7.1 not here\r\n'),
    })
    const set = stage(t, server.port)
    for (const name of domains) set.domain(name, { [`mx.${name}`]: '127.0.0.1' })
    const { send } = set.node()
    const all = async () => {
      const sent = await Promise.all(domains.map(name => send(`ana@${name}`)))
      return sent.filter(({ finding }) => finding.kind === 'held').length
    }
    assert.equal(await all(), count - 2)
    assert.equal(await all(), count - 4)
  })
})
