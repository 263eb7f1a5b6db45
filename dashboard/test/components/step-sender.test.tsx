/** Who a letter of a sequence is from: folded away where nobody has said, never under who types. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { atOf } from '../../src/features/sequences/fault.ts'
import type { Step } from '../../src/features/sequences/sequence.ts'
import { StepFields } from '../../src/features/sequences/step-fields.tsx'
import { serve, show } from './stage.tsx'

const letter: Step = { key: 'hello', type: 'email' }
const fault = { list: 'steps', n: 0, member: 'from', message: 'Not a domain of yours.' }

function Stage({ initial }: { initial: Step }) {
  const [step, setStep] = useState(initial)
  const [isRefused, setRefused] = useState(false)
  return (
    <>
      <StepFields
        step={step}
        put={members => setStep(known => ({ ...known, ...members }))}
        at={atOf(isRefused ? fault : null)}
        steps={[step]}
      />
      <button type="button" onClick={() => setRefused(!isRefused)}>
        Refuse or not
      </button>
      <output>{step.from ?? 'nobody'}</output>
    </>
  )
}

async function folded(initial: Step): Promise<HTMLDetailsElement> {
  serve(() => ({ body: { data: [], has_more: false } }))
  await show(<Stage initial={initial} />)
  return (await screen.findByText('Different sender for this step')).closest('details')!
}
const refuseOrNot = () => fireEvent.click(screen.getByRole('button', { name: 'Refuse or not' }))

describe('the own sender of a step', () => {
  it('stays open while what is typed is taken away', async () => {
    const details = await folded({ ...letter, from: 'ana@shop.test' })
    assert.ok(details.open)
    const field = screen.getByLabelText(/^Address/)
    fireEvent.change(field, { target: { value: '' } })
    fireEvent.blur(field)
    await screen.findByText('nobody')
    assert.ok(details.open)
  })

  it('opens for what is refused of it, and stays open when that is mended', async () => {
    const details = await folded(letter)
    assert.ok(!details.open)
    refuseOrNot()
    await screen.findByText('Not a domain of yours.')
    assert.ok(details.open)
    // As a browser tells of whatever opened it.
    await act(() => void fireEvent(details, new Event('toggle')))
    refuseOrNot()
    await waitFor(() => assert.ok(screen.queryByText('Not a domain of yours.') === null))
    assert.ok(details.open)
  })
})
