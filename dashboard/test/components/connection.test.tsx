import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { screen, waitFor } from '@testing-library/react'
import { isConnectionLost } from '../../src/api/connection.ts'
import { ConnectionBanner } from '../../src/app/connection-banner.tsx'
import { loadPatiently, PageGone } from '../../src/ui/lazy-page.ts'
import { serve, show } from './stage.tsx'

const away = () => {
  globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
}

describe('a page whose file cannot be fetched', () => {
  it('is waited for while the server is away, and the banner says so', async () => {
    away()
    let isBack = false
    const loading = loadPatiently(async () => {
      if (!isBack) throw new TypeError('Failed to fetch dynamically imported module')
      return 'page'
    })
    await show(<ConnectionBanner />)
    await screen.findByText('No connection, trying…')
    serve(() => ({ body: {} }))
    isBack = true
    assert.equal(await loading, 'page')
    await waitFor(() => assert.ok(screen.queryByText('No connection, trying…') === null))
    assert.equal(isConnectionLost(), false)
  })

  it('is given up where the server is there and the file is not', async () => {
    serve(() => ({ body: {} }))
    const loading = loadPatiently(() => Promise.reject(new TypeError('404')))
    await assert.rejects(loading, PageGone)
  })
})
