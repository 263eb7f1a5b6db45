import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import path from 'node:path'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { curlOf } from '../../src/features/requests/curl.ts'
import { RequestPage } from '../../src/features/requests/request-page.tsx'
import { RequestsPage } from '../../src/features/requests/requests-page.tsx'
import { serve, show } from './stage.tsx'

const call = {
  id: 'req_1',
  at: '2026-11-24T12:00:00Z',
  method: 'POST',
  path: '/v1/emails',
  query: null,
  route: '/v1/emails',
  status: 422,
  key_id: 'key_1',
  key_prefix: 'svc_live_4fKq2',
  duration_ms: 3,
  ip: '203.0.113.7',
  idempotency_key: null,
  request_body: '{"subject":"It\'s $(here) `now` \\\\ \\"so\\""}',
  response_body: null,
}

const options = { base: 'https://malote.test', notWhole: 'Not whole' }

/** What a program named curl is given by a shell. */
function argumentsOf(command: string): string[] {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'malote-curl-'))
  try {
    const shown = `#!/bin/sh\nprintf '%s\\0' "$@"\n`
    fs.writeFileSync(path.join(folder, 'curl'), shown, { mode: 0o755 })
    const env = { PATH: `${folder}:${process.env.PATH}`, MALOTE_API_KEY: 'svc_live_mine' }
    return execFileSync('sh', ['-c', command], { env, encoding: 'utf8' }).split('\0').slice(0, -1)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

describe('a logged request as cURL', () => {
  it('is the same call with the key of whoever runs it', () => {
    const command = curlOf({ ...call, query: 'a=1&b=%27', idempotency_key: 'order-17' }, options)!
    assert.deepEqual(argumentsOf(command), [
      '-X',
      'POST',
      'https://malote.test/v1/emails?a=1&b=%27',
      '-H',
      'Authorization: Bearer svc_live_mine',
      '-H',
      'Content-Type: application/json',
      '-H',
      'Idempotency-Key: order-17',
      '--data-binary',
      call.request_body,
    ])
    assert.doesNotMatch(command, /svc_|Not whole/)
  })

  it('has no body where there was none', () => {
    const command = curlOf({ ...call, method: 'GET', request_body: null }, options)!
    assert.deepEqual(argumentsOf(command), [
      'https://malote.test/v1/emails',
      '-H',
      'Authorization: Bearer svc_live_mine',
    ])
  })

  it('goes to the surface for Resend’s clients, whichever host they asked', () => {
    for (const path of ['/emails', '/resend/emails']) {
      const command = curlOf({ ...call, path, route: '/resend/emails' }, options)!
      assert.equal(argumentsOf(command)[2], 'https://malote.test/resend/emails')
    }
  })

  it('says where the log does not have all of it', () => {
    for (const body of ['{"dns_token":"[removed]"}', '{"text":"cut o', 'email,name\n']) {
      assert.match(curlOf({ ...call, request_body: body }, options)!, /^# Not whole\ncurl /)
    }
    const type = (body: string) => curlOf({ ...call, request_body: body }, options)!
    assert.match(type('email,name\n'), /Content-Type: application\/octet-stream/)
  })

  it('is none for a message by SMTP', () => {
    assert.equal(curlOf({ ...call, method: 'SMTP', path: 'submission' }, options), null)
  })
})

describe('the page of a logged request', () => {
  it('copies it, and leads to the others of its route', async () => {
    serve(({ url }) => ({
      body: url === '/api/connection' ? { base_url: options.base, smtp: [] } : call,
    }))
    let copied = ''
    const writeText = async (text: string) => {
      copied = text
    }
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
    await show(<RequestPage />)
    fireEvent.click(await screen.findByRole('button', { name: 'Copy as cURL' }))
    await waitFor(() => assert.equal(copied, curlOf(call, options)))
    const link = screen.getByRole('link', { name: '/v1/emails' })
    assert.equal(link.getAttribute('href'), '/projects/prj_1/test/requests?route=%2Fv1%2Femails')
  })
})

describe('the request log', () => {
  it('is narrowed to a route, of which those that are seen are suggested', async () => {
    const asked = serve(() => ({ body: { data: [call], has_more: false } }))
    await show(<RequestsPage />, '?route=%2Fv1%2Femails')
    await screen.findByText('POST /v1/emails')
    const { searchParams } = new URL(
      asked.find(one => one.url.includes('/requests'))!.url,
      'http://x',
    )
    assert.equal(searchParams.get('route'), '/v1/emails')
    const field = screen.getByLabelText<HTMLInputElement>('Route')
    assert.equal(field.value, '/v1/emails')
    const list = document.getElementById(field.getAttribute('list')!)!
    const options = [...list.querySelectorAll('option')].map(one => one.getAttribute('value'))
    assert.deepEqual(options, ['/v1/emails'])
  })
})
