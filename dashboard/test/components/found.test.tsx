/** What the palette asks the server for while somebody types. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { useFound } from '../../src/app/found.ts'
import { SuppressionsPage } from '../../src/features/suppressions/suppressions-page.tsx'
import { serve, show } from './stage.tsx'

function Found({ typed }: { typed: string }) {
  const groups = useFound(typed, { project: 'prj_1', mode: 'live' })
  return (
    <ul>
      {groups.flatMap(({ actions }) => actions.map(one => <li key={one.id}>{one.label}</li>))}
    </ul>
  )
}

/** Of the suppression list, once the emails are there that were asked for with it. */
async function askedFor(typed: string): Promise<string[]> {
  const subject = `About ${typed.trim()}`
  const email = { id: 'msg_1', subject, to: [] }
  const asked = serve(({ url }) => ({
    body: { data: url.includes('/emails') ? [email] : [], has_more: false },
  }))
  await show(<Found typed={typed} />)
  await screen.findByText(subject)
  await show(null)
  return ofSuppressions(asked)
}

const ofSuppressions = (asked: ReturnType<typeof serve>): string[] =>
  asked
    .map(({ url }) => new URL(url, 'http://malote.test'))
    .filter(({ pathname }) => pathname.endsWith('/suppressions'))
    .map(({ searchParams }) => {
      searchParams.delete('limit')
      return `${searchParams}`
    })

describe('the palette', () => {
  it('looks through the suppression list for three characters or more', async () => {
    assert.deepEqual(await askedFor('an'), [])
    assert.deepEqual(await askedFor('ana'), ['q=ana'])
    assert.deepEqual(await askedFor('ana@loja'), ['q=ana%40loja'])
    assert.deepEqual(await askedFor('a.na@loja'), ['q=a.na%40loja'])
  })

  it('finds a domain by either of its forms, and names it by its own letters', async () => {
    const name = 'xn--aa-4iaz.loja.test'
    serve(({ url }) => ({
      body: {
        data: url.includes('/names') ? [{ kind: 'domain', id: 'dom_1', name }] : [],
        has_more: false,
      },
    }))
    for (const typed of ['açaí', 'acai.loja', 'xn--aa']) {
      await show(<Found typed={typed} />)
      await screen.findByText('açaí.loja.test')
      await show(null)
    }
  })

  it('shows what bears the name before mail about it, unless an address is typed', async () => {
    const bodyOf = (url: string): readonly object[] => {
      if (url.includes('/names')) {
        return ['verão', 'ana@loja.test'].map(name => ({ kind: 'template', id: name, name }))
      }
      return url.includes('/emails') ? [{ id: 'msg_1', subject: 'A letter', to: [] }] : []
    }
    serve(({ url }) => ({ body: { data: bodyOf(url), has_more: false } }))
    for (const [typed, shown] of [
      ['verao', ['verão', 'A letter']],
      ['ana@loja', ['A letter', 'ana@loja.test']],
    ] as const) {
      await show(<Found typed={typed} />)
      await screen.findByText('A letter')
      await screen.findByText(shown.find(one => one !== 'A letter')!)
      const found = screen.getAllByRole('listitem').map(one => one.textContent)
      assert.deepEqual(found, shown)
      await show(null)
    }
  })

  it('asks for a whole address as one', async () => {
    assert.deepEqual(await askedFor(' ana@loja.test '), ['email=ana%40loja.test'])
  })

  it('leads to the call that a refusal names, in whichever mode it was', async () => {
    const id = `req_${'0'.repeat(32)}`
    const asked = serve(({ url }) => {
      if (!url.includes('/requests/')) return { body: { data: [], has_more: false } }
      return url.includes('/test/')
        ? { body: { id, method: 'POST', path: '/v1/emails', status: 422 } }
        : { status: 404, body: { error: { code: 'resource_not_found', message: 'None' } } }
    })
    await show(<Found typed={id} />)
    await screen.findByText('POST /v1/emails')
    assert.ok(!asked.some(({ url }) => /emails|contacts|suppressions/.test(url)))
    await show(null)
  })
})

describe('the suppression list', () => {
  it('is asked for a whole address as one, and for a part as a part', async () => {
    for (const [typed, query] of [
      ['ana@loja.test', 'email=ana%40loja.test'],
      ['@loja', 'q=%40loja'],
    ]) {
      const asked = serve(() => ({ body: { data: [], has_more: false } }))
      await show(<SuppressionsPage />, `?q=${encodeURIComponent(typed!)}`)
      await screen.findByText('No address found')
      assert.deepEqual(ofSuppressions(asked), [query])
      await show(null)
    }
  })
})
