/** Pictures and the theme: what people do with them in the dashboard, and what readers see then. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { photograph, png } from '../../support/pictures.ts'
import {
  openPage,
  overflow,
  seriousFindings,
  skip,
  speaking,
  startChromium,
  type Watched,
} from './chromium.ts'
import { logIn, type Stage, startStage } from './stage.ts'

let stage: Stage
let browser: Browser

async function enter(t: TestContext, more: object = {}): Promise<Watched & { live: string }> {
  const watched = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'pt'),
    locale: 'pt-BR',
    ...more,
  })
  t.after(() => watched.context.close())
  await logIn(watched.context, stage)
  return { ...watched, live: `/projects/${stage.project}/live` }
}

const file = (name: string, buffer: Buffer) => ({ name, mimeType: 'image/png', buffer })

/** Pictures are there, and drawn. */
const isDrawn = (page: Page, selector: string): Promise<boolean> =>
  page
    .locator(selector)
    .first()
    .evaluate(
      one =>
        (one as unknown as { complete: boolean; naturalWidth: number }).complete &&
        (one as unknown as { naturalWidth: number }).naturalWidth > 0,
    )

async function untilDrawn(page: Page, selector: string): Promise<void> {
  await page.locator(selector).first().waitFor()
  for (let n = 0; n < 200; n++) {
    if (await isDrawn(page, selector)) return
    await page.waitForTimeout(50)
  }
  throw new Error(`${selector} is not drawn`)
}

/** Of a window, as far as clicks are counted. */
type Listen = (type: string, run: (event: { detail: number }) => void, isFirst: boolean) => void

test('pictures and the theme', { skip }, async t => {
  stage = await startStage(t)
  browser = await startChromium(t)

  await t.test('a picture is uploaded, described, put into a letter, and kept there', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/files`)
    await page.getByText('Nenhuma imagem ainda').waitFor()
    await page
      .getByLabel('Escolher imagens')
      .setInputFiles([
        file('verão.png', await png({ width: 400, height: 200 })),
        file('falsa.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      ])
    await page.getByText('1 imagem enviada').waitFor()
    await page.getByRole('alert').filter({ hasText: 'falsa.png' }).waitFor()
    // The browser itself notes the refusal that was asked for.
    assert.match(complaints.splice(0).join(), /400/)
    await untilDrawn(page, '.thumbnail')
    await page.getByRole('button', { name: 'Alterar verão.png' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Texto alternativo').fill('Uma praia ao meio-dia')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Uma praia ao meio-dia').waitFor()
    assert.deepEqual(await seriousFindings(page), [])

    await page.goto(`${live}/templates/new`)
    await page.getByLabel('Nome').fill('Com imagem')
    await page.getByRole('button', { name: 'Criar', exact: true }).click()
    await page.getByRole('button', { name: 'Adicionar bloco' }).click()
    await page.getByRole('menuitem', { name: 'Imagem' }).click()
    await dialog.getByRole('button', { name: 'Escolher verão.png' }).click()
    assert.equal(
      await page.getByLabel('Texto alternativo', { exact: true }).inputValue(),
      'Uma praia ao meio-dia',
    )
    assert.equal(await page.getByLabel('Largura em pixels').inputValue(), '400')
    await untilDrawn(page, '.canvas img[alt="Uma praia ao meio-dia"]')
    const computer = 'iframe.preview:not(.preview-phone)'
    const drawn = page.frameLocator(computer).locator('img[alt="Uma praia ao meio-dia"]')
    await drawn.waitFor()
    assert.ok(
      await drawn.evaluate(one => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
      'the preview shows what was uploaded',
    )
    const { width } = await page
      .locator(computer)
      .evaluate(one => ({ width: (one as unknown as { clientWidth: number }).clientWidth }))
    assert.ok(width >= 630, `a computer is ${width} pixels wide`)
    await page.getByText('Rascunho salvo').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('a letter from nothing takes nine clicks', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/templates`)
    await page.evaluate(() => {
      const holder = globalThis as unknown as { clicks: number; addEventListener: Listen }
      holder.clicks = 0
      const count = ({ detail }: { detail: number }) => {
        if (detail > 0) holder.clicks += 1
      }
      holder.addEventListener('click', count, true)
    })
    await page.getByRole('link', { name: 'Novo modelo' }).click()
    await page.getByLabel('Nome').fill('Do nada')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Adicionar bloco' }).click()
    await page.getByRole('menuitem', { name: 'Imagem' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Escolher verão.png' }).click()
    await untilDrawn(page, '.canvas img')
    await page.getByRole('button', { name: 'Adicionar bloco' }).click()
    await page.getByRole('menuitem', { name: 'Colunas' }).click()
    const write = async (type: string, text: string) => {
      await page
        .getByRole('button', { name: new RegExp(`^${type}`) })
        .first()
        .click()
      await page.locator('.tiptap:focus').waitFor()
      await page.keyboard.press('Control+a')
      await page.keyboard.type(text)
    }
    await write('Título', 'Feira de verão')
    await write('Texto', 'Venha no sábado.')
    await write('Botão', 'Quero ir')
    await page.getByText('Rascunho salvo').waitFor()
    const drawn = page.locator('.canvas')
    for (const text of ['Feira de verão', 'Venha no sábado.', 'Quero ir']) {
      await drawn.getByText(text, { exact: true }).waitFor()
    }
    assert.equal(await drawn.getByRole('list', { name: /^Coluna/ }).count(), 2)
    const clicks = await page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks)
    assert.ok(clicks <= 9, `${clicks} clicks`)
    assert.deepEqual(await seriousFindings(page), [])
    assert.deepEqual(complaints, [])
  })

  await t.test('its theme is seen before it is saved, and on the pages afterwards', async t => {
    const { page, live, complaints } = await enter(t)
    await page.goto(`${live}/audience?tab=theme`)
    await page.getByLabel('Nome do remetente').fill('Loja da Esquina')
    await page.getByRole('textbox', { name: 'Cor dos botões', exact: true }).fill('#ffe000')
    await page.getByRole('button', { name: 'Escolher imagem' }).click()
    await page
      .getByRole('dialog')
      .getByLabel('Escolher imagens')
      .setInputFiles(file('logo.png', await photograph({ width: 120, height: 60 })))
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await untilDrawn(page, 'img.thumbnail')
    const frame = page.frameLocator('iframe.preview')
    await frame.getByRole('img', { name: 'Loja da Esquina' }).waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await page.getByRole('button', { name: 'Salvar' }).click()
    await page.getByText('Salvo.').first().waitFor()
    assert.deepEqual(complaints, [])
    const { body: forms } = await stage.service.call('GET', '/v1/forms', { key: stage.liveKey })
    const path = new URL(forms.data[0].url).pathname
    for (const colorScheme of ['light', 'dark'] as const) {
      const reader = await openPage(browser, stage.base, {
        viewport: { width: 320, height: 640 },
        colorScheme,
        javaScriptEnabled: true,
      })
      t.after(() => reader.context.close())
      await reader.page.goto(path)
      await untilDrawn(reader.page, '.sender img')
      assert.deepEqual(await seriousFindings(reader.page), [], colorScheme)
      const trap = await reader.page.locator('.trap').boundingBox()
      assert.ok(trap!.x + trap!.width <= 0, 'the field for programs is not seen')
      assert.equal(await overflow(reader.page), null, 'no wider than the window')
      assert.deepEqual(reader.complaints, [])
    }
  })

  await t.test('what is in use is not deleted, and says by what', async t => {
    const { page, live } = await enter(t)
    await page.goto(`${live}/files`)
    await page.getByRole('button', { name: /Excluir logo\.png/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Excluir', exact: true }).click()
    await dialog.getByText('Está em uso por "theme".').waitFor()
  })

  await t.test('pages of pictures fit a phone in the dark', async t => {
    const { page, live, complaints } = await enter(t, {
      viewport: { width: 390, height: 844 },
      colorScheme: 'dark',
    })
    for (const path of ['/files', '/audience?tab=theme']) {
      await page.goto(live + path)
      await untilDrawn(page, '.thumbnail')
      assert.deepEqual(await seriousFindings(page), [], path)
      assert.ok(!(await overflow(page)), path)
    }
    assert.deepEqual(complaints, [])
  })
})
