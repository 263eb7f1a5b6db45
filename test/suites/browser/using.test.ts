/** What people do in the dashboard: look, filter, manage, by mouse and by keyboard alone. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { type TestContext, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { until } from '../../support/until.ts'
import { openPage, skip, speaking, startChromium, type Watched } from './chromium.ts'
import { dialogTakesFocus, focused, reach } from './keyboard.ts'
import { logIn, type Stage, startStage } from './stage.ts'

/** One stage for all: each test makes what it changes. */
let stage: Stage
let browser: Browser

async function enter(
  t: TestContext,
  language: 'pt' | 'en' = 'en',
): Promise<Watched & { stage: Stage; live: string }> {
  t.after(() => watched.context.close())
  const watched = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, language),
  })
  await logIn(watched.context, stage)
  return { ...watched, stage, live: `/projects/${stage.project}/live` }
}

test('the dashboard', { skip }, async t => {
  stage = await startStage(t)
  browser = await startChromium(t)

  await t.test('shows emails as they come and keeps filters in the address', async t => {
    const { page, stage, live, complaints } = await enter(t)
    await page.goto(`${live}/emails`)
    await page.locator('.live[data-on=true]').waitFor()
    const { service } = stage
    const key = stage.liveKey
    const body = {
      from: 'x@loja.test',
      to: ['maria@clientes.test'],
      subject: 'Just now',
      text: 'x',
    }
    const justNow = page.getByRole('link', { name: 'Just now' }).first()
    // The stream is open some time before it watches: one more until one is heard of.
    await until(async () => {
      assert.equal((await service.call('POST', '/v1/emails', { key, body })).status, 202)
      return justNow.waitFor({ timeout: 5_000 }).then(
        () => true,
        () => false,
      )
    }, 'the email in the list')

    await page.getByRole('searchbox').fill('senha')
    await page.getByRole('link', { name: 'Redefinição de senha' }).waitFor()
    await justNow.waitFor({ state: 'detached' })
    assert.match(page.url(), /q=senha/)
    await page.reload()
    await page.getByRole('link', { name: 'Redefinição de senha' }).waitFor()
    assert.equal(await page.getByRole('link', { name: 'Just now' }).count(), 0)
    await page.getByLabel('Status').selectOption('delivered')
    await page.getByText('No email fits these filters').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test(
    'tells per recipient what each server said, what it means and what comes next',
    async t => {
      const { page, stage, live, complaints } = await enter(t)
      await page.goto(`${live}/emails/${stage.deferred}`)
      await page.getByRole('heading', { name: 'ocupado@clientes.test' }).waitFor()
      const greylisted = page.getByText('451 4.7.1 Greylisted, please try again in a few minutes')
      await greylisted.first().waitFor()
      // On a busy machine there is a second one by now.
      await page.getByText('Next attempt').first().waitFor()
      // That of the email as a whole is folded.
      const later = page.getByText(/later$/).filter({ visible: true })
      await later.first().waitFor()
      await page.getByRole('tab', { name: 'Original message' }).click()
      await page.getByText('Message-ID').waitFor()
      await page.getByRole('tab', { name: 'Timeline' }).click()
      await page.getByRole('button', { name: 'Cancel sending' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel sending' }).click()
      await page.getByText('Cancelled', { exact: true }).first().waitFor()
      assert.deepEqual(complaints, [])
    },
  )

  await t.test('prints an email without menu and buttons', async t => {
    const { page, stage, live, complaints } = await enter(t)
    await page.goto(`${live}/emails/${stage.bounced}`)
    await page.getByText(/It did not reach ninguem@clientes\.test/).waitFor()
    await page.getByRole('button', { name: 'Copy reply' }).first().waitFor()
    const looks = `[...document.querySelectorAll('header, nav, button, [role=tab], [class*=Button-root]')]
      .filter(one => one.checkVisibility()).map(one => one.textContent)`
    assert.notDeepEqual(await page.evaluate(looks), [])
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await page.evaluate(looks), [])
    await page.getByText(/It did not reach ninguem@clientes\.test/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('finds why somebody got nothing by two clicks and part of an address', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(live)
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
    await page.evaluate(`addEventListener('click', () => {
      document.body.dataset.clicks = Number(document.body.dataset.clicks ?? 0) + 1
    }, true)`)
    await page.getByRole('button', { name: 'Find (Ctrl K)' }).click()
    // What is typed before it has the focus would go to the page.
    await page.getByRole('dialog').locator('input:focus').waitFor()
    await page.keyboard.type('ninguem@cli')
    await page
      .getByRole('button', { name: /ninguem@clientes\.test/ })
      .first()
      .click()
    await page.getByText(/It did not reach ninguem@clientes\.test: this mailbox/).waitFor()
    assert.equal(await page.evaluate('document.body.dataset.clicks'), '2')
    assert.deepEqual(complaints, [])
  })

  await t.test('hands out a table that Excel in Portuguese reads, by recipient', async t => {
    const { page, live, complaints } = await enter(t, 'pt')
    await page.goto(`${live}/emails?q=fatura`)
    await page.getByRole('link', { name: 'Fatura de novembro' }).waitFor()
    await page.getByRole('button', { name: 'Exportar CSV' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Uma linha para cada').selectOption('recipients')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Baixar' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'recipients.csv')
    const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
    assert.match(lines[0]!, /^\ufeffemail_id;created_at;from;address;/)
    assert.deepEqual(
      lines
        .slice(1)
        .map(line => line.split(';')[3])
        .sort(),
      ['financeiro@clientes.test', 'maria@clientes.test'],
    )
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  await t.test('saves an attachment as it was sent', async t => {
    const { page, stage, live, complaints } = await enter(t)
    const bytes = Buffer.from([0, 255, 10, 13, 60])
    const sent = await stage.service.call('POST', '/v1/emails', {
      key: stage.liveKey,
      body: {
        ...{ from: 'x@loja.test', to: ['maria@clientes.test'], subject: 'With a file', text: 'x' },
        attachments: [
          { filename: 'other.txt', content: 'eA==' },
          { filename: 'relatório.html', content: bytes.toString('base64') },
        ],
      },
    })
    await page.goto(`${live}/emails/${sent.body.id}?tab=attachments`)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download relatório.html' }).click(),
    ])
    assert.equal(download.suggestedFilename(), 'relatório.html')
    assert.deepEqual(await readFile(await download.path()), bytes)
    assert.deepEqual(complaints, [])
  })

  await t.test('shows three lines of a subject that is a page long', async t => {
    const { page, stage, live, complaints } = await enter(t)
    const subject = `Long ${'x'.repeat(900)}`
    const body = { from: 'x@loja.test', to: ['maria@clientes.test'], subject, text: 'x' }
    const sent = await stage.service.call('POST', '/v1/emails', { key: stage.liveKey, body })
    assert.equal(sent.status, 202)
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 })
      await page.goto(`${live}/emails?q=Long`)
      const shown = page.locator('.row-subject', { hasText: subject })
      await shown.waitFor()
      assert.ok((await shown.boundingBox())!.height < 100, `at ${width}`)
      await shown.click({ position: { x: 5, y: 5 } })
      await page.getByRole('heading', { level: 1, name: subject }).waitFor()
    }
    assert.deepEqual(complaints, [])
  })

  await t.test('sends by itself, and shows what the simulators do', async t => {
    const { page, stage, complaints } = await enter(t, 'pt')
    await page.goto(`/projects/${stage.project}/test/inbox`)
    await page.getByText('Ao vivo').waitFor()
    await page.getByRole('button', { name: 'Enviar para bounced@example.com' }).click()
    await page
      .getByRole('list')
      .getByRole('button', { name: /Um teste para bounced@example.com/ })
      .waitFor()
    const frame = page.frameLocator('iframe')
    await frame.getByRole('heading', { name: 'Olá do Malote' }).waitFor()
    await page.getByRole('link', { name: 'Abrir linha do tempo' }).first().click()
    await page.getByText('550 5.1.1 <bounced@example.com>', { exact: false }).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('runs and loads nothing of what an email holds', async t => {
    const { page, stage, live, complaints } = await enter(t)
    const key = stage.liveKey
    const hostile =
      '<script>parent.document.title="run"</script><img src="https://elsewhere.test/beacon.png" ' +
      'onerror="parent.document.title=\'run\'"><svg onload="parent.document.title=\'run\'"></svg>' +
      '<style>@import "https://elsewhere.test/x.css";</style><p>Harmless</p>' +
      '<a href="https://elsewhere.test/clicked">A link</a>'
    const body = {
      from: 'x@loja.test',
      to: ['maria@clientes.test'],
      subject: '<img src=x onerror="document.title=\'run\'">',
      html: hostile,
      tags: { '<b>x</b>': '<script>document.title="run"</script>' },
    }
    const sent = await stage.service.call('POST', '/v1/emails', { key, body })
    assert.equal(sent.status, 202, JSON.stringify(sent.body))
    await page.goto(`${live}/emails/${sent.body.id}`)
    await page.getByRole('tab', { name: 'Preview' }).click()
    await page.frameLocator('iframe').getByText('Harmless').waitFor()
    await page.frameLocator('iframe').getByRole('link', { name: 'A link' }).click()
    await page.frameLocator('iframe').getByText('Harmless').waitFor()
    for (const tab of ['Text', 'HTML', 'Headers', 'Original message']) {
      await page.getByRole('tab', { name: tab, exact: true }).click()
    }
    assert.notEqual(await page.title(), 'run')
    const asked = complaints.filter(complaint => complaint.startsWith('asked elsewhere'))
    assert.deepEqual(asked, [])
  })

  await t.test('makes and deletes a key by keyboard alone', async t => {
    const { page, stage, complaints } = await enter(t)
    await page.goto(`/projects/${stage.project}/test/keys`)
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
    await page.keyboard.press('Tab')
    assert.equal(await focused(page), 'Skip to content')
    await page.keyboard.press('Enter')
    await reach(page, 'Create key')
    await page.keyboard.press('Enter')
    await dialogTakesFocus(page)
    await page.keyboard.type('By keyboard')
    await page.keyboard.press('Enter')
    await page.locator('code', { hasText: /^svc_test_/ }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await reach(page, 'Delete By keyboard')
    await page.keyboard.press('Enter')
    await dialogTakesFocus(page)
    await reach(page, 'Delete')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Delete By keyboard' }).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  await t.test('adds a domain, a suppression, a webhook and a project', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/domains`)
    await page.getByRole('button', { name: 'Add domain' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Domain').fill('https://www.Outra.test/loja')
    await dialog.getByText('Will be added: outra.test').waitFor()
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'outra.test' }).waitFor()
    await page.getByText('Signature (DKIM)').first().waitFor()
    await page.getByRole('button', { name: 'Look up DNS' }).click()
    await page.getByText('DNS looked up just now').waitFor()
    await page.getByRole('button', { name: 'Create a link' }).click()
    const link = await page.locator('code', { hasText: '/dns?token=' }).innerText()
    const outside = await page.context().newPage()
    await outside.goto(link)
    await outside.getByRole('heading', { level: 1, name: 'DNS records of outra.test' }).waitFor()
    await outside.getByRole('button', { name: 'Zone file' }).waitFor()
    await outside.close()

    await page.getByRole('link', { name: 'Suppressions' }).click()
    await page.getByRole('button', { name: 'Add address' }).click()
    await dialog.getByLabel('Email').fill('chega@clientes.test')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await page.getByRole('button', { name: 'Delete chega@clientes.test' }).waitFor()

    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Create webhook' }).click()
    await dialog.getByLabel('URL').fill('http://loja.test/eventos')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await dialog.getByRole('alert').waitFor()
    await dialog.getByLabel('URL').fill('https://127.0.0.1/eventos')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.locator('code', { hasText: /^whsec_/ }).waitFor()

    await page.getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('button', { name: 'Create project' }).click()
    await dialog.getByLabel('Name').fill('Filial')
    await dialog.getByRole('button', { name: 'Create', exact: true }).click()
    await page.getByRole('link', { name: 'Filial' }).click()
    await page.getByRole('button', { name: 'Project: Filial' }).waitFor()
    // A refusal is an answer: the browser says so in its console, and that is all it may say.
    assert.deepEqual(
      complaints.filter(complaint => !/status of 400/.test(complaint)),
      [],
    )
  })

  await t.test('changes language and colours at once, and remembers both', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/emails`)
    await page.getByRole('button', { name: 'Português' }).click()
    await page.getByRole('heading', { level: 1, name: 'E-mails' }).waitFor()
    await page.getByRole('button', { name: 'Tema escuro' }).click()
    await page.reload()
    await page.getByRole('heading', { level: 1, name: 'E-mails' }).waitFor()
    const scheme = `document.documentElement.getAttribute('data-mantine-color-scheme')`
    assert.equal(await page.evaluate(scheme), 'dark')
    assert.deepEqual(complaints, [])
  })

  await t.test('logs in by the form, out by the menu, and shows nothing afterwards', async t => {
    const { page, context, stage, live } = await enter(t)
    await context.clearCookies()
    await page.goto(`${live}/emails`)
    await page.getByLabel('Email').fill(stage.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(stage.password)
    await page.getByRole('button', { name: 'Log in', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Emails' }).waitFor()
    await page.getByRole('button', { name: /^Your account/ }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('heading', { level: 1, name: 'Log in to Malote' }).waitFor()
    await page.goto(`${live}/emails`)
    await page.getByRole('heading', { level: 1, name: 'Log in to Malote' }).waitFor()
  })
})
