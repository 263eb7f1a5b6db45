/**
 * The client knows what its nouns are made of: what an editor completes after `campaign.content.` is
 * what the compiler knows there. Each line marked as an error fails the check once it is none.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Block,
  type Campaign,
  type Filter,
  Malote,
  type Step,
} from '../../../client/src/malote.ts'

const answering = (body: unknown) =>
  new Malote('svc_test_x', { fetch: async () => Response.json(body), baseUrl: 'http://a.test' })

test('The content of a campaign has names', async () => {
  const campaign = await answering({ content: { html: '<p>Oi</p>' } }).campaigns.get('cmp_1')
  const html: string | undefined = campaign.content?.html
  assert.equal(html, '<p>Oi</p>')
  const known: readonly (keyof NonNullable<Campaign['content']>)[] = ['html', 'design', 'variants']
  assert.equal(known.length, 3)
  // @ts-expect-error No such field.
  assert.equal(campaign.content?.htm1, undefined)
  // @ts-expect-error A campaign is sent to an audience, and that has no people.
  assert.equal(campaign.audience?.people, undefined)
})

test('A step is told by its type, and has what that type has', async () => {
  const steps = [
    { key: 'a', type: 'email', template_id: 'tpl_1' },
    { key: 'b', type: 'wait', for: 'P2D' },
  ] satisfies Step[]
  const sequence = await answering({ steps }).sequences.get('seq_1')
  const told = sequence.steps.map(step => {
    if (step.type === 'email') return step.template_id
    // @ts-expect-error Only a letter has a template.
    assert.equal(step.template_id, undefined)
    return step.type === 'wait' ? step.for : step.type
  })
  assert.deepEqual(told, ['tpl_1', 'P2D'])
  // @ts-expect-error A letter needs a template.
  assert.ok({ key: 'a', type: 'email' } satisfies Step)
  // @ts-expect-error There is no such type.
  assert.ok({ key: 'a', type: 'sleep' } satisfies Step)
})

test('A block is told by its type, and a filter may stand in a filter', () => {
  const blocks = [{ type: 'heading', text: 'Oi', level: 1 }] satisfies Block[]
  assert.equal(blocks.length, 1)
  // @ts-expect-error A picture needs words for who cannot see it.
  assert.ok({ type: 'image', src: 'https://a.test/a.png' } satisfies Block)
  const filter = { all: [{ not: { topic: 'top_1' } }, { letters: 'clicked' }] } satisfies Filter
  assert.equal(filter.all.length, 2)
  // @ts-expect-error Letters are received, opened, clicked or bounced.
  assert.ok({ letters: 'read' } satisfies Filter)
})
