import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Session } from '../../src/api/shapes.ts'
import { Banners } from '../../src/app/banners.tsx'
import { ExportButton } from '../../src/ui/export.tsx'
import { SecretInput } from '../../src/ui/inputs.tsx'
import { SelectionBar, useSelection } from '../../src/ui/selection.tsx'
import { AddressTabs } from '../../src/ui/tabs.tsx'
import { serve, show } from './stage.tsx'

describe('tabs', () => {
  const tabs = [
    { id: 'one', label: { en: 'One', pt: 'Um' }, content: () => 'first' },
    { id: 'two', label: { en: 'Two', pt: 'Dois' }, content: () => 'second' },
  ]

  it('open the one that the address names, the first where it names none', async () => {
    await show(<AddressTabs tabs={tabs} />, '?tab=two')
    await screen.findByText('second')
    await show(<AddressTabs tabs={tabs} />, '?tab=three')
    await screen.findByText('first')
  })

  it('keep the choice in the address, beside what else is in it', async () => {
    const router = await show(<AddressTabs tabs={tabs} />, '?q=ana')
    fireEvent.click(await screen.findByRole('tab', { name: 'Two' }))
    await screen.findByText('second')
    assert.deepEqual({ ...router.state.location.search }, { q: 'ana', tab: 'two' })
    fireEvent.click(screen.getByRole('tab', { name: 'One' }))
    await screen.findByText('first')
    assert.deepEqual({ ...router.state.location.search }, { q: 'ana' })
  })
})

describe('chosen rows', () => {
  it('are deleted one after the other; after a refusal those that are left stay chosen', async () => {
    const removed: string[] = []
    function Chosen() {
      const selection = useSelection()
      return (
        <>
          <button type="button" onClick={() => selection.set(new Set(['a', 'b', 'c']))}>
            All
          </button>
          <SelectionBar
            selection={selection}
            call="project.suppressions.delete"
            about={n => `${n} are deleted.`}
            remove={async id => {
              if (id === 'c' && removed.length < 3) throw new Error('refused')
              removed.push(id)
            }}
          />
        </>
      )
    }
    serve(() => ({ body: {} }))
    await show(<Chosen />)
    fireEvent.click(await screen.findByRole('button', { name: 'All' }))
    await screen.findByText('3 selected')
    fireEvent.click(screen.getByRole('button', { name: 'Delete selected' }))
    await screen.findByText('3 are deleted.')
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await screen.findByText('1 selected')
    assert.deepEqual(removed, ['a', 'b'])
  })
})

describe('the button of a download', () => {
  it('has its name where it is looked for, and says how much has come', async () => {
    const asked = serve(() => ({ body: 'email,reason' }))
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:saved'
    HTMLAnchorElement.prototype.click = function click() {
      saved.push(this.download)
    }
    await show(<ExportButton call="project.suppressions.export" file="suppressions.csv" />)
    fireEvent.click(await screen.findByRole('button', { name: 'Export CSV' }))
    await waitFor(() => assert.deepEqual(saved, ['suppressions.csv']))
    assert.deepEqual(
      asked.map(one => one.url),
      ['/api/projects/prj_1/test/suppressions/export'],
    )
  })
})

describe('what is typed in secret', () => {
  it('has a button in our words to show it', async () => {
    await show(<SecretInput label="Password" />)
    await screen.findByRole('button', { name: 'Show or hide what is typed', hidden: true })
  })
})

describe('what stands above every page', () => {
  it('tells a reader, and nobody else, that nothing can be changed', async () => {
    const as = (role: Session['user']['role']) => {
      const account = { pause: 'none', time_zone: 'UTC' }
      const me = { user: { role, verified: true }, account } as Session
      const clock = { now: '2027-03-01T09:00:00.000Z', ahead_s: 0 }
      serve(({ url }) => ({ body: url === '/api/session' ? me : clock }))
      return show(<Banners me={me} />)
    }
    await as('reader')
    await screen.findByText('Your role may look here, not change.')
    await as('marketing')
    assert.equal(screen.queryByText('Your role may look here, not change.'), null)
  })
})
