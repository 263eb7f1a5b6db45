/** From sign-up to the first email on the screen. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPage, skip, speaking, startChromium } from './chromium.ts'
import { startEmpty } from './stage.ts'

describe('the first minute', { skip }, () => {
  it('leads from sign-up to a captured email, sent with the key that was shown', async t => {
    const { service, base } = await startEmpty(t)
    const browser = await startChromium(t)
    const { page, complaints } = await openPage(browser, base, {
      storageState: speaking(base, 'en'),
    })
    const started = performance.now()
    await page.goto('/signup')
    await page.getByLabel('Your name or company').fill('Padaria Central')
    await page.getByLabel('Email').fill('rita@padaria.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('pão de queijo quente')
    await page.getByRole('button', { name: 'Create account' }).click()

    await page.getByRole('button', { name: 'Create test key' }).click()
    const shown = page.locator('code', { hasText: /^svc_test_/ })
    const key = await shown.innerText()
    const snippet = await page.getByRole('region', { name: 'Example in curl' }).innerText()
    assert.ok(snippet.includes(`Bearer ${key}`), 'the key stands in the example already')
    await page.getByText('Waiting for your first email…').waitFor()

    // What the example says, as curl would send it.
    const body = JSON.parse(/-d '([\s\S]*)'/.exec(snippet)![1]!) as object
    const sent = await service.call('POST', '/v1/emails', { key, body })
    assert.equal(sent.status, 202)
    await page.getByText('It is here.').waitFor()
    const tookMs = performance.now() - started
    assert.ok(tookMs < 60_000, `it took ${Math.round(tookMs)} ms`)

    await page.getByRole('link', { name: 'See its timeline' }).click()
    await page.getByRole('heading', { level: 1, name: 'Hello from Malote' }).waitFor()
    await page.getByText('Captured', { exact: true }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
