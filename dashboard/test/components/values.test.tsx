import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import type { TemplateVariable } from '../../src/api/shapes.ts'
import { sentenceOf, useVocabulary } from '../../src/features/segments/vocabulary.ts'
import { VariablesForm } from '../../src/features/templates/variables-form.tsx'
import { useSay } from '../../src/ui/words.tsx'
import { serve, show } from './stage.tsx'

describe('the variables of a template', () => {
  /** Types a text key by key, as people do. */
  function typeOut(label: string, text: string): void {
    for (let n = 1; n <= text.length; n++) {
      const input = screen.getByLabelText<HTMLInputElement>(label)
      const typed = input.value + text[n - 1]
      fireEvent.change(input, { target: { value: typed } })
    }
  }

  async function stage(variable: TemplateVariable) {
    const told = { now: [variable] as readonly TemplateVariable[] }
    function Form() {
      const [variables, set] = useState(told.now)
      told.now = variables
      return <VariablesForm variables={variables} set={set} fault={null} />
    }
    await show(<Form />)
    return () => told.now[0]!
  }

  it('take words with spaces between them', async () => {
    const now = await stage({ key: 'greeting', type: 'string' })
    typeOut('If it is not given', 'Dear friend')
    assert.equal(now().fallback, 'Dear friend')
  })

  it('take numbers with a zero behind the point', async () => {
    const now = await stage({ key: 'price', type: 'number' })
    typeOut('If it is not given', '10.05')
    assert.equal(now().fallback, 10.05)
  })

  it('ask for yes or no by these words, for a day as browsers do, for a list line by line', async () => {
    const yes = await stage({ key: 'vip', type: 'boolean' })
    fireEvent.change(screen.getByLabelText('If it is not given'), { target: { value: 'true' } })
    assert.equal(yes().fallback, true)
    assert.equal(screen.getByLabelText('If it is not given').tagName, 'SELECT')

    await stage({ key: 'born', type: 'date' })
    assert.equal(screen.getByLabelText('If it is not given').getAttribute('type'), 'date')

    const list = await stage({ key: 'items', type: 'list' })
    typeOut('If it is not given', 'red wine\nbread')
    assert.deepEqual(list().fallback, ['red wine', 'bread'])
  })

  it('are empty again where the type is another', async () => {
    const now = await stage({ key: 'greeting', type: 'string' })
    typeOut('If it is not given', 'Hi')
    fireEvent.change(screen.getByLabelText('Type'), { target: { value: 'number' } })
    assert.equal(now().fallback, undefined)
    assert.equal(screen.getByLabelText<HTMLInputElement>('If it is not given').value, '')
  })
})

describe('conditions as sentences', () => {
  it('have days and numbers as the language writes them', async () => {
    serve(({ url }) => ({
      body: {
        data: url.includes('contact-properties')
          ? [{ key: 'spent', type: 'number', label: null }]
          : [],
        has_more: false,
      },
    }))
    const leaves = [
      { field: 'created_at', op: 'before', value: '2025-11-21' },
      { field: 'created_at', op: 'within', value: 'P30D' },
      { field: 'created_at', op: 'between', value: ['2025-01-01', '2025-01-31'] },
      { field: 'properties.spent', op: 'gt', value: 1234.5 },
      { field: 'unsubscribed', op: 'eq', value: true },
      { field: 'email', op: 'in', value: ['a@x.com', 'b@x.com'] },
    ]
    function Said() {
      const say = useSay()
      const vocabulary = useVocabulary()
      return leaves.map(leaf => (
        <p key={leaf.op + leaf.field} data-testid="said">
          {sentenceOf(leaf, vocabulary, say)}
        </p>
      ))
    }
    await show(<Said />)
    await screen.findByText('properties.spent is more than 1,234.5'.replace('properties.', ''))
    assert.deepEqual(
      screen.getAllByTestId('said').map(one => one.textContent),
      [
        'Added is before 21 Nov 2025',
        'Added was in the last 30 days',
        'Added is from 1 Jan 2025 to 31 Jan 2025',
        'spent is more than 1,234.5',
        'Unsubscribed is Yes',
        'Email is one of a@x.com, b@x.com',
      ],
    )
  })
})
