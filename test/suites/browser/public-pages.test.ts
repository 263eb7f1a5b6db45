/**
 * The pages for people, without an account: form, confirmation, preferences, archive. Each is held
 * against axe in both languages, light and dark, on a computer and a phone, in our colours and in
 * those of themes.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { setStage } from '../../support/forms.ts'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'

const themes = {
  ours: null,
  dark: { name: 'Loja da Ana', color: '#f59e0b', background: '#1f2937', font: 'serif' },
  light: { name: 'Loja da Ana', color: '#fde047', background: '#fff7ed', radius: 0 },
} as const
const looks = [
  { locale: 'en', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  { locale: 'pt-BR', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { locale: 'en', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  { locale: 'pt-BR', colorScheme: 'light', viewport: { width: 1280, height: 900 } },
] as const

test('pages for people', { skip }, async t => {
  const stage = await setStage(t)
  const { service, form, topic, send, visit } = stage
  const base = `http://127.0.0.1:${service.port}`
  const key = await service.key('test', 'admin')
  const call = async (
    method: string,
    path: string,
    body: unknown,
    by: { key?: string } = { key },
  ) => {
    const answer = await service.call(method, path, { body, ...by })
    assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer.body)}`)
    return answer.body
  }
  /** The path of the letter that asks for a confirmation, of the newest. */
  const confirmation = async (name: string): Promise<string> => {
    await send({ email: `${name}@good.test`, first_name: name })
    const [newest] = await stage.letters()
    const { text } = (await service.call('GET', `/v1/emails/${newest!.id}/content`, { key })).body
    return /\/c\/[\w-]+/.exec(text)![0]
  }
  const first = await confirmation('ana')
  const { text: confirmed } = await visit('POST', first)
  const preferences = /\/p\/[\w-]+/.exec(confirmed)![0]
  const archive = await archived()
  const browser = await startChromium(t)

  async function archived(): Promise<string> {
    const { id } = await call('POST', '/v1/campaigns', {
      name: 'Natal',
      from: 'a@example.com',
      topic_id: topic,
      audience: { topics: [topic] },
      content: { subject: 'Natal', html: '<html lang="en"><title>N</title><p>Natal</p></html>' },
      archive: { public: true },
    })
    const { archive } = await call('GET', `/v1/campaigns/${id}`, undefined)
    const { pathname, search } = new URL(archive.url)
    return pathname + search
  }

  for (const [name, theme] of Object.entries(themes)) {
    // Each language and each scheme in every theme; all four of them in our own colours.
    for (const [i, look] of looks.slice(0, theme === null ? 4 : 2).entries()) {
      const title = `${name}, ${look.locale}, ${look.colorScheme}, ${look.viewport.width} px`
      await t.test(title, async () => {
        await call('PATCH', '/v1/marketing-settings', { theme }, {})
        const { context, page, complaints } = await openPage(browser, base, {
          ...look,
          storageState: speaking(base, look.locale === 'en' ? 'en' : 'pt'),
        })
        const holds = async (what: string) => {
          assert.deepEqual(await seriousFindings(page), [], what)
          assert.equal(await overflow(page), null, what)
        }
        await page.goto(`/f/${form}?mode=test`)
        await page.getByLabel(/e-?mail/i).waitFor()
        await holds('the form')
        await refuse(page)
        await holds('the form, refused')
        const mine = await confirmation(`p${name}${i}`)
        await page.goto(mine)
        await holds('the confirmation')
        await page.getByRole('button').click()
        await page.locator('a[href^="/p/"]').waitFor()
        await holds('confirmed')
        await page.goto(preferences)
        await page.locator('select[name=language]').first().waitFor()
        await holds('preferences')
        await page.goto(archive)
        await holds('the archive')
        await page.goto('/f/frm_nothing')
        await holds('nothing there')
        // What is refused and what is not there the browser notes by itself.
        assert.deepEqual(
          complaints.filter(one => !/40[04] \(/.test(one)),
          [],
        )
        await context.close()
      })
    }
  }
})

/** An address that is none, which only the server notices. */
async function refuse(page: Page): Promise<void> {
  await page.evaluate(`document.querySelectorAll('form').forEach(one => { one.noValidate = true })`)
  await page.locator('input[name=email]').fill('nobody')
  await page.locator('form button[type=submit]').click()
  await page.getByRole('alert').waitFor()
}
