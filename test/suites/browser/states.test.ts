/**
 * What pages look like when they do not show what they are for: while it is on its way, where it is
 * refused, where there is nothing yet, with a window open over them and with a form that is refused.
 * In both languages, light and dark, axe-core finds nothing in it, of whatever impact.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser, Page, Route } from 'playwright-core'
import { until } from '../../support/until.ts'
import { findingsWithin, overflow, skip, startChromium } from './chromium.ts'
import { openView, settled, type View, views } from './pages.ts'
import { logIn, type Stage, startStage } from './stage.ts'

type Words = readonly [pt: string, en: string]

/** Whose answer is on its way, and whose is a refusal: figures, a list, one thing, a tab. */
const waiting = ['{live}', '{live}/emails', '{live}/emails/{bounced}', '/limits']
const refused = ['{live}/deliverability', '{live}/webhooks', '{live}/domains/{domain}', '/members']

/** Of a project that has nothing: each kind of what then stands there. */
const empty = [
  ...['', '/emails', '/deliverability', '/webhooks'],
  ...['/deleted', '/campaigns', '/files', '/contacts'],
]

interface Form {
  readonly path: string
  /** The button that opens it in a window. */
  readonly open: Words
  /** Fields by their names, and what the server does not take. */
  readonly fill: Readonly<Record<string, string>>
}

const forms: readonly Form[] = [
  { path: '{live}/domains', open: ['Adicionar domínio', 'Add domain'], fill: { name: 'x' } },
  { path: '{live}/keys', open: ['Criar chave', 'Create key'], fill: { allowIps: 'x' } },
  { path: '{live}/webhooks', open: ['Criar webhook', 'Create webhook'], fill: { url: 'ftp://x' } },
  { path: '{live}/contacts', open: ['Adicionar contato', 'Add contact'], fill: { email: 'a@b' } },
  { path: '/members', open: ['Convidar', 'Invite'], fill: { email: 'a@b' } },
]

/** Windows that only ask. */
const windows: readonly (readonly [path: string, ...Words])[] = [
  ['{live}/webhooks/{webhook}', 'Trocar segredo', 'Replace secret'],
]

describe('the states of pages', { skip }, () => {
  it('are sound in both languages, light and dark, by axe-core', async t => {
    const stage = await startStage(t)
    const browser = await startChromium(t)
    const faults = await Promise.all(views.map(view => new Look(browser, stage, view).all()))
    assert.deepEqual(faults.flat(), [])
  })
})

/** How the server answers what pages ask of it. */
type Mood = 'answers' | 'waits' | 'refuses'

class Look {
  readonly #faults: string[] = []
  readonly #browser: Browser
  readonly #stage: Stage
  readonly #view: View
  #mood: Mood = 'answers'

  constructor(browser: Browser, stage: Stage, view: View) {
    this.#browser = browser
    this.#stage = stage
    this.#view = view
  }

  async all(): Promise<readonly string[]> {
    const { context, page } = await openView(this.#browser, this.#stage.base, this.#view)
    await logIn(context, this.#stage)
    const made = await context.request.post('/api/projects', {
      headers: { origin: this.#stage.base },
      data: { name: 'Vazio' },
    })
    const { id } = (await made.json()) as { id: string }
    await page.route(/\/api\/(?!session)/, route => this.#answer(route))
    await this.#unanswered(page)
    for (const path of empty) await this.#empty(page, `/projects/${id}/live${path}`)
    for (const form of forms) await this.#form(page, form)
    for (const [path, ...words] of windows) {
      await this.#open(page, path, words)
      await this.#judge(page, `${path}, asked`)
      await this.#shut(page)
    }
    await context.close()
    return this.#faults
  }

  async #answer(route: Route): Promise<void> {
    if (this.#mood === 'answers') return route.fallback()
    // Never: the page is left before.
    if (this.#mood === 'waits') return
    const error = { type: 'permission', code: 'insufficient_scope', message: 'No.', param: null }
    await route.fulfill({ status: 403, json: { error } })
  }

  async #unanswered(page: Page): Promise<void> {
    // Each in a document of its own: on the way from page to page, the one before looks the same.
    this.#mood = 'waits'
    for (const path of waiting) {
      await page.goto(this.#at(path))
      await page.locator('main .mantine-Skeleton-root').first().waitFor()
      await this.#judge(page, `${path}, on its way`)
    }
    this.#mood = 'refuses'
    for (const path of refused) {
      await page.goto(this.#at(path))
      await page.locator('main').getByText('No.').first().waitFor()
      await this.#judge(page, `${path}, refused`)
    }
    this.#mood = 'answers'
    // What never came would still be waited for.
    await page.goto('/settings')
  }

  async #empty(page: Page, path: string): Promise<void> {
    await this.#go(page, path)
    await settled(page)
    await this.#judge(page, `${path}, empty`)
  }

  async #form(page: Page, { path, open, fill }: Form): Promise<void> {
    await this.#open(page, path, open)
    await this.#judge(page, `${path}, open`)
    const form = page.locator('[role=dialog] form')
    for (const [name, value] of Object.entries(fill)) {
      await form.locator(`[data-path="${name}"]`).first().fill(value)
    }
    await form.locator('button[type=submit]').click()
    await form.locator('[role=alert], [aria-invalid=true]').first().waitFor()
    await this.#judge(page, `${path}, refused form`)
    await this.#shut(page)
  }

  async #open(page: Page, path: string, words: Words): Promise<void> {
    await this.#go(page, path)
    await settled(page)
    const name = words[this.#view.language === 'pt' ? 0 : 1]
    await page.getByRole('button', { name, exact: true }).first().click()
    await page.locator('[role=dialog] :focus').waitFor({ state: 'attached' })
  }

  async #shut(page: Page): Promise<void> {
    await page.keyboard.press('Escape')
    await page.locator('[role=dialog]').waitFor({ state: 'detached' })
  }

  /** From page to page within the application, as people do, until the other one has come. */
  async #go(page: Page, path: string): Promise<void> {
    await page.locator('main').waitFor()
    await page.evaluate(`document.title = ''; history.pushState({}, '', '${this.#at(path)}')`)
    await until(async () => (await page.title()) !== '', `${path} has come`)
  }

  /** What is around all pages is looked at with these (pages.test.ts); below a window nothing is read. */
  async #judge(page: Page, what: string): Promise<void> {
    const { language, width } = this.#view
    const isOpen = (await page.locator('[role=dialog]').count()) > 0
    const found = await findingsWithin(page, isOpen ? '[role=dialog]' : 'main')
    const over = await overflow(page)
    if (over) found.push(`too wide by ${over}`)
    this.#faults.push(...found.map(finding => `${language} ${width} ${what}: ${finding}`))
  }

  #at(path: string): string {
    const { project } = this.#stage
    return path
      .replace('{live}', `/projects/${project}/live`)
      .replace(/\{(\w+)\}/g, (_, name: string) => String(this.#stage[name as keyof Stage]))
  }
}
