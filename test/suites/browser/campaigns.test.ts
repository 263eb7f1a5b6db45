/** A marketer sends a campaign in the dashboard, and reads what became of it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, skip, speaking, startChromium } from './chromium.ts'
import { logIn, startStage } from './stage.ts'

test('campaigns in the browser', { skip }, async t => {
  const stage = await startStage(t)
  const browser = await startChromium(t)
  const { context, page, complaints } = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'en'),
  })
  t.after(() => context.close())
  await logIn(context, stage)
  const live = `/projects/${stage.project}/live`

  await t.test('from an empty form to letters that were delivered', async () => {
    await page.goto(`${live}/campaigns`)
    await page.getByRole('link', { name: 'New campaign' }).click()
    await page.getByLabel('Name').fill('Natal')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Draft made.').waitFor()
    // What is missing is said before anything else, and nothing can be sent.
    await page.getByText('Must be mended').first().waitFor()
    assert.equal(await page.getByRole('button', { name: 'Send now' }).count(), 0)
    await page.getByLabel('From', { exact: true }).fill('Loja da Ana <pedidos@loja.test>')
    await page
      .getByLabel('Subject')
      .fill('Feliz Natal, {{ contact.first_name | default: "gente" }}')
    await page.getByLabel('HTML').fill('<p>Oi <a href="https://loja.test/natal">loja</a></p>')
    await page.getByLabel('Topic of the letter').selectOption({ label: 'News' })
    await page.getByRole('group', { name: 'People of these topics' }).getByLabel('News').check()
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved.').waitFor()
    await page.getByText(/^\d+ of \d+ people may be written to\.$/).waitFor()
    await page.frameLocator('iframe.preview').getByText('loja').waitFor()
    await page.getByRole('button', { name: 'Send now' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
    await page.getByText('Sent', { exact: true }).waitFor()
    await page.getByText('https://loja.test/natal').waitFor()
    await page.getByRole('cell', { name: 'maria@clientes.test' }).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('a link is mended after the letters have gone', async () => {
    await page.getByRole('button', { name: 'Mend https://loja.test/natal' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Link').fill('https://loja.test/certo')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByText('https://loja.test/certo').waitFor()
    assert.deepEqual(complaints, [])
  })
})
