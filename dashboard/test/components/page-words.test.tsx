import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { WordsPanel } from '../../src/features/audience/words-panel.tsx'
import { serve, show } from './stage.tsx'

const ours = [
  { name: 'form_title', page: 'form', en: 'Subscribe', pt: 'Inscreva-se' },
  { name: 'form_button', page: 'form', en: 'Subscribe', pt: 'Inscrever' },
  { name: 'confirm_ask', page: 'confirmation', en: 'I want {topics}.', pt: 'Quero {topics}.' },
]
const settings = {
  cap: [],
  pages: {
    logo: 'https://shop.example/logo.png',
    words: { pt: { confirm_ask: 'Sim, {topics}!' }, en: { form_title: 'Join us' } },
  },
}

async function open() {
  const asked = serve(({ url }) => {
    if (url.endsWith('/words')) return { body: { data: ours } }
    if (url.endsWith('/theme-preview')) return { body: { html: '<p>seen</p>' } }
    return { body: settings }
  })
  await show(<WordsPanel />)
  await screen.findByRole('button', { name: 'Save' })
  return asked
}

describe('words of pages', () => {
  it('are written beside ours, and what is not shown stays', async () => {
    const asked = await open()
    const title = (await screen.findByDisplayValue('Join us')) as HTMLTextAreaElement
    assert.match(title.labels![0]!.textContent!, /Subscribe/)
    fireEvent.change(title, { target: { value: '' } })
    fireEvent.change(screen.getByRole('textbox', { description: 'Button' }), {
      target: { value: 'Count me in' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => assert.ok(asked.some(({ method }) => method === 'PATCH')))
    assert.deepEqual(asked.find(({ method }) => method === 'PATCH')!.body, {
      pages: {
        logo: 'https://shop.example/logo.png',
        words: { pt: { confirm_ask: 'Sim, {topics}!' }, en: { form_button: 'Count me in' } },
      },
    })
  })

  it('are seen while they are written, in the language and on the page that is chosen', async () => {
    const asked = await open()
    fireEvent.change(screen.getByLabelText('Page or email'), { target: { value: 'confirmation' } })
    fireEvent.change(screen.getByLabelText('In'), { target: { value: 'pt' } })
    const ask = await screen.findByLabelText(/Quero \{topics\}\./)
    fireEvent.change(ask, { target: { value: 'Quero sim, {topics}' } })
    await waitFor(() => {
      const last = asked.filter(({ url }) => url.endsWith('/theme-preview')).at(-1)
      assert.deepEqual(last?.body, {
        words: { pt: { confirm_ask: 'Quero sim, {topics}' }, en: { form_title: 'Join us' } },
        shown: 'confirmation',
        language: 'pt',
      })
    })
  })
})
