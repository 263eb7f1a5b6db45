/**
 * `npm run judge`: what it counts, on mails of our own; and its figures on the bounce corpus, where
 * the machine has it.
 */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { isInPart, judge, type LabelledMail, tally } from '../../../scripts/judge/judge.ts'

const ana = 'ana@here.test'
const mail = (text: string): Buffer =>
  Buffer.from(`From: postmaster@here.test\nSubject: failure notice\n\n<${ana}>:\n${text}\n`)
const labelled = (label: string, suppress: boolean | null, firm = true): LabelledMail => ({
  file: `${label}.eml`,
  family: 'own',
  kind: 'dsn',
  results: [{ recipient: ana, class: label, firm, suppress }],
})

describe('judging a folder of mails', () => {
  it('counts classes on firm labels, and suppressions on all', async () => {
    const unknown = mail('550 5.1.1 No such user')
    const judged = [
      await judge(labelled('address_dead', true), unknown),
      await judge(labelled('policy', false), unknown),
      await judge(labelled('other', true, false), mail('552 5.2.2 Mailbox full')),
      await judge(labelled('other', null), mail('552 5.2.2 Mailbox full')),
    ].flat()
    const { table, firm, agreeing, wrong, missed, dead, alive } = tally(judged)
    assert.deepEqual(table, {
      address_dead: { address_dead: 1 },
      policy: { address_dead: 1 },
      other: { other: 1 },
    })
    assert.deepEqual([agreeing, firm], [2, 3])
    assert.deepEqual([wrong.map(one => one.file), alive], [['policy.eml'], 1])
    assert.deepEqual([missed.map(one => one.file), dead], [['other.eml'], 2])
  })

  it('takes a delay for no end, and passes over complaints', async () => {
    const late = Buffer.from(
      'From: postmaster@here.test\nSubject: Delayed mail\n\n451 4.4.1 We will try again\n',
    )
    const [one] = await judge(labelled('temporary', false), late)
    assert.deepEqual([one!.expected, one!.read, one!.agrees], ['none', 'none', true])
    assert.deepEqual(await judge({ ...labelled('other', null), kind: 'arf' }, late), [])
  })

  it('puts each mail system into one part', () => {
    for (const family of ['postfix', 'exim', 'qmail', 'notes', 'groupwise']) {
      assert.notEqual(isInPart(family, '1/2'), isInPart(family, '2/2'), family)
    }
  })
})

const folder = join(import.meta.dirname, '../../../../shared/corpora/bounces')
const skip = existsSync(folder)
  ? false
  : 'the bounce corpus (../shared/corpora/bounces) is not on this machine'

describe('whole mails of the bounce corpus', { skip }, () => {
  it('are read as their labels say in 97 of 100, and suppress nobody wrongly', async t => {
    const index = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as LabelledMail[]
    const judged = await Promise.all(
      index.map(one => judge(one, readFileSync(join(folder, 'eml', one.file)))),
    )
    const { firm, agreeing, wrong, missed, dead } = tally(judged.flat())
    t.diagnostic(`${agreeing} of ${firm}; missed ${missed.length} of ${dead}`)
    assert.ok(firm > 180 && agreeing / firm >= 0.97, `${agreeing} of ${firm}`)
    assert.deepEqual(
      wrong.map(one => one.file),
      [],
    )
    assert.ok(missed.length / dead <= 0.03, missed.map(one => one.file).join(' '))
  })
})
