/** Other ways in than a password, in a real browser. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { freePort } from '../../support/free-port.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { startEmpty } from './stage.ts'

const email = 'ana@loja.test'

async function setUp(t: TestContext, settings: Readonly<Record<string, string>> = {}) {
  const port = String(await freePort())
  const provider = await startIdentityProvider()
  t.after(() => provider.close())
  provider.person = { sub: 'ana', email, email_verified: true, name: 'Ana' }
  const { service, base } = await startEmpty(t, {
    PORT: port,
    MALOTE_BASE_URL: `http://127.0.0.1:${port}`,
    MALOTE_SIGNUP: 'closed',
    MALOTE_OIDC_ISSUER: provider.issuer,
    MALOTE_OIDC_CLIENT_ID: provider.clientId,
    MALOTE_OIDC_CLIENT_SECRET: provider.clientSecret,
    ...settings,
  })
  await createAccount(service.world, { email, language: 'pt' })
  const browser = await startChromium(t)
  return { provider, base, browser, host: new URL(provider.issuer).host }
}

describe('the identity provider', { skip }, () => {
  it('is a button, and leads back to where somebody was going', async t => {
    const { base, browser, host, provider } = await setUp(t)
    const options = { storageState: speaking(base, 'en'), viewport: { width: 320, height: 700 } }
    const { page, complaints } = await openPage(browser, base, options)
    await page.goto('/login?next=/settings')
    const button = page.getByRole('button', { name: `Continue with ${host}` })
    await button.waitFor()
    assert.deepEqual([await overflow(page), await seriousFindings(page)], [null, []])
    await button.click()
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings')
    const elsewhere = complaints.filter(one => !one.includes(provider.issuer))
    assert.deepEqual(elsewhere, [])
  })

  it('says why somebody is not in, and nothing of it happens twice', async t => {
    const { base, browser, host, provider } = await setUp(t)
    provider.person = { sub: 'x', email: 'outra@loja.test', email_verified: true }
    const { page } = await openPage(browser, base, { storageState: speaking(base, 'pt') })
    await page.goto('/login')
    await page.getByRole('button', { name: `Continuar com ${host}` }).click()
    await page.getByRole('heading', { level: 1, name: 'Você não entrou' }).waitFor()
    await page.getByText('não há nenhum membro com o seu endereço aqui').waitFor()
    assert.deepEqual([await overflow(page), await seriousFindings(page)], [null, []])
    await page.reload()
    await page.getByText('Comece de novo').waitFor()
    await page.getByRole('link', { name: 'Voltar ao acesso' }).click()
    await page.getByRole('heading', { level: 1, name: 'Entrar no Malote' }).waitFor()
  })

  it('alone leaves the password to those who run the installation', async t => {
    const { base, browser, host } = await setUp(t, { MALOTE_OIDC_ONLY: 'true' })
    const { page } = await openPage(browser, base, { storageState: speaking(base, 'en') })
    await page.goto('/login')
    await page.getByRole('button', { name: `Continue with ${host}` }).waitFor()
    assert.equal(await page.getByLabel('Email').count(), 0)
    await page.getByRole('button', { name: 'Log in with a password' }).click()
    await page.getByText('For owners of the account that runs this installation.').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByLabel('Email').fill(email)
  })
})
