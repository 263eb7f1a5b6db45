/**
 * How many presses the tasks of every day cost a marketer, counted by the browser: writing by a
 * starting letter and a saved block, sending a ready letter, importing a file, writing again to who
 * did not open, saying why one person got nothing.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { logIn, startStage } from './stage.ts'

/** Presses since the last time somebody asked; typing is none. */
async function presses(page: Page): Promise<number> {
  return (await page.evaluate(`(() => {
    const n = Number(sessionStorage.getItem('presses') ?? 0)
    sessionStorage.setItem('presses', '0')
    return n
  })()`)) as number
}

const counting = `addEventListener('pointerdown', () => {
  sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
}, { capture: true })`

/** A consent that the file itself tells, in a column. */
const file = [
  'E-mail;Nome;Sobrenome;Empresa;Cliente desde;Valor gasto',
  'ana.lima@clientes.test;Ana;Lima;Padaria;31/12/2020;1.234,50',
  'bia@clientes.test;Bia;Reis;Livraria;15/02/2021;80,00',
].join('\n')

test('tasks of every day, in presses', { skip }, async t => {
  const stage = await startStage(t)
  const browser = await startChromium(t)
  const { context, page, complaints } = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'en'),
  })
  t.after(() => context.close())
  await page.addInitScript(counting)
  await logIn(context, stage)
  const inTest = `/projects/${stage.project}/test`
  const api = `/api/projects/${stage.project}/test`
  const post = async (path: string, data: object = {}) => {
    const headers = { origin: stage.base }
    const answer = await context.request.post(`${api}${path}`, { headers, data })
    assert.ok(answer.ok(), await answer.text())
    return (await answer.json()) as { id: string }
  }
  const dialog = page.getByRole('dialog')
  for (const name of ['opened', 'quieta']) {
    await post('/contacts', { email: `${name}@example.com`, topics: [stage.topic] })
  }
  await post('/contacts', { email: 'ana@example.com' })

  await t.test('a letter begins as a ready one, and a block of it is kept', async () => {
    await page.goto(`${inTest}/templates/new`)
    await page.getByLabel('Name').fill('Offer of May')
    const letters = page.locator('.gallery input[type=radio]')
    await letters.nth(8).waitFor()
    assert.equal(await letters.count(), 9, 'nothing, and eight ready ones')
    assert.deepEqual(await seriousFindings(page), [])
    await letters.nth(2).check()
    await page.getByRole('button', { name: 'Create' }).click()
    const blocks = page.locator('[data-block]')
    await blocks.nth(2).waitFor()
    assert.notEqual(await page.getByLabel('Subject', { exact: true }).inputValue(), '')
    await page
      .getByRole('button', { name: /^Heading/ })
      .first()
      .click()
    await page
      .getByRole('button', { name: /^Save for other emails/ })
      .first()
      .click()
    await dialog.getByLabel('Name').fill('Our header')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Block saved.').waitFor()
    const before = await blocks.count()
    // It gives the focus back when it has gone, and with that would close a menu.
    await dialog.waitFor({ state: 'detached' })
    const more = page.getByRole('button', { name: 'Add block' })
    // In the middle of a low window there is least room for a menu, above as below.
    await page.setViewportSize({ width: 1280, height: 500 })
    await page.evaluate(
      `[...document.querySelectorAll('.blocks-add')].at(-1).scrollIntoView({ block: 'center' })`,
    )
    await more.click()
    const kept = page.getByRole('menuitem', { name: 'Our header' })
    await kept.waitFor()
    const scrolled = () => page.evaluate('document.scrollingElement.scrollTop')
    const stood = await scrolled()
    const menu = (await page.locator('.block-menu').boundingBox())!
    assert.ok(menu.y >= 0 && menu.y + menu.height <= 500, 'the menu is in the window')
    await kept.click()
    assert.equal(await scrolled(), stood, 'choosing an entry moves no page')
    await blocks.nth(before).waitFor()
    await page.getByText('Draft saved').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(complaints, [])
  })

  await t.test('a ready letter goes to a topic in five', async () => {
    const { id } = await post('/templates', {
      name: 'Ready',
      variants: {
        en: { subject: 'Easter', html: '<p>Hi <a href="https://loja.test/x">x</a></p>' },
      },
    })
    await post(`/templates/${id}/publish`)
    await post('/campaigns', { name: 'Before', from: 'Loja da Ana <pedidos@loja.test>' })
    await page.goto(`${inTest}/campaigns`)
    await page.getByRole('link', { name: 'New campaign' }).waitFor()
    await presses(page)
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByLabel('News', { exact: true }).click()
    await page.getByLabel('Ready', { exact: true }).click()
    await page.getByRole('button', { name: 'Send now' }).click()
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.locator('.badge', { hasText: 'Sent' }).waitFor()
    assert.equal(await presses(page), 5)
    assert.deepEqual(complaints, [])
  })

  await t.test('who did not open is written to again in three', async () => {
    await page.getByRole('link', { name: /^Opened/ }).waitFor()
    await page.getByRole('button', { name: 'Who did not open · 1' }).waitFor()
    await presses(page)
    await page.getByRole('button', { name: 'Who did not open · 1' }).click()
    await page.getByText('1 of 1 can receive it.').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    await dialog.getByRole('button', { name: 'Send now' }).click()
    await page.locator('.badge', { hasText: 'Sent' }).waitFor()
    assert.equal(await presses(page), 3)
    assert.deepEqual(complaints, [])
  })

  await t.test('why somebody got nothing is said after one, and her address', async () => {
    await presses(page)
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('searchbox').fill('ana@example.com')
    await page
      .getByText(/They are not in the audience/)
      .first()
      .waitFor()
    assert.ok((await presses(page)) <= 3)
  })

  await t.test('a file with new fields is imported in six', async () => {
    await page.goto(`${inTest}/contacts`)
    await page.getByRole('button', { name: 'Import a file' }).waitFor()
    await presses(page)
    await page.getByRole('button', { name: 'Import a file' }).click()
    // The window of the system in which the file is chosen is one press more.
    await page
      .getByLabel('Choose a file')
      .setInputFiles({ name: 'feira.csv', mimeType: 'text/csv', buffer: Buffer.from(file) })
    await page.getByRole('heading', { name: 'feira.csv' }).waitFor()
    await page.getByLabel('They asked for these emails (consent)').click()
    await page.getByLabel('News').click()
    await page.getByLabel('What they read when they agreed').fill('Yes, send me news')
    await page.getByLabel('Where they agreed').fill('At the fair')
    await page.getByRole('button', { name: 'Import now' }).click()
    await page.getByRole('heading', { name: 'What happened' }).waitFor()
    assert.ok((await presses(page)) + 1 <= 6)
    const found = await context.request.get(`${api}/contacts/ana.lima@clientes.test`)
    const { properties, company } = await found.json()
    assert.deepEqual(
      [company, properties],
      ['Padaria', { cliente_desde: '2020-12-31', valor_gasto: 1234.5 }],
    )
  })
})
