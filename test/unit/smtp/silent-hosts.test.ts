/** Which servers are remembered as silent: those that say nothing before they take mail. */
import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { connect } from '#protocol/smtp/client.ts'
import { createSilentHosts } from '#protocol/smtp/silent-hosts.ts'
import { type Mx, startMx } from './mx.ts'
import { outside, to } from './outside.ts'

const started: Mx[] = []
after(() => Promise.all(started.map(one => one.close())))

describe('A server rests', () => {
  for (const silent of ['banner', 'ehlo']) {
    it(`that takes connections and says nothing for its ${silent}, until it does`, async () => {
      let isSilent = true
      const server = await startMx({
        misbehave: stage => (isSilent && stage === silent ? 'deaf' : false),
      })
      started.push(server)
      const silentHosts = createSilentHosts(outside())
      const mute = await connect(outside(3000), { ...to(server.port), silentHosts })
      assert.equal(mute.kind === 'failed' && mute.stage, silent)
      assert.equal(silentHosts.isResting('127.0.0.1'), true)
      isSilent = false
      const opening = await connect(outside(10), { ...to(server.port), silentHosts })
      assert.equal(opening.kind, 'open')
      assert.equal(silentHosts.isResting('127.0.0.1'), false)
      if (opening.kind === 'open') await opening.session.quit()
    })
  }

  it('not that has answered of late, and only has no place left', async () => {
    const server = await startMx({ misbehave: stage => (stage === 'banner' ? 'deaf' : false) })
    started.push(server)
    const silentHosts = createSilentHosts(outside())
    const options = { ...to(server.port), silentHosts, isProven: true }
    assert.equal((await connect(outside(3000), options)).kind, 'failed')
    assert.equal(silentHosts.isResting('127.0.0.1'), false)
  })

  it('not that hangs up, or refuses', async () => {
    const server = await startMx({
      misbehave: (stage, socket) => {
        if (stage !== 'banner') return false
        socket.end('554 5.7.1 no\r\n')
        return 'deaf'
      },
    })
    started.push(server)
    const silentHosts = createSilentHosts(outside())
    await connect(outside(10), { ...to(server.port), silentHosts })
    assert.equal(silentHosts.isResting('127.0.0.1'), false)
  })
})
