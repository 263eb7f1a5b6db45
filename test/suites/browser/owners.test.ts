/** From the code in the log to an account, and its address to another one and back. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { claimCode } from '#tenants/identity/claim.ts'
import { until } from '../../support/until.ts'
import { tokenMailedTo } from '../../unit/console/stage.ts'
import { openPage, skip, speaking, startChromium } from './chromium.ts'
import { startEmpty } from './stage.ts'

describe('the owner of an installation', { skip }, () => {
  it('comes by a code, changes the address to log in with, and takes it back', async t => {
    const { service, base } = await startEmpty(t, { MALOTE_SANDBOX_SENDER: 'malote@shop.test' })
    const { world } = service
    await world.db.query('update accounts set is_operator = false')
    const code = await claimCode(world)
    const browser = await startChromium(t)
    const { page, complaints } = await openPage(browser, base, {
      storageState: speaking(base, 'en'),
    })
    await page.goto('/login')
    await page.getByRole('link', { name: 'Become the owner' }).click()
    await page.goto(`/claim?code=${code}`)
    assert.equal(await page.getByLabel('Code from the log').inputValue(), code)
    await page.getByLabel('Your name or company').fill('Padaria Central')
    await page.getByLabel('Email').fill('rita@padaria.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('pão de queijo quente')
    await page.getByRole('button', { name: 'Become the owner' }).click()
    await page.getByRole('button', { name: 'Create test key' }).waitFor()

    await page.goto('/settings')
    await page.getByLabel('New address').fill('rita@central.test')
    await page.getByLabel('Your password').fill('pão de queijo quente')
    await page.getByRole('button', { name: 'Change address' }).click()
    await page.getByText('If rita@central.test is free, a link is on its way there.').waitFor()
    const token = await until(() => tokenMailedTo({ world }, 'rita@central.test'), 'a letter')
    await page.goto(`/address?token=${token}`)
    await page.getByText('Log in with rita@central.test from now on.').waitFor()

    const undo = await until(() => tokenMailedTo({ world }, 'rita@padaria.test'), 'a letter')
    await page.goto(`/restore?token=${undo}`)
    await page.getByRole('button', { name: 'Take it back' }).click()
    await page.getByLabel('New password').fill('bolo de rolo de Recife')
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('link', { name: 'Log in' }).click()
    await page.getByLabel('Email').fill('rita@padaria.test')
    await page.getByRole('textbox', { name: 'Password' }).fill('bolo de rolo de Recife')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.deepEqual(complaints, [])
  })
})
