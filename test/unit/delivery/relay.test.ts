/** The smart host as the setting has it. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readRelay } from '#sending/delivery/relay.ts'

describe('a smart host', () => {
  it('never sends a password in clear text unless told to', () => {
    assert.equal(readRelay('smtp://u:p@mail.example')?.plain, false)
    assert.equal(readRelay('smtps://u:p@mail.example')?.port, 465)
    assert.equal(readRelay('smtp://u:p@mail.example?tls=none')?.plain, true)
    assert.throws(() => readRelay('http://mail.example'), /MALOTE_RELAY/)
    assert.equal(readRelay(''), null)
  })
})
