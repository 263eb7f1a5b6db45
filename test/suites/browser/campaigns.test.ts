/**
 * A marketer without documentation: a template of blocks is put together, published, and sent as a
 * campaign from one page; its report is read, and a link mended.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { until } from '../../support/until.ts'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { dialogTakesFocus } from './keyboard.ts'
import { logIn, startStage } from './stage.ts'

const saved = (page: Page) => page.getByText('Draft saved').waitFor()
const letter = (page: Page) => page.frameLocator('iframe.preview:not(.preview-phone)')

test('templates and campaigns in the browser', { skip }, async t => {
  const stage = await startStage(t)
  const browser = await startChromium(t)
  const { context, page, complaints } = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'en'),
  })
  t.after(() => context.close())
  await logIn(context, stage)
  const live = `/projects/${stage.project}/live`
  const inTest = `/projects/${stage.project}/test`

  await t.test('a template is put together from blocks, and published', async () => {
    await page.goto(`${inTest}/templates`)
    await page.getByRole('link', { name: 'New template' }).click()
    await page.getByLabel('Name').fill('Welcome')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByLabel('Subject', { exact: true }).fill('Hello, ')
    await page.getByRole('button', { name: 'Insert a value into Subject' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('If the person has none').fill('friend')
    await dialog.getByRole('button', { name: 'Insert', exact: true }).click()
    const subject = page.getByLabel('Subject', { exact: true })
    await subject.locator('.chip', { hasText: 'First name / friend' }).waitFor()
    const reads = (text: string) =>
      until(async () => (await subject.textContent()) === text, `the subject reads ${text}`)
    await reads('Hello, First name / friend')
    // The caret is behind the value, and Enter breaks no subject.
    await page.locator('[aria-label="Subject"]:focus').waitFor()
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await reads('Hello, First name / friend!')
    await subject.locator('.chip').click()
    await dialog.getByLabel('If the person has none').fill('you')
    await dialog.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByText('Hello, you!').first().waitFor()
    await dialog.waitFor({ state: 'detached' })
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('button', { name: /^Heading/ }).click()
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Welcome to the shop')
    await letter(page).getByText('Welcome to the shop').waitFor()
    await page.getByRole('button', { name: /^Button/ }).click()
    await page.getByRole('textbox', { name: 'Link' }).fill('https://loja.test/start')
    await page.getByRole('button', { name: 'Add block' }).click()
    await page.getByRole('menuitem', { name: 'Text' }).click()
    const text = page.getByRole('textbox', { name: 'Text', exact: true })
    await text.fill('We are glad.')
    await letter(page).getByText('We are glad.').waitFor()
    await text.press('Control+a')
    await page.getByRole('button', { name: 'Text colour' }).click()
    await page.getByRole('button', { name: 'Green', exact: true }).click()
    await page.getByRole('button', { name: 'Text size' }).click()
    await page.getByText('Large', { exact: true }).click()
    await text.press('Control+End')
    await page.getByRole('button', { name: 'Emoji' }).click()
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('button', { name: 'Gift', exact: true }).click()
    const words = letter(page).locator('span', { hasText: 'We are glad.' }).first()
    await letter(page).getByText('We are glad.🎁').first().waitFor()
    const style = await words.getAttribute('style')
    assert.match(style ?? '', /color: ?#15803d; ?font-size: ?20px/)
    await saved(page)
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('“Write here.” is still to be replaced.').waitFor()
    assert.ok(await dialog.getByRole('button', { name: 'Publish' }).isDisabled())
    await dialog.getByRole('button', { name: /^Show\..*Write here/ }).click()
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Come in.')
    await letter(page).getByText('Come in.').waitFor()
    await saved(page)
    await page.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByText('From now on this version is sent.', { exact: false }).waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 is published.').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('blocks are moved by keyboard alone, and the preview follows', async () => {
    await page.getByRole('button', { name: /^Heading/ }).focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page.getByText('Now block 2 of 5').waitFor()
    await page.locator('[data-block]:focus').waitFor()
    await page.keyboard.press('Alt+ArrowUp')
    await page.getByText('Now block 1 of 5').waitFor()
    await saved(page)
    assert.deepEqual(complaints, [])
  })

  await t.test('text is written where it stands, left by Escape, and taken back', async () => {
    const heading = page.getByRole('button', { name: /^Heading/ })
    await heading.press('Enter')
    const text = page.getByRole('textbox', { name: 'Heading', exact: true })
    await page.locator('.tiptap:focus').waitFor()
    const steps = await page.evaluate('history.length')
    await page.keyboard.type(' again')
    await letter(page).getByText('Welcome to the shop again').waitFor()
    assert.equal(await page.evaluate('history.length'), steps, 'one press of Back leads away')
    await page.keyboard.press('Control+z')
    await letter(page).getByText('Welcome to the shop', { exact: true }).waitFor()
    assert.equal(await text.innerText(), 'Welcome to the shop')
    await page.keyboard.press('Escape')
    await page.locator('[data-block]:focus').waitFor()
    await page.keyboard.press('Delete')
    await page.getByText('Block deleted.').waitFor()
    await page.keyboard.press('Control+z')
    await heading.waitFor()
    await saved(page)
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(complaints, [])
  })

  await t.test(
    'what was done is taken back after a reload, unless others have written',
    async () => {
      const heading = page.getByRole('button', { name: /^Heading/ })
      const undo = page.getByRole('button', { name: 'Undo last change' })
      await page.reload()
      await heading.waitFor()
      await page.getByRole('button', { name: 'Redo' }).click()
      await heading.waitFor({ state: 'detached' })
      await saved(page)
      await page.reload()
      await undo.click()
      await heading.waitFor()
      await undo.click()
      await page.getByRole('button', { name: /^Heading.*2\/5/ }).waitFor()
      await page.getByRole('button', { name: 'Redo' }).click()
      await page.getByRole('button', { name: /^Heading.*1\/5/ }).waitFor()
      await saved(page)
      const template = new URL(page.url()).pathname.split('/').at(-1)!
      const changed = await context.request.patch(
        `/api/projects/${stage.project}/test/templates/${template}`,
        { headers: { origin: stage.base }, data: { alias: 'welcome' } },
      )
      assert.equal(changed.status(), 200)
      await page.reload()
      await heading.waitFor()
      assert.ok(await undo.isDisabled(), 'what somebody else has written is not taken back')
      assert.deepEqual(complaints, [])
    },
  )

  await t.test('it is sent in test mode from one page', async () => {
    const made = await context.request.post(`/api/projects/${stage.project}/test/contacts`, {
      headers: { origin: stage.base },
      data: { email: 'ines@clientes.test', first_name: 'Ines' },
    })
    assert.equal(made.status(), 201)
    await page.getByRole('link', { name: 'Send it as a campaign' }).click()
    // With a letter that is ready and the sender of before, it is this and two clicks more.
    await page.getByLabel('All contacts, without a topic').check()
    // The card may be closed: whoever sends reads it beside the button.
    const checks = page.getByRole('complementary', { name: 'Before sending' })
    await checks.getByText(/^Without a topic, one click on unsubscribe stops all/).waitFor()
    await page.getByLabel('Address').fill('pedidos@loja.test')
    await page.getByText('1 of 1 can receive it.').waitFor()
    await page.getByRole('button', { name: 'Change: Email' }).click()
    assert.ok(await page.getByLabel('Welcome', { exact: true }).isChecked())
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('button', { name: 'Send now' }).click()
    await dialogTakesFocus(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.locator('.badge', { hasText: 'Sent' }).waitFor()
    await page.getByRole('heading', { name: 'Results' }).waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('cell', { name: 'ines@clientes.test', exact: true }).waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(complaints, [])
  })

  await t.test('what is missing is said, and leads to where it is mended', async () => {
    await page.goto(`${live}/campaigns/new`)
    await page.getByText('Blocks sending').first().waitFor()
    assert.ok(await page.getByRole('button', { name: 'Send now' }).isDisabled())
    await page.getByRole('button', { name: 'Close: Recipients' }).click()
    await page
      .getByRole('button', { name: /^Fix: Recipients/ })
      .first()
      .click()
    await page.getByLabel('News', { exact: true }).check()
    await page.getByText(/^\d+ of \d+ can receive it\.$/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('what is to be fixed can be read on a phone', async () => {
    await page.setViewportSize({ width: 390, height: 844 })
    const finding = page.locator('.findings .finding-text').first()
    await finding.waitFor()
    const { width } = (await finding.boundingBox())!
    await page.setViewportSize({ width: 1280, height: 900 })
    assert.ok(width > 190, `${width} px`)
  })

  await t.test('a letter of its own, written as HTML, is delivered', async () => {
    // As whom the last campaign wrote.
    await page.getByText('Loja da Ana <pedidos@loja.test>').waitFor()
    await page.getByRole('button', { name: 'Write the email' }).click()
    await page.getByLabel('Subject', { exact: true }).fill('Feliz Natal')
    await page.getByText('HTML', { exact: true }).click()
    await page.getByRole('button', { name: 'Switch to HTML?' }).click()
    await page.getByText('Nothing written yet.').waitFor()
    await page
      .getByRole('textbox', { name: 'HTML' })
      .fill('<p>Oi <a href="https://loja.test/natal">loja</a></p>')
    await letter(page).getByText('loja').waitFor()
    await saved(page)
    await page.reload()
    await page.getByRole('button', { name: 'Undo last change' }).click()
    await page.getByText('Nothing written yet.').waitFor()
    await page.getByRole('button', { name: 'Back to the campaign' }).click()
    await page.getByRole('button', { name: 'Write the email' }).click()
    await page.getByRole('button', { name: 'Redo' }).click()
    await letter(page).getByText('loja').waitFor()
    await saved(page)
    await page.getByRole('button', { name: 'Back to the campaign' }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await dialogTakesFocus(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.locator('.badge', { hasText: 'Sent' }).waitFor()
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('cell', { name: 'maria@clientes.test', exact: true }).waitFor()
    await page.getByRole('tab', { name: 'Report' }).click()
    await page.getByText('https://loja.test/natal').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('its figures by provider fit the window in the longer language', async () => {
    const none = { bounced: {}, complained: 0, clicked: { people: 0, machines_only: 0 } }
    const data = ['provider_1', 'provider_2'].map(key => ({
      ...none,
      ...{ key, released: 1_000, delivered: 1_000, opened: none.clicked },
    }))
    await page.route(/\/report$/, async route => {
      const json = await (await route.fetch()).json()
      await route.fulfill({ json: { ...json, provider: data } })
    })
    await page.getByRole('button', { name: 'Português' }).click()
    await page.getByText('0 (0%)').nth(3).waitFor()
    assert.equal(await overflow(page), null)
    await page.getByRole('button', { name: 'English' }).click()
    // One may be on its way: unrouted, it would be answered twice.
    await page.unrouteAll({ behavior: 'wait' })
  })

  await t.test('a link is mended after the letters have gone', async () => {
    await page.getByRole('button', { name: 'Fix https://loja.test/natal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Link').fill('https://loja.test/certo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('https://loja.test/certo').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test(
    'numbers lead to their people, and who did not open is written to again',
    async () => {
      const post = async (path: string, data: object) => {
        const answer = await context.request.post(`/api/projects/${stage.project}/test${path}`, {
          headers: { origin: stage.base },
          data,
        })
        assert.ok(answer.ok(), await answer.text())
        return (await answer.json()) as { id: string }
      }
      for (const name of ['opened', 'clicked', 'quieta']) {
        await post('/contacts', { email: `${name}@example.com`, topics: [stage.topic] })
      }
      const { id } = await post('/campaigns', {
        name: 'Páscoa',
        from: 'Loja da Ana <pedidos@loja.test>',
        topic_id: stage.topic,
        audience: { topics: [stage.topic] },
        content: { subject: 'Páscoa', html: '<p><a href="https://loja.test/ovos">ovos</a></p>' },
      })
      await post(`/campaigns/${id}/send`, {})
      const api = `/api/projects/${stage.project}/test/campaigns/${id}`
      for (let opened = 0; opened < 2; ) {
        opened = (await (await context.request.get(api)).json()).results.opened
      }
      await page.goto(`${inTest}/campaigns/${id}`)
      await page.locator('.chart svg').first().waitFor()
      const moved = await movedWhileComing(page)
      assert.ok(moved < 0.01, `what was shown moved by ${moved}`)
      assert.deepEqual(await seriousFindings(page), [])
      await page.getByRole('link', { name: /^Clicked/ }).click()
      await page.getByRole('cell', { name: 'clicked@example.com', exact: true }).waitFor()
      assert.equal(await page.getByRole('cell', { name: /^\w+@example/ }).count(), 1)
      await page.getByRole('button', { name: 'Clear filters' }).click()
      await page.getByRole('searchbox').fill('joao@example.com')
      await page.getByText(/^No contact has the address joao@example.com/).waitFor()
      // Which the browser writes down, too.
      assert.match(complaints.splice(0).join(), /404/)
      await page.getByRole('searchbox').fill('opened@example.com')
      await page.getByText('They got their email and opened it.').waitFor()
      assert.deepEqual(await seriousFindings(page), [])
      await page.getByRole('tab', { name: 'Report' }).click()
      await page.getByRole('button', { name: 'Who did not open · 1' }).click()
      await page.getByRole('heading', { name: 'Páscoa – who did not open' }).waitFor()
      await page.getByText('1 of 1 can receive it.').waitFor()
      await page.getByRole('button', { name: 'Change: Recipients' }).click()
      assert.equal(await page.getByLabel('People of another campaign').inputValue(), 'not_opened')
      assert.deepEqual(await seriousFindings(page), [])
      assert.deepEqual(complaints, [])
    },
  )

  await t.test('who logs out leaves no letter behind in the tab', async () => {
    const kept = () => page.evaluate(`sessionStorage.getItem('malote-letter-history')`)
    await page.goto(`${inTest}/templates`)
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('button', { name: /^Heading/ }).click()
    await page.getByRole('textbox', { name: 'Heading', exact: true }).fill('Of nobody else')
    await saved(page)
    await page.reload()
    await page.getByRole('button', { name: 'Undo last change' }).waitFor()
    assert.match(String(await kept()), /Of nobody else/)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('menuitem', { name: 'Log out' }).click()
    await page.getByRole('button', { name: 'Log in', exact: true }).waitFor()
    await until(async () => (await kept()) === null, 'nothing is kept')
  })
})

/** How far what is shown moves while answers come one after another, the slowest last. */
async function movedWhileComing(page: Page): Promise<number> {
  const answers = [/\/preview$/, /\/report$/, /\/topics/, /\/campaigns\?/]
  const releases = answers.map(() => Promise.withResolvers<void>())
  for (const [n, pattern] of answers.entries()) {
    await page.route(pattern, async route => {
      await releases[n]!.promise
      await route.fallback()
    })
  }
  await page.reload()
  await page.getByRole('heading', { name: 'What was sent' }).waitFor()
  for (const { resolve } of releases) {
    resolve()
    await page.evaluate(stillness)
  }
  await page.locator('.chart svg').first().waitFor()
  await page.evaluate(stillness)
  await page.unrouteAll({ behavior: 'wait' })
  return page.evaluate(shifts) as Promise<number>
}

/** Nothing has changed for a fifth of a second. */
const stillness = `new Promise(resolve => {
  let timer = setTimeout(resolve, 200)
  new MutationObserver(() => {
    clearTimeout(timer)
    timer = setTimeout(resolve, 200)
  }).observe(document, { subtree: true, childList: true, characterData: true })
})`

const shifts = `new Promise(resolve => {
  let moved = 0
  new PerformanceObserver(list => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) moved += value
  }).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(moved), 100)
})`
