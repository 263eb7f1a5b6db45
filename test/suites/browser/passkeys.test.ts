/** A passkey in a real browser, with an authenticator that Chromium plays (CDP WebAuthn). */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { freePort } from '../../support/free-port.ts'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { startEmpty } from './stage.ts'

const who = { email: 'ana@loja.test', password: 'correta pilha de cavalos' }

describe('a passkey', { skip }, () => {
  it('is added in the settings, logs in, and is removed', async t => {
    const port = String(await freePort())
    const base = `http://localhost:${port}`
    const { service } = await startEmpty(t, { PORT: port, MALOTE_BASE_URL: base })
    await createAccount(service.world, { ...who, language: 'pt' })
    const browser = await startChromium(t)
    const options = { storageState: speaking(base, 'pt'), viewport: { width: 390, height: 800 } }
    const { page, context, complaints } = await openPage(browser, base, options)
    const devtools = await context.newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await page.goto('/login?next=/settings')
    await page.getByLabel('E-mail').fill(who.email)
    await page.getByRole('textbox', { name: 'Senha' }).fill(who.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()

    await page.getByRole('button', { name: 'Adicionar chave de acesso' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Nome').fill('Meu celular')
    await dialog.getByLabel('Senha atual').fill(who.password)
    assert.deepEqual(await seriousFindings(page), [])
    await dialog.getByRole('button', { name: 'Continuar' }).click()
    await page.getByText('Meu celular').waitFor()
    await page.getByText('nunca usada').waitFor()
    assert.deepEqual([await overflow(page), await seriousFindings(page)], [null, []])

    await context.clearCookies()
    await page.goto('/login?next=/settings')
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await page.getByText('usada por último').waitFor()
    assert.equal(new URL(page.url()).pathname, '/settings')

    await page.getByRole('button', { name: 'Excluir Meu celular' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click()
    await page.getByText('Meu celular', { exact: true }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])

    await context.clearCookies()
    await page.goto('/login')
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click()
    await page.getByText('não é conhecida aqui').waitFor()
  })
})
