import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen } from '@testing-library/react'
import type { ReactElement } from 'react'
import { noteCall } from '../../src/api/quiet.ts'
import { LaterMenu } from '../../src/ui/later-menu.tsx'
import { laterPart } from '../../src/ui/later-part.ts'
import { serve, show } from './stage.tsx'

const Menu = ({ button }: { button: ReactElement }) => (
  <>
    {button}
    <p>open</p>
  </>
)
const file = { Menu }

/** A part whose file comes when a test says so; counts how often it is asked for. */
function comingPart() {
  const asked: PromiseWithResolvers<typeof file>[] = []
  const part = laterPart(() => {
    const coming = Promise.withResolvers<typeof file>()
    asked.push(coming)
    return coming.promise
  }, 'Menu')
  return { part, asked }
}

function shown(part: ReturnType<typeof comingPart>['part']) {
  // A call that is never answered would never be over.
  serve(() => ({ body: {} }))
  return show(
    <LaterMenu button={<button type="button">More</button>} menu={part}>
      {(Whole, target) => <Whole button={target} />}
    </LaterMenu>,
  )
}

describe('what a press opens', () => {
  it('opens as it comes, where it was pressed before it was there', async () => {
    const isOver = noteCall()
    const { part, asked } = comingPart()
    await shown(part)
    const button = await screen.findByRole('button', { name: 'More' })
    assert.equal(asked.length, 0)
    fireEvent.pointerEnter(button)
    fireEvent.focus(button)
    fireEvent.click(button)
    fireEvent.click(button)
    assert.equal(asked.length, 1)
    assert.ok(screen.queryByText('open') === null)
    asked[0]!.resolve(file)
    await screen.findByText('open')
    isOver()
  })
})
