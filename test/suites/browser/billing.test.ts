/** Selling by hand in the browser: ordered, marked as paid, seen, capped, changed and ended. */
import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { ofBilling, views } from './pages.ts'
import { logIn, type Stage, startStage } from './stage.ts'

let stage: Stage
let browser: Browser

const buyer = { email: 'bia@padaria.test', password: 'quatro palavras bem longas' }
/** On which the money came. */
const day = new Date(Date.now() - 3 * 86_400_000).toISOString().slice(0, 10)
const settings = {
  MALOTE_BILLING: 'manual',
  MALOTE_BILLING_CONTACT: 'contas@malote.test',
  MALOTE_BILLING_PAYMENT: 'Banco 001\\nConta 56789-0',
  MALOTE_BILLING_PIX: '11.222.333/0001-81; Malote; Recife',
}

async function enter(
  t: TestContext,
  options: { who?: { email: string; password: string }; language?: 'pt' | 'en'; width?: number },
) {
  const { who, language = 'en', width = 1280 } = options
  const watched = await openPage(browser, stage.base, {
    viewport: { width, height: width === 390 ? 844 : 900 },
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    storageState: speaking(stage.base, language),
  })
  t.after(() => watched.context.close())
  await logIn(watched.context, { ...stage, ...who })
  return watched
}

async function press(page: Page, label: string | RegExp) {
  await page.getByRole('dialog').getByRole('button', { name: label }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

test('billing in the browser', { skip }, async t => {
  stage = await startStage(t, settings)
  browser = await startChromium(t)
  const { world } = stage.service
  await createAccount(world, {
    ...buyer,
    name: 'Padaria da Bia',
    ownerName: 'Bia',
    plan: 'free',
    trustLevel: 3,
    timeZone: 'America/Sao_Paulo',
  })

  await t.test('an owner orders a plan and reads how to pay', async t => {
    const { page, complaints } = await enter(t, { who: buyer })
    await page.goto('/billing')
    await page.getByText('No paid plan').waitFor()
    await page.getByText('Questions about payment: contas@malote.test').first().waitFor()
    await page.getByRole('button', { name: 'Order Pro' }).click()
    await page.getByRole('dialog').getByLabel('BRL').check()
    await page.getByText(/^R\$.99\.00 now and at the beginning of each period/).waitFor()
    await press(page, 'Order Pro')
    await page.getByText(/^The Pro plan is ordered/).waitFor()
    await page.getByRole('region', { name: 'Pro' }).getByText('Ordered').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Order Pro' }).count(), 0)
    await page.getByRole('button', { name: 'Order Scale' }).waitFor()
    await page.getByRole('button', { name: 'Cancel order' }).click()
    await press(page, 'Cancel order')
    await page.getByText(/^The Pro plan is ordered/).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Order Pro' }).click()
    await page.getByRole('dialog').getByLabel('BRL').check()
    await page.getByRole('dialog').getByLabel('Company tax id').fill('11.222.333/0001-81')
    await press(page, 'Order Pro')
    await page.getByText(/^The Pro plan is ordered/).waitFor()
    await page.getByRole('link', { name: 'How to pay' }).click()
    await page.getByRole('button', { name: /^Pay / }).click()
    await page.getByRole('img', { name: 'Pix code' }).waitFor()
    await page.getByText(/^000201.*br\.gov\.bcb\.pix.*99\.00/).waitFor()
    await page.getByText('Conta 56789-0').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: /^Details of .*2$/ }).click()
    const facts = page.getByRole('dialog').locator('.fact')
    assert.deepEqual(
      (await facts.allInnerTexts()).map(one => one.split('\n')[0]),
      ['Status', 'Period', 'Issued', 'Due', 'Total'],
    )
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ])
    assert.match(file.suggestedFilename(), /^malote-\d{6}\.pdf$/)
    assert.deepEqual(complaints, [])
  })

  await t.test('the operator marks it as paid', async t => {
    const { page, complaints } = await enter(t, {})
    await page.goto('/operator?tab=billing')
    await page.getByText('Padaria da Bia').first().waitFor()
    const choose = async (act: string) => {
      await page.getByRole('button', { name: /^Actions on .*2$/ }).click()
      await page.getByRole('menuitem', { name: act }).click()
    }
    await choose('Remind')
    await press(page, 'Remind')
    await choose('Mark as paid')
    await page.getByLabel('Reference of the payment').fill('PIX 8812')
    await page.getByLabel('Day of the payment').fill(day)
    await page.getByLabel('Amount (BRL)').fill('9.90')
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as paid' }).click()
    await page
      .getByText(/^An invoice is paid in one sum, and this one is of R\$.99\.00\.$/)
      .waitFor()
    // The browser itself notes the refusal that was asked for.
    assert.equal(complaints.splice(0).length, 1)
    await page.getByLabel('Amount (BRL)').fill('99.00')
    await press(page, 'Mark as paid')
    await page.getByRole('cell', { name: 'Paid', exact: true }).waitFor()
    await page.getByText(/^R\$.99\.00 of 1 account$/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('the owner reads on which day it was paid, and how much', async t => {
    const { page, complaints } = await enter(t, { who: buyer, language: 'pt' })
    await page.goto('/billing?tab=invoices')
    await page.getByRole('button', { name: /^Detalhes de .*2$/ }).click()
    const payments = page.getByRole('dialog').getByRole('table', { name: 'Pagamentos' })
    await payments.getByText('PIX 8812').waitFor()
    await payments.getByText(/^R\$.99,00$/).waitFor()
    const said = new Intl.DateTimeFormat('pt-BR', { day: 'numeric', month: 'short' })
    const [number, month] = said.format(new Date(`${day}T12:00:00Z`)).split(/ (?:de )?/)
    const inWords = new RegExp(`^${number} de ${month!.replace('.', '\\.?')}`)
    await payments.getByText(inWords).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('the owner sees the plan, caps the rest and says what it lets out', async t => {
    const { page, complaints } = await enter(t, { who: buyer })
    await page.goto('/billing')
    const card = page.getByRole('region', { name: 'Pro' })
    await card.getByText('Current plan').waitFor()
    await page.getByRole('tab', { name: 'Spending limit' }).click()
    await page.getByText('Off: nothing is sent beyond the plan.').waitFor()
    await page.getByLabel('Spending limit (BRL)').fill('50')
    const sentence = /^At R\$.50\.00 at most 11,111 more recipients go out; then sending stops\.$/
    await page.getByText(sentence).waitFor()
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByText(/^Your limit is R\$.50\.00/).waitFor()
    await page.getByRole('cell', { name: 'Spending limit' }).waitFor()
    await page.getByRole('cell', { name: /^R\$.50\.00$/ }).waitFor()
    await page.getByLabel('Spending limit (BRL)').fill('lots')
    await page.getByRole('button', { name: 'Save' }).first().click()
    await page.getByRole('alert').waitFor()
    // The browser itself notes the refusal that was asked for.
    assert.equal(complaints.splice(0).length, 1)
    // Above the credit line of a first period, what is in force is said, not what was typed.
    await page.getByLabel('Spending limit (BRL)').fill('5000')
    await page.getByText(/^In this period R\$.99\.00 is in force/).waitFor()
    await page.getByText(/^At R\$.99\.00 at most 22,000 more recipients go out/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('a change says what it costs before it is made, and can be taken back', async t => {
    const { page, complaints } = await enter(t, { who: buyer, language: 'pt' })
    await page.goto('/billing')
    await page.getByRole('button', { name: 'Mudar para Scale' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^R\$.700,00 \(R\$.799,00 − R\$.99,00 já pagos neste período\)$/)
      .waitFor()
    await page.getByRole('dialog').getByText('Assim que for pago').waitFor()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()
    await page.getByRole('button', { name: 'Cancelar plano' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^R\$.0,00$/)
      .waitFor()
    await press(page, 'Cancelar plano')
    await page.getByText(/^Plano cancelado\. Ele vale até \d/).waitFor()
    const free = page.getByRole('region', { name: 'Free' })
    await free.getByText(/^A partir de /).waitFor()
    await page.getByRole('button', { name: 'Manter Pro' }).click()
    await press(page, /^Mudar para Pro|^Manter Pro/)
    await free.getByText(/^A partir de /).waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })

  await t.test('members who do not own the account see nothing of it', async t => {
    const { page } = await enter(t, {})
    await page.goto('/limits')
    await page.getByRole('link', { name: /on the page Billing$/ }).waitFor()
    const other = await startStage(t)
    const { context, page: plain } = await openPage(browser, other.base, {
      storageState: speaking(other.base, 'en'),
    })
    t.after(() => context.close())
    await logIn(context, other)
    await plain.goto('/billing')
    await plain.getByText('There is nothing at this address.').waitFor()
    assert.equal(await plain.getByRole('link', { name: 'Billing' }).count(), 0)
    await plain.goto('/limits')
    // Where nothing is collected, nothing has a price.
    await plain.getByRole('heading', { name: 'Company' }).waitFor()
    assert.equal(await plain.getByLabel(/^Spending limit/).count(), 0)
  })

  for (const { width, language } of views) {
    await t.test(`its pages are sound at ${width} in ${language}`, async t => {
      const { page, complaints } = await enter(t, { width, language, who: buyer })
      const { page: operator } = await enter(t, { width, language })
      const faults: string[] = []
      for (const { path, heading } of ofBilling) {
        const shown = path.startsWith('/operator') ? operator : page
        await shown.goto(path)
        const name = heading[language === 'pt' ? 0 : 1]
        await shown.getByRole('heading', { level: 1, name, exact: true }).waitFor()
        await shown.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
        const found = await seriousFindings(shown)
        const over = await overflow(shown)
        if (over) found.push(`too wide by ${over}`)
        faults.push(...found.map(one => `${path}: ${one}`))
        const folder = process.env.MALOTE_SCREENSHOTS
        if (folder) {
          const file = path.replaceAll(/\W+/g, '-')
          await shown.screenshot({
            path: `${folder}/${file}-${width}-${language}.png`,
            fullPage: true,
          })
        }
      }
      assert.deepEqual([...faults, ...complaints], [])
    })
  }
})
