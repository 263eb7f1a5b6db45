/** The page of an email that is not there. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen } from '@testing-library/react'
import { EmailPage } from '../../src/features/emails/email-page.tsx'
import { answered, refusal, serve, show } from './stage.tsx'

const email = { id: 'msg_1', subject: 'Order', events: [], counts: {}, to: [], status: 'delivered' }
const missing = { ...refusal('There is nothing with this id.', null), status: 404 }

/** On a page of test mode. */
async function opened(live: object, status = 404): Promise<void> {
  serve(({ url }) => {
    if (url.includes('/live/')) return live as typeof missing
    return url.includes('/emails/') ? { ...missing, status } : { body: { data: [] } }
  })
  await show(<EmailPage />)
  await screen.findByText('There is nothing with this id.')
}

describe('an email that is not there', () => {
  it('has a heading, and no button that cannot help', async () => {
    await opened(missing)
    await answered('project.emails.get', 'live')
    screen.getByRole('heading', { level: 1, name: 'Nothing is here' })
    assert.equal(screen.queryByRole('button', { name: /again/ }), null)
    assert.equal(screen.queryByRole('link', { name: /open it there/ }), null)
  })

  it('leads to the other mode where it is there', async () => {
    await opened({ body: email })
    const link = await screen.findByRole('link', {
      name: 'This email is in production: open it there',
    })
    assert.match(link.getAttribute('href')!, /^\/projects\/prj_1\/live\/emails/)
  })

  it('is asked for again where the server failed', async () => {
    await opened(missing, 500)
    screen.getByRole('heading', { level: 1, name: 'This could not be loaded' })
    screen.getByRole('button', { name: /again/ })
  })
})
