/** How webhooks are answered, in their list and on the page of one. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { describe, it } from 'node:test'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { curlOf } from '../../src/features/webhooks/curl.ts'
import { WebhookPage } from '../../src/features/webhooks/webhook-page.tsx'
import { WebhooksPage } from '../../src/features/webhooks/webhooks-page.tsx'
import { answered, serve, show } from './stage.tsx'

const hook = (id: string, enabled = true) => ({
  ...{ id, url: `https://${id}.test/`, events: ['delivered'], enabled, format: 'malote' },
  created_at: '2026-11-24T12:00:00Z',
})
const last = (code: number | null) => ({ at: '2025-11-24T12:00:00Z', status_code: code })
const answers = [
  { id: 'whk_silent', failing: true, attempts: 40, acknowledged: 30, last: last(500) },
  { id: 'whk_gone', failing: true, attempts: 5, acknowledged: 0, last: last(null) },
  { id: 'whk_good', failing: false, attempts: 8, acknowledged: 8, last: last(204) },
  { id: 'whk_off', failing: false, attempts: 5, acknowledged: 0, last: last(404) },
  { id: 'whk_new', failing: false, attempts: 0, acknowledged: 0, last: null },
]
const hooks = answers.map(({ id }) => hook(id, id !== 'whk_off'))

describe('a webhook', () => {
  it('says in the list whether it fails, how much is acknowledged, and the last answer', async () => {
    serve(({ url }) => ({
      body: { data: url.includes('webhook-answers') ? answers : hooks, has_more: false },
    }))
    await show(<WebhooksPage />)
    await screen.findAllByText('Failing')
    const row = (id: string) =>
      within(screen.getByRole('link', { name: `https://${id}.test/` }).closest('tr')!)
    const says = (id: string, ...words: (string | RegExp)[]) => {
      for (const text of words) row(id).getByText(text, { exact: false })
    }
    says('whk_silent', 'Failing', '30 of 40 acknowledged (75%)', 'last: 500')
    says('whk_gone', 'Failing', '0 of 5 acknowledged (0%)', 'last: no answer')
    says('whk_good', 'On', '8 of 8 acknowledged (100%)', 'last: 204')
    says('whk_off', 'Paused')
    says('whk_new', 'On', '–')
  })

  it('says so on its page, too, where nothing is acknowledged', async () => {
    serve(({ url }) => ({
      body: url.includes('webhook-answers')
        ? { data: [{ ...answers[0], id: 'whk_1' }] }
        : url.includes('/attempts')
          ? { data: [], has_more: false }
          : hook('whk_1'),
    }))
    await show(<WebhookPage />)
    await answered('project.webhookAnswers.list')
    await screen.findByText('Failing')
    screen.getByText('30 of 40 acknowledged (75%)', { exact: false })
    assert.equal(screen.queryByText('On'), null)
  })
})

/** What `curl` is called with by a script, where the shell has none but this one. */
function called(script: string, env: Record<string, string>): string[] {
  const stub = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n`
  const options = { env: { PATH: process.env.PATH ?? '', ...env }, encoding: 'utf8' } as const
  return execFileSync('sh', ['-c', stub + script], options)
    .split('\0')
    .slice(0, -1)
}

const signed = (secret: Buffer, text: string) =>
  `v1,${createHmac('sha256', secret).update(text).digest('base64')}`

describe('an attempt to post to a webhook', () => {
  const attempt = {
    id: 'att_1',
    event_id: 'evt_1',
    at: '2026-11-24T12:00:00.900Z',
    duration_ms: 12,
    status_code: 500,
    error: null,
    response_body: 'no',
    next_attempt_at: null,
    event: { type: 'delivered', email_id: null, recipient: null },
  }
  const url = "https://shop.test/it's/hook?key=$(a)&b=`c`"
  const ours = '{"type":"delivered","data":{"text":"it\'s $HOME `x` \\\\n \\"q\\" ção"}}'

  it('shows the headers that it had, no signature, and how to check one', async () => {
    serve(({ url: asked }) => ({
      body: asked.includes('webhook-answers')
        ? { data: [] }
        : asked.includes('/attempts/')
          ? { ...attempt, request_body: ours }
          : asked.includes('/attempts')
            ? { data: [attempt], has_more: false }
            : { ...hook('whk_1'), url },
    }))
    let copied = ''
    const clipboard = {
      writeText: async (text: string) => {
        copied = text
      },
    }
    Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
    await show(<WebhookPage />)
    fireEvent.click(await screen.findByRole('button', { name: /^Details/ }))
    const headers = await screen.findByRole('region', { name: 'Headers' })
    assert.equal(
      headers.textContent,
      'content-type: application/json\nuser-agent: Malote-Webhooks/1.0\n' +
        'webhook-id: evt_1\nwebhook-timestamp: 1795521600',
    )
    screen.getByText(/^Signatures are not kept/)
    const link = screen.getByRole('link', { name: 'How to check one' })
    assert.equal(link.getAttribute('href'), '/docs/webhooks#verifying-the-signature')
    fireEvent.click(await screen.findByRole('button', { name: 'Copy as cURL' }))
    await waitFor(() => assert.equal(copied, curlOf({ attempt, url, body: ours })))
    assert.doesNotMatch(document.body.textContent!, /v1,[A-Za-z0-9+/]{43}=/)
  })

  it('is posted once more by a shell that has the secret, to the own machine, signed anew', () => {
    const secret = Buffer.from('00ff10203040506070809000a0b0c0d0e0f0112233445566', 'hex')
    const env = { MALOTE_WEBHOOK_SECRET: `whsec_${secret.toString('base64')}` }
    const theirs = '{"type":"email.delivered","created_at":"2026-11-24T12:00:00.900Z","data":{}}'
    for (const [body, prefix] of [
      [ours, 'webhook'],
      [theirs, 'svix'],
    ] as const) {
      const args = called(curlOf({ attempt, url, body }), env)
      assert.equal(
        args[2],
        "http://localhost:3000/it's/hook?key=$(a)&b=%60c%60".replaceAll('%60', '`'),
      )
      const at = args.find(one => one.startsWith(`${prefix}-timestamp: `))!.split(': ')[1]!
      assert.ok(Math.abs(Number(at) - Date.now() / 1000) < 300)
      assert.deepEqual(
        args.filter(one => one.includes(': ')).filter(one => !one.startsWith('{')),
        [
          'content-type: application/json',
          'user-agent: Malote-Webhooks/1.0',
          `${prefix}-id: evt_1`,
          `${prefix}-timestamp: ${at}`,
          `${prefix}-signature: ${signed(secret, `evt_1.${at}.${body}`)}`,
        ],
      )
      assert.equal(args.at(-1), body)
    }
  })

  it('is not posted by a shell that has no secret', () => {
    const script = curlOf({ attempt, url, body: ours })
    assert.throws(() => called(script, {}), /MALOTE_WEBHOOK_SECRET/)
  })
})
