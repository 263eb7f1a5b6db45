/** A form in a page of another site, with our script beside it and without. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { setStage, startSite } from '../../support/forms.ts'
import { until } from '../../support/until.ts'
import { skip, startChromium } from './chromium.ts'

it('a form of another site is answered in its page where the script is', { skip }, async t => {
  const { service, form, contact } = await setStage(t)
  const ours = `http://127.0.0.1:${service.port}`
  const key = await service.key('test', 'read')
  const { body } = await service.call('GET', `/v1/forms/${form}`, { key })
  const embed = body.embed.replace(body.url, `${ours}/f/${form}?mode=test`)
  const script = body.script.replace(/src="[^"]+\/f\//, `src="${ours}/f/`)
  const browser = await startChromium(t)
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()

  const site = await startSite(t, () => ({ html: `${embed}${script}` }))
  await page.goto(site)
  const token = page.waitForResponse(one => one.url().includes('as=json'))
  await page.getByLabel('Email').fill('ana@good.test')
  await page.getByLabel('Name').fill('Ana')
  await token
  await service.turn(5_000)
  await page.getByRole('button').click()
  const said = page.getByRole('status')
  await said.waitFor()
  assert.match((await said.textContent())!, /\w+ \w+/)
  assert.equal(await page.locator('form').count(), 0)
  assert.equal(page.url(), site)
  await until(async () => (await contact('ana@good.test')).status === 200, 'the contact')

  await page.goto(await startSite(t, () => ({ html: embed })))
  await page.getByLabel('Email').fill('bo@good.test')
  await page.getByLabel('Name').fill('Bo')
  await page.getByRole('button').click()
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  assert.ok(page.url().startsWith(ours))
  await context.close()
})
