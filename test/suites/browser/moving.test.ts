/** Going about in the dashboard: where the focus is, what an address keeps, what a lost connection does. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { patienceMs } from '../../support/until.ts'
import { openPage, skip, speaking, startChromium } from './chromium.ts'
import { logIn, type Stage, startStage } from './stage.ts'

let stage: Stage
let browser: Browser

async function enter(t: TestContext) {
  t.after(() => watched.context.close())
  const watched = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'en'),
  })
  await logIn(watched.context, stage)
  return { ...watched, live: `/projects/${stage.project}/live` }
}

const focused = (page: Page) => page.evaluate('document.activeElement.textContent')
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name }).waitFor()

test('moving about', { skip }, async t => {
  stage = await startStage(t)
  browser = await startChromium(t)

  await t.test('puts the focus on the heading of a page that was gone to', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/emails`)
    await page.getByRole('link', { name: 'Redefinição de senha' }).click()
    await heading(page, 'Redefinição de senha')
    assert.equal(await focused(page), 'Redefinição de senha')
    await page.goBack()
    await heading(page, 'Emails')
    assert.equal(await focused(page), 'Emails')
    assert.deepEqual(complaints, [])
  })

  await t.test('gives the focus back to the button that opened a dialog', async t => {
    const { page, live } = await enter(t)
    await page.goto(`${live}/suppressions`)
    await page.getByRole('button', { name: 'Add address' }).click()
    await page.locator('[role=dialog] :focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.waitForFunction(`document.activeElement.textContent === 'Add address'`)
    await page.getByRole('button', { name: 'Delete saiu@clientes.test' }).click()
    await page.locator('[role=dialog] :focus').waitFor()
    assert.equal(await focused(page), 'No, keep it')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Delete saiu@clientes.test' }).waitFor()
  })

  await t.test('keeps the filters of an address through the log-in', async t => {
    const { page, context, live } = await enter(t)
    await context.clearCookies()
    await page.goto(`${live}/emails?status=bounced&to=ninguem%40clientes.test`)
    await page.getByLabel('Email').fill(stage.email)
    // Its outline stood there before, too.
    const { y, height } = (await page.locator('main .door-card').boundingBox())!
    assert.ok(Math.abs(y + height / 2 - page.viewportSize()!.height / 2) < 2, `${y} ${height}`)
    await page.getByRole('textbox', { name: 'Password' }).fill(stage.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await heading(page, 'Emails')
    assert.equal(await page.getByLabel('Status').inputValue(), 'bounced')
    assert.equal(await page.getByLabel('To', { exact: true }).inputValue(), 'ninguem@clientes.test')
    await page.getByRole('link', { name: 'Redefinição de senha' }).waitFor()
  })

  await t.test('speaks as the browser does to whoever has chosen nothing', async t => {
    for (const [locale, overview, tag] of [
      ['en-GB', 'Overview', 'en'],
      ['pt-BR', 'Visão geral', 'pt-BR'],
    ] as const) {
      const { page, context, complaints } = await openPage(browser, stage.base, { locale })
      t.after(() => context.close())
      await logIn(context, stage)
      await page.goto(`/projects/${stage.project}/live`)
      await heading(page, overview)
      // The profile, which is in Portuguese, is there by now.
      await page.locator('#ways').getByRole('link').nth(3).waitFor()
      assert.equal(await page.evaluate('document.documentElement.lang'), tag)
      await heading(page, overview)
      assert.deepEqual(complaints, [])
    }
  })

  await t.test('unfolds marketing in the menu with the first of its pages', async t => {
    const { page, live, complaints } = await enter(t)
    const contacts = page.locator('#ways').getByRole('link', { name: 'Contacts' })
    await page.goto(live)
    await heading(page, 'Overview')
    await page.locator('#ways').getByRole('link', { name: 'Members' }).waitFor()
    assert.equal(await contacts.isVisible(), false)
    await page.goto(`${live}/contacts`)
    await contacts.waitFor()
    await page.goto(live)
    await heading(page, 'Overview')
    await contacts.waitFor()
    await page.locator('#ways').getByText('Audience', { exact: true }).click()
    await contacts.waitFor({ state: 'hidden' })
    await page.goto(`${live}/contacts`)
    await heading(page, 'Contacts')
    assert.equal(await contacts.isVisible(), false, 'it was folded by hand')
    assert.deepEqual(complaints, [])
  })

  await t.test('stays on a page of the account in the other mode', async t => {
    const { page } = await enter(t)
    const leadsTo = (way: string) => page.locator('#ways').getByRole('link', { name: way })
    await page.goto(`/projects/${stage.project}/test`)
    await heading(page, 'Overview')
    const mode = () => page.locator('.frame').getAttribute('data-mode')
    assert.equal(await mode(), 'test')
    await page.goto('/limits')
    await heading(page, 'Limits and usage')
    // What is the account's is of neither.
    assert.equal(await mode(), null)
    await page.getByText('Live', { exact: true }).click()
    const live = `/projects/${stage.project}/live/emails`
    await page.locator(`#ways a[href="${live}"]`).waitFor()
    await heading(page, 'Limits and usage')
    assert.equal(new URL(page.url()).pathname, '/limits')
    // There is no test inbox in production.
    await leadsTo('Test inbox').click()
    await heading(page, 'Test inbox')
    assert.equal(new URL(page.url()).pathname, `/projects/${stage.project}/test/inbox`)
  })

  await t.test('says of a project or a mode that is not there that it is not', async t => {
    const { page } = await enter(t)
    for (const place of [
      'prj_01a2298365f7700081ba9e9d52088cc9/live',
      `${stage.project}/producao`,
    ]) {
      const asked: string[] = []
      page.on('request', request => asked.push(request.url()))
      await page.goto(`/projects/${place}/emails`)
      await heading(page, 'Page not found')
      assert.deepEqual(
        asked.filter(url => url.includes(`/api/projects/${place.split('/')[0]}/`)),
        [],
      )
      page.removeAllListeners('request')
    }
    await page.goto(`/projects/${stage.project}/live/inbox?to=ana%40good.test`)
    await heading(page, 'Test inbox')
    const { pathname, searchParams } = new URL(page.url())
    assert.equal(pathname, `/projects/${stage.project}/test/inbox`)
    assert.equal(searchParams.get('to'), 'ana@good.test')
  })

  await t.test(
    'shows an id in one line, and of a long subject as much as is asked for',
    async t => {
      const { page, live } = await enter(t)
      const subject = 'Uma palavra e mais outra '.repeat(36).trim()
      const body = {
        from: 'pedidos@loja.test',
        to: ['maria@clientes.test'],
        subject,
        text: 'Oi',
        attachments: [{ filename: 'nota fiscal.txt', content: 'T2k=' }],
      }
      const sent = await stage.service.call('POST', '/v1/emails', { key: stage.liveKey, body })
      assert.equal(sent.status, 202, JSON.stringify(sent.body))
      await page.goto(`${live}/emails/${sent.body.id}`)
      const title = page.getByRole('heading', { level: 1 })
      const heightOf = async () => (await title.boundingBox())!.height
      const id = page.locator('code', { hasText: sent.body.id })
      for (const width of [1280, 390, 320]) {
        await page.setViewportSize({ width, height: 800 })
        await id.waitFor()
        const { height, x, width: wide } = (await id.boundingBox())!
        assert.ok(height < 26, `${height} px high at ${width}`)
        assert.ok(x + wide <= width, `ends at ${x + wide} of ${width}`)
        const cut = await heightOf()
        await page.getByRole('button', { name: 'Show all of it' }).click()
        assert.ok((await heightOf()) > cut)
        await page.getByRole('button', { name: 'Show less' }).click()
        assert.equal(await heightOf(), cut)
      }
      await page.getByRole('tab', { name: 'Attachments' }).click()
      await page.getByText('nota fiscal.txt').waitFor()
    },
  )

  await t.test('finds pages and projects by typing, with the keyboard alone', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/emails`)
    await heading(page, 'Emails')
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Page, address, subject, name or id').fill('supress')
    await page.keyboard.press('Enter')
    await heading(page, 'Suppressions')
    assert.match(page.url(), /\/live\/suppressions$/)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Page, address, subject, name or id').fill('mode')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/test\/suppressions$/)
    assert.deepEqual(complaints, [])
  })

  await t.test('finds an email, a person and what has a name from anywhere', async t => {
    const { page, live, complaints } = await enter(t)
    const find = async (typed: string, what: string | RegExp) => {
      await page.keyboard.press('Control+k')
      await page.getByPlaceholder('Page, address, subject, name or id').fill(typed)
      const found = page.getByRole('button', { name: what }).first()
      await found.waitFor()
      await found.click()
    }
    await page.goto('/audit')
    await heading(page, 'Audit log')
    await page.goto(`${live}/emails`)
    await heading(page, 'Emails')
    await find('redefinicao senha', 'Redefinição de senha')
    await heading(page, 'Redefinição de senha')
    await page.getByText('It did not reach ninguem@clientes.test').waitFor()
    await find('ninguem@clientes.test', 'ninguem@clientes.test')
    await page.waitForURL(/\/live\/(suppressions\?email=|emails\/)/)
    await find('maria@', /^maria@/)
    await page.waitForURL(/\/live\/contacts\/con_/)
    await find('DEZEMB', /dezembro/i)
    await page.waitForURL(/\/live\/campaigns\/cmp_/)
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Page, address, subject, name or id').fill('zzzz nothing')
    await page.getByText('Nothing found').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test(
    'stays on the page while there is no connection, and goes on once there is',
    async t => {
      const { page, context, live } = await enter(t)
      await page.goto(`${live}/emails`)
      await page.getByRole('link', { name: 'Redefinição de senha' }).waitFor()
      await page.evaluate('window.isTheSame = true')
      await context.setOffline(true)
      await page.getByRole('link', { name: 'Deliverability' }).click()
      await page.getByText('No connection, trying…').waitFor()
      await page.getByRole('navigation', { name: 'Main navigation' }).waitFor()
      await context.setOffline(false)
      await heading(page, 'Deliverability')
      await page.getByText('No connection, trying…').waitFor({ state: 'detached' })
      assert.equal(await page.evaluate('window.isTheSame'), true)
    },
  )

  await t.test(
    'draws only what is in sight of a long list, and asks for one page on a return',
    async t => {
      const { page, live } = await enter(t)
      const key = stage.liveKey
      // None goes out or is tried again meanwhile: news of it would be a reason of its own to ask.
      const waiting = `/v1/emails/${stage.deferred}/cancel`
      assert.equal((await stage.service.call('POST', waiting, { key })).status, 200)
      const scheduled_at = new Date(Date.now() + 24 * 3_600_000).toISOString()
      const letter = { from: 'x@loja.test', to: ['maria@clientes.test'], text: 'x', scheduled_at }
      for (let batch = 0; batch < 3; batch++) {
        const emails = Array.from({ length: 100 }, (_, n) => ({
          ...letter,
          subject: `Many ${batch}/${n}`,
        }))
        const body = { emails }
        const sent = await stage.service.call('POST', '/v1/emails/batch', { key, body })
        assert.ok(sent.status < 300, JSON.stringify(sent.body))
      }
      await page.goto(`${live}/emails?q=Many`)
      const shown = page.locator('tbody a.row-link')
      await shown.first().waitFor()
      const oldest = page.getByRole('link', { name: /^Many 0\// }).first()
      // Each turn shows the end of what is there, which brings the next page.
      const end = performance.now() + patienceMs
      while (performance.now() < end && !(await oldest.isVisible())) {
        await page.evaluate('window.scrollTo(0, document.body.scrollHeight)')
        await oldest.waitFor({ timeout: 500 }).catch(() => {})
      }
      await oldest.waitFor()
      assert.ok((await shown.count()) < 100)
      const asked: string[] = []
      page.on('request', request => {
        if (/\/emails\?/.test(request.url())) asked.push(request.url())
      })
      await page.getByRole('link', { name: 'Domains' }).click()
      await heading(page, 'Domains')
      await page.goBack()
      await shown.first().waitFor()
      // Two calls later a list that reads all of its pages again would be at its third.
      await page.evaluate(`fetch('/api/limits').then(() => fetch('/api/limits'))`)
      assert.ok(asked.length <= 1, asked.join('\n'))
    },
  )
})
