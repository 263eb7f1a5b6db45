import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import type { Domain, DomainRecord } from '../../src/api/shapes.ts'
import { AddForm } from '../../src/features/domains/add-form.tsx'
import { askAgainIn } from '../../src/features/domains/domain-page.tsx'
import { domainIn } from '../../src/features/domains/pasted-domain.ts'
import { RecordTable } from '../../src/features/domains/record-table.tsx'
import { zoneFile } from '../../src/features/domains/zone-file.ts'
import type { Say } from '../../src/ui/words.tsx'
import { serve, show } from './stage.tsx'

const say: Say = text => (text as { en: string }).en

const record = (changed: Partial<DomainRecord>): DomainRecord => ({
  purpose: 'dkim',
  type: 'TXT',
  name: 'k._domainkey.loja.test',
  value: 'v=DKIM1; p=abc',
  ttl: 3600,
  status: 'pending',
  required: true,
  ...changed,
})

const linesOf = (changed: Partial<DomainRecord>) =>
  zoneFile('loja.test', [record(changed)], say)
    .split('\n')
    .slice(1, -1)

describe('the zone file of a domain', () => {
  it('has absolute names and quoted texts', () => {
    assert.deepEqual(linesOf({ value: 'a "b" \\c' }), [
      'k._domainkey.loja.test. 3600 IN TXT "a \\"b\\" \\\\c"',
    ])
  })

  it('has hosts with their dot, and ranks', () => {
    const host = { type: 'CNAME', name: 'bounce.loja.test', value: 'b.malote.test' } as const
    assert.deepEqual(linesOf(host), ['bounce.loja.test. 3600 IN CNAME b.malote.test.'])
    assert.deepEqual(linesOf({ ...host, type: 'MX', priority: 10 }), [
      'bounce.loja.test. 3600 IN MX 10 b.malote.test.',
    ])
  })

  it('cuts long texts into strings of 255', () => {
    const [line] = linesOf({ value: 'x'.repeat(600) })
    const strings = [...line!.matchAll(/"(x+)"/g)].map(([, text]) => text!.length)
    assert.deepEqual(strings, [255, 255, 90])
  })

  it('adds nothing beside what is there already, or otherwise', () => {
    const spf: Partial<DomainRecord> = {
      purpose: 'spf',
      name: 'loja.test',
      value: 'v=spf1 include:us ~all',
      status: 'mismatch',
      found: ['v=spf1 mx ~all'],
      change_to: 'v=spf1 mx include:us ~all',
    }
    assert.deepEqual(linesOf(spf), [
      '; Something else is there. Change it to this, do not add a second one:',
      '; loja.test. 3600 IN TXT "v=spf1 mx include:us ~all"',
    ])
    assert.deepEqual(linesOf({ status: 'verified' }), [
      '; Already there:',
      '; k._domainkey.loja.test. 3600 IN TXT "v=DKIM1; p=abc"',
    ])
  })
})

describe('the page of a domain', () => {
  const domain = (...records: readonly DomainRecord[]) => ({ records }) as unknown as Domain

  it('asks again until DNS has every record', () => {
    const found = record({ status: 'verified' })
    assert.equal(askAgainIn(undefined), undefined)
    assert.equal(askAgainIn(domain(found, found)), undefined)
    for (const status of ['pending', 'mismatch'] as const) {
      assert.equal(askAgainIn(domain(found, record({ status }))), 15_000)
    }
  })
})

describe('the table of DNS records', () => {
  it('says what the record that is there is to be changed to, and what is there', async () => {
    const records = [
      record({
        purpose: 'spf',
        status: 'mismatch',
        value: 'v=spf1 include:us ~all',
        found: ['v=spf1 mx ~all'],
        change_to: 'v=spf1 mx include:us ~all',
      }),
    ]
    await show(<RecordTable records={records} />)
    await screen.findByText('Change the record that is there to')
    await screen.findByText('v=spf1 mx include:us ~all')
    await screen.findByText('v=spf1 mx ~all')
    assert.equal(screen.queryByText('v=spf1 include:us ~all'), null)
  })
})

describe('adding a domain', () => {
  const pasted = {
    'https://www.loja.test/': 'loja.test',
    'HTTPS://WWW.Loja.Test/produtos?de=email#topo': 'loja.test',
    '//loja.test': 'loja.test',
    'loja.test/contato': 'loja.test',
    'http://loja.test:8080': 'loja.test',
    'https://ana@loja.test/@perfil': 'loja.test',
    '  Loja.Test.  ': 'loja.test',
    'Ana <ana@loja.test>': 'loja.test',
    'mailto:ana@loja.test': 'loja.test',
    'https://www.açúcar.test/': 'açúcar.test',
    // Whoever writes it alone means it; and what is nothing else keeps it.
    'www.loja.test': 'www.loja.test',
    'https://www.test/': 'www.test',
    'https://': 'https://',
    'uma loja': 'uma loja',
  }
  for (const [text, name] of Object.entries(pasted)) {
    it(`takes ${name} out of ${text}`, () => assert.equal(domainIn(text), name))
  }

  it('shows what it will add, and adds that', async () => {
    const asked = serve(() => ({ body: { id: 'dom_1' } }))
    await show(<AddForm close={() => {}} />)
    const field = await screen.findByLabelText(/^Domain/)
    fireEvent.change(field, { target: { value: 'loja.test' } })
    assert.equal(screen.queryByText(/^Will be added/), null)
    fireEvent.change(field, { target: { value: 'https://www.loja.test/' } })
    await screen.findByText('Will be added: loja.test')
    fireEvent.submit(field.closest('form')!)
    await waitFor(() => assert.equal(asked.filter(one => one.method === 'POST').length, 1))
    const sent = asked.find(one => one.method === 'POST')
    assert.deepEqual(sent?.body, { name: 'loja.test' })
  })
})
