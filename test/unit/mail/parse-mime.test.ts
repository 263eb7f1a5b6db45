import assert from 'node:assert/strict'
import { Blob as NodeBlob } from 'node:buffer'
import { describe, it } from 'node:test'
import { JoinedBlob, parseMime } from '#kernel/mail/parse-mime.ts'

describe('a Blob that joins its pieces', () => {
  const bytes = Uint8Array.of(0, 255, 10, 13)
  const made: [about: string, pieces: ConstructorParameters<typeof NodeBlob>[0]][] = [
    ['nothing', []],
    ['one string', ['é\ud800']],
    ['strings and bytes', ['é', bytes, '\n', bytes.buffer, '😀', Buffer.from('x')]],
    ['a part of a buffer', [bytes.subarray(1, 3), new DataView(bytes.buffer, 2)]],
    ['a Blob among them', ['a', new NodeBlob(['b']), 'c']],
    ['anything else, as text', ['a', 12 as unknown as string, null as unknown as string]],
  ]
  for (const [about, pieces] of made) {
    it(`is as Node's own: ${about}`, async () => {
      const ours = new JoinedBlob(pieces, { type: 'text/plain' })
      const theirs = new NodeBlob(pieces, { type: 'text/plain' })
      assert.deepEqual(await ours.bytes(), await theirs.bytes())
      assert.equal(ours.type, theirs.type)
    })
  }

  it('copies its pieces, which may change afterwards', async () => {
    const one = Uint8Array.of(1)
    const blob = new JoinedBlob([one, one])
    one[0] = 2
    assert.deepEqual(await blob.bytes(), Uint8Array.of(1, 1))
  })

  it('is a Blob to everybody, and every Blob is one', () => {
    assert.ok(new JoinedBlob(['a', 'b']) instanceof NodeBlob)
    assert.ok(new NodeBlob(['a']) instanceof globalThis.Blob)
    assert.ok(!({} instanceof globalThis.Blob))
    assert.equal(structuredClone(new JoinedBlob(['a', 'b'])).size, 2)
  })
})

describe('reading MIME', () => {
  it('keeps every line of a part of empty lines', async () => {
    const lines = '\n'.repeat(5000)
    const email = await parseMime(Buffer.from(`Content-Type: text/plain\n\n${lines}`), {})
    assert.equal(email.text, lines)
  })
})
