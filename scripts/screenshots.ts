/**
 * `npm run screenshots`: a picture of every page of the dashboard, on a desktop in English and on a
 * phone in Portuguese, from a service with something to show, to docs/screenshots.
 */
import * as fs from 'node:fs/promises'
import * as path from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { openPage, speaking, startChromium } from '../test/suites/browser/chromium.ts'
import { open, pagesOf } from '../test/suites/browser/pages.ts'
import { logIn, startStage } from '../test/suites/browser/stage.ts'

const folder = fileURLToPath(new URL('../docs/screenshots/', import.meta.url))
const views = [
  { width: 1280, height: 860, language: 'en', locale: 'en-GB', colorScheme: 'light' },
  { width: 390, height: 844, language: 'pt', locale: 'pt-BR', colorScheme: 'dark' },
] as const
/** Charts draw themselves in. */
const drawnMs = 600

const endings: (() => unknown)[] = []
const passing = { after: (end: () => unknown) => endings.push(end), passed: true }
const t = passing as unknown as TestContext

try {
  await fs.rm(folder, { recursive: true, force: true })
  await fs.mkdir(folder, { recursive: true })
  const stage = await startStage(t)
  const browser = await startChromium(t)
  for (const { width, height, language, ...looks } of views) {
    const { context, page } = await openPage(browser, stage.base, {
      ...looks,
      viewport: { width, height },
      storageState: speaking(stage.base, language),
    })
    const take = async (where: string, name: string) => {
      await page.goto(where)
      await page.locator('h1').first().waitFor()
      await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
      await page.waitForTimeout(drawnMs)
      const file = `${name}-${width}-${language}.jpg`
      await page.screenshot({ path: path.join(folder, file), type: 'jpeg', quality: 70 })
      console.log(file)
    }
    for (const one of open) await take(one.path, nameOf(one.path))
    await logIn(context, stage)
    const ids = {
      [stage.delivered]: 'delivered',
      [stage.bounced]: 'bounced',
      [stage.campaign]: 'report',
      [stage.emptySequence]: 'empty',
      [stage.list]: 'list',
      [stage.openImport]: 'open',
    }
    for (const one of pagesOf(stage)) {
      if (one.path.includes('?')) continue
      await take(one.path, nameOf(one.path, ids))
    }
    await context.close()
  }
} finally {
  for (const end of endings) await end()
}

/** `/projects/prj_…/live/emails/msg_…` becomes `live-emails-one`, or what `ids` calls it. */
function nameOf(where: string, ids: Readonly<Record<string, string>> = {}): string {
  const words = where
    .split('?')[0]!
    .split('/')
    .filter((word, i, all) => word !== '' && !/^prj_/.test(word) && !/^prj_/.test(all[i + 1] ?? ''))
    .map(word => ids[word] ?? (/^[a-z]{3}_/.test(word) ? 'one' : word))
  return words.length === 1 && ['live', 'test'].includes(words[0]!)
    ? `${words[0]}-overview`
    : words.join('-')
}
