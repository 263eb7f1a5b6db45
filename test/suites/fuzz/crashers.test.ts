/**
 * What fuzzing has found, so that it stays mended; and every target over its seeds and a few
 * thousand mutations of them. The long runs, which learn from the code reached, are `npm run fuzz`.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { makeReturnPath } from '#kernel/mail/return-path.ts'
import { reportedReply } from '#protocol/replies/reported-reply.ts'
import { domainName } from '#sending/domains/domains.ts'
import { readFields } from '#sending/inbound/read-mail.ts'
import { createChance } from '../../../sim/world/random.ts'
import { mutate } from './mutate.ts'
import { emailId, secret } from './seeds.ts'
import { bytesOf, costMs, maxMs, type Target } from './target.ts'
import { targets } from './targets.ts'

const mutations = 2000

/** Target, what it was, the input. */
const found: readonly (readonly [target: string, about: string, input: string])[] = [
  ['verdict', 'three digits that are no reply code', 'a050 no such user'],
  ['verdict', 'words that hold an enhanced code, and no code beside', 'x#5.1.1'],
  [
    'dsn',
    'a field that is folded blanks alone',
    'Original-Recipient:>\nDiagnostic-Code:\n \nStatus:\n \t\n',
  ],
  [
    'html',
    'a host behind an entity, which the quick look at links took for another',
    '<a href="https://shop.example:&#64;evil.example/">x</a>',
  ],
  ['html', 'a host with a quotation mark, which URLs may have', '<a href=http:">x</a>'],
  ['html', 'a link behind one of the older name', '<a xlink:href=t href=http:">'],
  ['html', 'a drawing with links of both names', '<svg><a xlink:href="http:t"href>'],
  ['json', 'a number that JSON cannot write again', '[1e999,-0]'],
  [
    'json',
    'a sender whose domain leaves no room for a Message-ID',
    JSON.stringify({
      from: `a@${'label.'.repeat(37)}test`,
      to: ['b@here.test'],
      subject: 's',
      text: 't',
    }),
  ],
  ['submitted', 'a name longer than a name may be', `To:${'n'.repeat(400)}<ana@here.test>`],
]

const targetOf = (name: string): Target => {
  const target = targets.find(one => one.name === name)
  assert.ok(target, `there is no target ${name}`)
  return target
}

describe('what fuzzing has found', () => {
  for (const [name, about, input] of found) {
    it(`${name}: ${about}`, async () => {
      await targetOf(name).check(Buffer.from(input))
    })
  }

  it('no longer registers a domain too long for a return path or a Message-ID', () => {
    const long = `${'label.'.repeat(35)}example.com`
    assert.equal(domainName(long.slice(-190)), long.slice(-190))
    assert.throws(() => domainName(long.slice(-196)), { code: 'invalid_field' })
  })

  it('no longer reads a reply code out of any three digits', () => {
    assert.equal(reportedReply('5.1.1', '050 no such user').code, null)
    assert.equal(reportedReply('5.1.1', '550 no such user').code, 550)
  })

  it('no longer keeps the blanks of an empty folded field', () => {
    assert.deepEqual(readFields('a:\n \t'), [{ name: 'a', value: '' }])
    assert.deepEqual(readFields('a:\n b\n\tc\nd:'), [
      { name: 'a', value: 'b c' },
      { name: 'd', value: '' },
    ])
  })
})

describe('every parser of strangers’ bytes', () => {
  for (const target of targets) {
    it(`${target.name} keeps its promises over ${mutations} mutations`, async () => {
      const chance = createChance(`quick/${target.name}`)
      const inputs = target.seeds.map(bytesOf)
      const words = target.words.map(word => Buffer.from(word))
      for (const seed of inputs) await target.check(seed)
      for (let i = 0; i < mutations; i++) {
        // Small ones here: what is dear at length is the long run's to find.
        const input = mutate(chance, { inputs, words, maxBytes: Math.min(2048, target.maxBytes) })
        try {
          const tookMs = await costMs(target, input)
          assert.ok(tookMs < maxMs, `${tookMs} ms`)
        } catch (error) {
          throw new Error(`input in base64: ${input.toString('base64')}`, { cause: error })
        }
      }
    })
  }

  it('is watched by checks that can fail', async () => {
    // A token that is valid and none of the seeds: as if somebody else had made it.
    const forged = makeReturnPath(secret, emailId, 4242, 'x.test').split('@')[0]!
    await assert.rejects(async () => targetOf('token').check(Buffer.from(forged)), /nobody else/)
  })
})
