/**
 * Agreement of `classify` with the bounce corpus, where the corpus is present.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { classify } from '#protocol/replies/classify.ts'
import { explain } from '#sending/explain/explain.ts'
import { isSpecific } from '#sending/explain/explain-answers.ts'
import { corpusIsMissing, reports, type Sample, smtpReplies } from './corpus.ts'

const sources: Record<string, () => Promise<readonly Sample[]>> = {
  'SMTP replies': async () => smtpReplies(),
  'bounce reports': async () => (await reports()).samples,
}

const percent = (part: number, whole: number): string =>
  `${part} of ${whole} (${((100 * part) / whole).toFixed(1)} %)`

for (const [name, load] of Object.entries(sources)) {
  describe(`the corpus of ${name}`, { skip: corpusIsMissing }, () => {
    it('agrees on the class of at least 97 % of the firm results', async t => {
      const firm = (await load()).filter(sample => sample.firm)
      const wrong = firm.filter(sample => classify(sample.reply).class !== sample.class)
      t.diagnostic(`class agrees on ${percent(firm.length - wrong.length, firm.length)}`)
      assert.ok(firm.length > 100)
      assert.ok(wrong.length / firm.length <= 0.03, wrong.map(sample => sample.name).join('\n'))
    })

    it('never suppresses where the address may be alive', async () => {
      const alive = (await load()).filter(sample => sample.suppress === false)
      assert.ok(alive.length > 50)
      const wrong = alive.filter(sample => classify(sample.reply).suppress)
      assert.deepEqual(
        wrong.map(sample => sample.name),
        [],
      )
    })

    it('suppresses at least 97 % of the addresses known to be dead', async t => {
      const dead = (await load()).filter(sample => sample.suppress === true)
      const missed = dead.filter(sample => !classify(sample.reply).suppress)
      t.diagnostic(`suppressed ${percent(dead.length - missed.length, dead.length)}`)
      assert.ok(dead.length > 30)
      assert.ok(missed.length / dead.length <= 0.03, missed.map(sample => sample.name).join('\n'))
    })
  })
}

describe('explanations of the whole corpus', { skip: corpusIsMissing }, () => {
  it('are specific for at least 98 % of the results, in both languages', async t => {
    const all = (await Promise.all(Object.values(sources).map(load => load()))).flat()
    const vague = all.filter(({ reply }) => !isSpecific(classify(reply).cause))
    t.diagnostic(`specific: ${percent(all.length - vague.length, all.length)}`)
    assert.ok(vague.length / all.length <= 0.02, vague.map(sample => sample.name).join('\n'))
  })

  it('never show a hole or a bare code', async () => {
    const all = (await Promise.all(Object.values(sources).map(load => load()))).flat()
    for (const { reply } of all) {
      const verdict = classify(reply)
      for (const language of ['pt', 'en'] as const) {
        const told = explain(
          {
            type: verdict.class === 'temporary' ? 'deferred' : 'bounced',
            mx: 'mx.cats.example',
            recipient: 'kit@cats.example',
            smtp_code: [reply.code, reply.enhanced].filter(part => part !== null).join(' '),
            smtp_response: reply.text,
            cause: verdict.cause,
          },
          language,
        )
        assert.doesNotMatch(told, /\{(?:for|who|server|tls)\}|undefined/)
        assert.ok(told.length > 60 && told.length < 900, told)
      }
    }
  })
})
