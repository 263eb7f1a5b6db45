/**
 * Every page, in both languages, on a desktop and on a phone: it shows what it is for, complains of
 * nothing, is no wider than its window, and axe-core finds nothing serious in it.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { open, pagesOf, type Shown, type View, views } from './pages.ts'
import { logIn, type Stage, startStage } from './stage.ts'

describe('every page', { skip }, () => {
  it('is sound in both languages, on desktop and phone, by axe-core', async t => {
    const stage = await startStage(t)
    const browser = await startChromium(t)
    const faults = await Promise.all(views.map(view => lookAtAll(browser, stage, view)))
    assert.deepEqual(faults.flat(), [])
  })
})

async function lookAtAll(
  browser: Browser,
  stage: Stage,
  { width, language, colorScheme }: View,
): Promise<string[]> {
  const { context, page, complaints } = await openPage(browser, stage.base, {
    viewport: { width, height: width === 390 ? 844 : 900 },
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    colorScheme,
    storageState: speaking(stage.base, language),
  })
  const faults: string[] = []
  const look = async ({ path, heading }: Shown, go: (path: string) => Promise<unknown>) => {
    const name = heading[language === 'pt' ? 0 : 1]
    await go(path)
    await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
    await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
    const said = await page.evaluate('document.documentElement.lang')
    const found = await seriousFindings(page)
    if (said !== (language === 'pt' ? 'pt-BR' : 'en')) found.push(`speaks ${said}`)
    const over = await overflow(page)
    if (over) found.push(`too wide by ${over}`)
    found.push(...complaints.splice(0))
    faults.push(...found.map(finding => `${language} ${width} ${path}: ${finding}`))
  }
  for (const shown of open) await look(shown, path => page.goto(path))
  await logIn(context, stage)
  const [first, ...rest] = pagesOf(stage)
  await look(first!, path => page.goto(path))
  // From page to page within the application, as people do.
  const go = (path: string) => page.evaluate(`history.pushState({}, '', '${path}')`)
  for (const shown of rest) await look(shown, go)
  await context.close()
  return faults
}
