/** Links and return paths with the two characters of a cell in front. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeReturnPath, readReturnPath, returnPathIn } from '#kernel/mail/return-path.ts'
import { openAddressed, openLink, sealLink } from '#sending/tracking/link-token.ts'

describe('A cell', () => {
  it('leaves what was made without it, or in another cell, as good as it was', () => {
    const secret = Buffer.alloc(32, 7)
    const projectId = '0192f0c1-8e7f-7000-a1b2-c3d4e5f60718'
    const content = { projectId, emailId: projectId, n: 3, about: 'https://shop.test/' }
    const token = sealLink(secret, 'click', content)
    for (const before of ['', 'b7', 'zz']) {
      assert.deepEqual(openAddressed(secret, 'click', before + token), content)
      const path = returnPathIn(before, makeReturnPath(secret, projectId, 3, 'b.test'))
      const local = path.split('@')[0]!
      assert.ok(local.length <= 64)
      assert.deepEqual(readReturnPath(secret, local.toUpperCase()), { emailId: projectId, n: 3 })
    }
    for (const before of ['b', 'b7b', '==', 'b7b7']) {
      assert.equal(openAddressed(secret, 'click', before + token), null, before)
    }
    // A form's token counts how often it was used: it has one spelling.
    assert.equal(openLink(secret, 'click', `b7${token}`), null)
  })
})
