import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { ConfirmLetter } from '../../src/features/forms/confirm-letter.tsx'
import { refusal, serve, show } from './stage.tsx'

it('a letter that could not be published is not written twice', async () => {
  let tries = 0
  const asked = serve(({ method, url }) => {
    if (method === 'GET') return { body: { data: [], has_more: false, next_cursor: null } }
    if (!url.endsWith('/publish')) return { body: { id: 'tpl_1' } }
    tries += 1
    return tries === 1 ? refusal('Not now.', null) : { body: { id: 'tpl_1' } }
  })
  const chosen: string[] = []
  await show(<ConfirmLetter field={{}} value="" set={id => chosen.push(id)} />)
  const button = await screen.findByRole('button', { name: 'Write your own' })
  fireEvent.click(button)
  assert.equal((await screen.findByRole('alert')).textContent, 'Not now.')
  assert.deepEqual(chosen, [])
  fireEvent.click(button)
  await waitFor(() => assert.deepEqual(chosen, ['tpl_1']))
  const posts = asked.filter(one => one.method === 'POST').map(({ url }) => url.split('/').at(-1))
  assert.deepEqual(posts, ['templates', 'publish', 'publish'])
})
