/**
 * Every page, in both languages, on a desktop and on a phone: it shows what it is for, complains of
 * nothing, is no wider than its window, and axe-core finds nothing serious in it. The phone is then as
 * narrow as WCAG 1.4.10 asks (320 px), and the desktop's text twice as large (1.4.4).
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { overflow, seriousFindings, skip, startChromium } from './chromium.ts'
import { open, openView, pagesOf, phone, type Shown, settled, type View, views } from './pages.ts'
import { logIn, type Stage, startStage } from './stage.ts'

describe('every page', { skip }, () => {
  it('is sound in both languages, on desktop and phone, by axe-core', async t => {
    const stage = await startStage(t)
    const browser = await startChromium(t)
    const faults = await Promise.all(views.map(view => lookAtAll(browser, stage, view)))
    assert.deepEqual(faults.flat(), [])
  })
})

async function lookAtAll(browser: Browser, stage: Stage, view: View): Promise<string[]> {
  const { width, language } = view
  const { context, page, complaints } = await openView(browser, stage.base, view)
  const faults: string[] = []
  const look = async ({ path, heading }: Shown, go: (path: string) => Promise<unknown>) => {
    await go(path)
    await settled(page, heading[language === 'pt' ? 0 : 1])
    const said = await page.evaluate('document.documentElement.lang')
    const found = await seriousFindings(page)
    if (said !== (language === 'pt' ? 'pt-BR' : 'en')) found.push(`speaks ${said}`)
    const over = await overflow(page)
    if (over) found.push(`too wide by ${over}`)
    found.push(...(await lookSqueezed(page, width)))
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

const narrow = { width: 320, height: 640 }

/** What sticks out of a narrow phone, or of the window where text is large; as it was afterwards. */
async function lookSqueezed(page: Page, width: number): Promise<string[]> {
  const isPhone = width === phone.width
  const enlarge = (size: string) =>
    page.evaluate(`document.documentElement.style.fontSize = '${size}'`)
  await (isPhone ? page.setViewportSize(narrow) : enlarge('200%'))
  const over = await overflow(page)
  await (isPhone ? page.setViewportSize(phone) : enlarge(''))
  return over ? [`too wide ${isPhone ? 'at 320 px' : 'with large text'} by ${over}`] : []
}
