/** What is large is carried by a thread, to the same octets as here. */
import assert from 'node:assert/strict'
import { generateKeyPairSync } from 'node:crypto'
import { describe, it } from 'node:test'
import type { Db } from '#kernel/world/db.ts'
import { makeMessage, wholeContent } from '#sending/delivery/message.ts'
import type { Delivery } from '#sending/delivery/store.ts'
import { fakeWorld } from '../../support/fake-world.ts'

const delivery = {
  emailId: 'e1',
  senderDomain: 'shop.test',
  sender: 'hello@shop.test',
  address: 'ana@here.test',
  addressees: { to: ['ana@here.test'] },
  subject: 'Hi',
  stream: 'transactional',
  acceptedAt: 0,
} as unknown as Delivery

const line = 'Olá, <a href="https://shop.test/">mundo</a>\r\n'
const message = Buffer.from(
  `From: hello@shop.test\r\nTo: joão@here.test\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: 8bit\r\n\r\n${line.repeat(8_000)}`,
)
const { privateKey } = generateKeyPairSync('ed25519', {
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const keys = [
  { domain: 'shop.test', selector: 's1', algorithm: 'ed25519' as const, privateKeyPem: privateKey },
]

describe('a large message', () => {
  it('is the same in every form, signed the same, made here or by a thread', async () => {
    const world = fakeWorld({ db: {} as Db })
    const making = { signer: { keys }, host: 'malote.test' }
    const here = await makeMessage(delivery, { message }, making)
    const beside = await makeMessage(delivery, { message }, { ...making, world })
    assert.ok(message.length > 256 * 1024)
    for (const form of [undefined, 'ascii_addresses', 'seven_bit'] as const) {
      const one = form === undefined ? here : await here.inForm!(form)
      const other = form === undefined ? beside : await beside.inForm!(form)
      assert.ok(
        Buffer.concat([...one.body]).equals(Buffer.concat([...other.body])),
        form ?? 'as it came',
      )
      const { eightBit, utf8, holdsNul } = other
      assert.deepEqual(
        { eightBit, utf8, holdsNul },
        { eightBit: one.eightBit, utf8: one.utf8, holdsNul: false },
      )
    }
    assert.equal(beside.utf8, true)
    assert.match(String(beside.body[0]), /^DKIM-Signature: /)
  })

  it('is read by a thread, too, for who puts links in', async () => {
    const { html } = await wholeContent({ message }, true, fakeWorld({ db: {} as Db }))
    assert.equal(html, line.repeat(8_000))
  })
})
