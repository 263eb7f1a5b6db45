import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import type { EmailWithEvents, Suppression } from '../../src/api/shapes.ts'
import { DomainPage } from '../../src/features/domains/domain-page.tsx'
import { Timeline } from '../../src/features/emails/timeline.tsx'
import { useEntryColumns } from '../../src/features/suppressions/entry-table.tsx'
import { DataTable } from '../../src/ui/data-table.tsx'
import { inOwnLetters } from '../../src/ui/own-letters.ts'
import { serve, show } from './stage.tsx'

describe('a domain with letters of its own', () => {
  it('is shown in them, wherever it stands', () => {
    for (const [given, shown] of [
      ['maria@xn--acar-0oa8i.test', 'maria@açúcar.test'],
      ['Maria <maria@XN--ACAR-0OA8I.test>', 'Maria <maria@açúcar.test>'],
      ['xn--aa-4iaz.loja.xn--p1ai', 'açaí.loja.рф'],
      ['a@b.test, b@xn--ao-siap.test and 3 more', 'a@b.test, b@ação.test and 3 more'],
      ['maria@clientes.test', 'maria@clientes.test'],
    ] as const) {
      assert.equal(inOwnLetters(given), shown)
    }
  })

  it('stays as it is where it is no name, or would mislead', () => {
    for (const given of [
      'xn--acar-0oa8i@loja.test',
      'xn--acar-0oa8i.b@loja.test',
      'axn--acar-0oa8i.test',
      'a-xn--acar-0oa8i.test',
      'xn--.test',
      'xn--99999999999.test',
      // What turns letters around, or is not seen, between an a and a b.
      'xn--ab-g4t.test',
      'xn--ab-g1t.test',
    ]) {
      assert.equal(inOwnLetters(given), given)
    }
  })

  it('is the same recipient in either form', async () => {
    serve(() => ({ body: {} }))
    const email = {
      id: 'msg_1',
      to: ['Maria <maria@AÇÚCAR.test>'],
      cc: ['joana@xn--acar-0oa8i.test'],
      events: ['maria', 'joana'].map(name => ({
        ...{ id: name, type: 'delivered', at: '2026-11-24T12:00:00Z', explanation: '' },
        recipient: `${name}@xn--acar-0oa8i.test`,
      })),
    } as unknown as EmailWithEvents
    await show(<Timeline email={email} />)
    await screen.findByRole('heading', { name: 'maria@açúcar.test' })
    screen.getByRole('heading', { name: 'joana@açúcar.test' })
    assert.equal(screen.getAllByText('Cc').length, 1)
    assert.equal(screen.queryByText('Bcc'), null)
  })

  it('names the page of the domain, which says what stands in DNS', async () => {
    const name = 'xn--aa-4iaz.loja.test'
    serve(() => ({ body: { id: 'dom_1', name, status: 'pending', records: [] } }))
    await show(<DomainPage />)
    await screen.findByRole('heading', { level: 1, name: 'açaí.loja.test' })
    screen.getByText(`In DNS: ${name}`)
  })

  it('is read in the list of suppressions', async () => {
    serve(() => ({ body: {} }))
    const row: Suppression = {
      id: 'sup_1',
      email: 'joana@xn--acar-0oa8i.test',
      stream: 'all',
      reason: 'manual',
      created_at: '2026-11-24T12:00:00Z',
    }
    function Table() {
      return <DataTable label="List" columns={useEntryColumns()} rows={[row]} />
    }
    await show(<Table />)
    await screen.findByText('joana@açúcar.test')
  })
})
