/**
 * A marketer builds a sequence in the dashboard, simulates the next days of one person, publishes it,
 * turns the clock of test mode, and finds exactly the simulated letters in the test inbox.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import { openPage, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { logIn, type Stage, startStage } from './stage.ts'

const ana = { email: 'ana@clientes.test', first_name: 'Ana', time_zone: 'America/Sao_Paulo' }
const bia = { email: 'bia@clientes.test', first_name: 'Bia' }

test('sequences in the browser', { skip }, async t => {
  const stage = await startStage(t)
  await makeTemplates(stage)
  const browser = await startChromium(t)
  const { context, page, complaints } = await openPage(browser, stage.base, {
    storageState: speaking(stage.base, 'en'),
  })
  t.after(() => context.close())
  await logIn(context, stage)
  await addContact(context, stage, ana)
  const home = `/projects/${stage.project}/test`
  let simulated: string[] = []

  await t.test('is built as a list of steps', async () => {
    await page.goto(`${home}/sequences`)
    await page.getByRole('link', { name: 'New sequence' }).click()
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Welcome')
    await page.getByLabel('Sender name').fill('Loja da Ana')
    await page.getByLabel('Address').fill('pedidos')
    assert.equal(await page.getByLabel('Domain').inputValue(), 'loja.test')
    await page.getByRole('button', { name: 'Create' }).click()
    await page.getByText('Draft created.').first().waitFor()
    await page.getByText('It cannot be published yet: it has no steps.').waitFor()
    await build(page)
    // A condition that is not finished says what lacks: to whoever takes a moment, by a refused call.
    const noise = complaints.splice(0).filter(one => !/400 \(Bad Request\)/.test(one))
    assert.deepEqual(noise, [])
    assert.deepEqual(await seriousFindings(page), [])
  })

  await t.test('shows every letter of the next 30 days before anything is sent', async () => {
    await page.getByLabel('Address of the contact').fill(ana.email)
    await page.getByRole('button', { name: 'Simulate' }).click()
    await page.getByText('2 emails', { exact: true }).waitFor()
    simulated = await subjectsIn(page)
    assert.deepEqual(simulated, ['Welcome, Ana', 'An offer for Ana'])
    const times = await page.locator('.letters time').allTextContents()
    assert.match(times[1]!, /09:00/, 'at nine on the clock of the person')
    await page.getByRole('button', { name: 'View Welcome, Ana' }).click()
    await page.frameLocator('iframe.preview').getByText('Good to have you, Ana').waitFor()
    await page.keyboard.press('Escape')
    // Who buys gets no offer.
    await page.getByRole('button', { name: 'Add a what-if' }).click()
    await page.getByRole('textbox', { name: 'Activity' }).fill('order.paid')
    await page.getByRole('button', { name: 'Simulate' }).click()
    await page.getByText('1 email', { exact: true }).waitFor()
    await page.getByText(/^Ends .*: Reached the goal\.$/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('is published, and somebody is let in', async () => {
    await page.getByRole('button', { name: 'Publish' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Nobody is in the sequence.').waitFor()
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await page.getByText('Version 1 is published.').waitFor()
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Add a person' }).click()
    await dialog.getByLabel('Person').fill(ana.email)
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await page.getByText('Added to the sequence.').waitFor()
    await page.getByRole('link', { name: ana.email }).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('sends, on the turned clock, exactly what was simulated', async () => {
    await page.goto(`${home}/inbox`)
    const inbox = page.locator('.inbox-item')
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
    await page.getByText('30 days ahead of real time.', { exact: true }).waitFor()
    await inbox.getByText('An offer for Ana').waitFor()
    const hers = await inbox.filter({ hasText: ana.email }).locator('bdi').allTextContents()
    // The newest stands first.
    assert.deepEqual(hers.toReversed(), simulated)
    await page.getByText(/^In test mode it is .*, 30 days ahead of real time\.$/).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test("tells a person's way with its reasons, reached from the contact", async () => {
    await page.goto(`${home}/contacts`)
    await page.getByRole('link', { name: ana.email }).click()
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByText('Finished all steps.').waitFor()
    // Names of templates come after the way itself.
    await page.getByText('Email: Oferta', { exact: true }).waitFor()
    const steps = await page.locator('.timeline .step-name').allTextContents()
    assert.deepEqual(steps, [
      'Email: Boas-vindas',
      'Wait 2 days, then until 09:00',
      'If / else',
      'Email: Oferta',
    ])
    await page.getByText('No condition matched.').waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('lets go who buys, without the offer', async () => {
    await addContact(context, stage, bia)
    await page.goto(`${home}/sequences`)
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Add a person' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Person').fill(bia.email)
    await dialog.getByRole('button', { name: 'Add a person' }).click()
    await page.getByRole('link', { name: bia.email }).click()
    await page.getByText(/^At “Wait 2 days, then until 09:00” until/).waitFor()
    await page.getByRole('button', { name: 'Record an activity…' }).click()
    await dialog.getByLabel('Activity').fill('order.paid')
    await dialog.getByRole('button', { name: 'Record', exact: true }).click()
    await page.getByText('Recorded, as your system would.').waitFor()
    await page.getByRole('button', { name: 'Skip the wait' }).click()
    await dialog.getByRole('button', { name: 'Skip the wait' }).click()
    await page.getByText('Reached the goal.').first().waitFor()
    await page.getByText('Exit: goal reached', { exact: true }).waitFor()
    const steps = await page.locator('.timeline .step-name').allTextContents()
    assert.equal(steps.at(-1), 'Exit: goal reached')
    assert.equal(steps.length, 4)
    assert.deepEqual(complaints, [])
  })

  await t.test('lets a whole segment in, after saying how many and who not', async () => {
    const eva = { email: 'eva@clientes.test', first_name: 'Eva' }
    await addContact(context, stage, eva)
    const api = `/api/projects/${stage.project}/test`
    const headers = { origin: stage.base }
    const data = { name: 'Everybody', filter: { all: [] } }
    assert.ok((await context.request.post(`${api}/segments`, { headers, data })).ok())
    await page.goto(`${home}/sequences`)
    await page.getByRole('link', { name: 'Welcome' }).click()
    await page.getByRole('tab', { name: 'People' }).click()
    await page.getByRole('button', { name: 'Add a segment' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Segment').selectOption('Everybody')
    await dialog.getByText('Of the 3 people of this segment, 1 will enter now.').waitFor()
    await dialog.getByText('In it before, without re-entry: 2').waitFor()
    assert.deepEqual(await seriousFindings(page), [])
    await dialog.getByRole('button', { name: 'Add a segment' }).click()
    await page.getByText('1 person added.').waitFor()
    await page.getByRole('link', { name: eva.email }).waitFor()
    assert.deepEqual(complaints, [])
  })

  await t.test('goes back to real time', async () => {
    await page.goto(`${home}/inbox`)
    await page.getByRole('button', { name: 'Back to real time' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Back to real time' }).click()
    await page.getByText('It shows real time.').waitFor()
    await page
      .getByText(/ahead of real time/)
      .first()
      .waitFor({ state: 'detached' })
    assert.deepEqual(complaints, [])
  })
})

/** Welcome, two days until nine, who bought goes, the others get an offer. */
async function build(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const choose = async (type: string | RegExp) => {
    await dialog.getByRole('button', { name: type }).click()
  }
  const add = async () => {
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await dialog.waitFor({ state: 'detached' }).catch(async error => {
      throw new Error(`It is still open: ${await dialog.innerText()}`, { cause: error })
    })
  }
  await page.getByRole('button', { name: 'Add a step' }).click()
  await choose(/^Email/)
  await dialog
    .getByRole('combobox', { name: 'Template', exact: true })
    .selectOption({ label: 'Boas-vindas' })
  await add()
  await page.getByRole('button', { name: 'Add a step to: after Email: Boas-vindas' }).click()
  await choose(/^Wait For a time/)
  await dialog.getByRole('textbox', { name: 'Wait', exact: true }).fill('2')
  await dialog.getByLabel('Then wait until').selectOption('time')
  await dialog.getByLabel("Time, in the person's time zone").fill('09:00')
  await add()
  await page.getByRole('button', { name: /^Add a step to: after Wait 2 days/ }).click()
  await choose(/^If \/ else/)
  await dialog.getByLabel('Condition on').selectOption('event')
  // What is said of a condition moves the button below it, maybe as it is clicked.
  const counted = page.waitForResponse(
    answer => answer.ok() && !!answer.request().postData()?.includes('order.paid'),
  )
  await dialog.getByLabel('Name of the activity').fill('order.paid')
  await counted
  await dialog.getByRole('status').getByText('0 people match').waitFor()
  await add()
  await page.getByRole('button', { name: /^Add a step to: If did order\.paid/ }).click()
  await choose(/^Exit/)
  await dialog.getByRole('switch', { name: 'Counts as goal reached' }).check()
  await add()
  await page.getByRole('button', { name: 'Add a step to: Else' }).click()
  await choose(/^Email/)
  await dialog
    .getByRole('combobox', { name: 'Template', exact: true })
    .selectOption({ label: 'Oferta' })
  await add()
  await page.getByText('Ready to publish.').waitFor()
}

const subjectsIn = (page: Page): Promise<string[]> =>
  page.locator('.letters .step-name').allTextContents()

async function makeTemplates(stage: Stage): Promise<void> {
  const letters = [
    [
      'Boas-vindas',
      'Welcome, {{ contact.first_name }}',
      'Good to have you, {{ contact.first_name }}',
    ],
    ['Oferta', 'An offer for {{ contact.first_name }}', 'Ten per cent less'],
  ] as const
  for (const [name, subject, text] of letters) {
    const variants = { pt: { subject, html: `<p>${text}</p>` } }
    const body = { name, default_language: 'pt', variants }
    const made = await stage.service.call('POST', '/v1/templates', { key: stage.liveKey, body })
    assert.equal(made.status, 201, JSON.stringify(made.body))
    const path = `/v1/templates/${made.body.id}/publish`
    const published = await stage.service.call('POST', path, { key: stage.liveKey, body: {} })
    assert.equal(published.status, 201, JSON.stringify(published.body))
  }
}

async function addContact(context: BrowserContext, stage: Stage, data: object): Promise<void> {
  const answer = await context.request.post(`/api/projects/${stage.project}/test/contacts`, {
    headers: { origin: stage.base },
    data,
  })
  assert.equal(answer.status(), 201, await answer.text())
}
