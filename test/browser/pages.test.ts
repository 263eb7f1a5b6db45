/**
 * Every page, in both languages, on a desktop and on a phone: it shows what it is for, complains of
 * nothing, is no wider than its window, and axe-core finds nothing serious in it.
 */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Browser } from 'playwright-core'
import { openPage, overflow, seriousFindings, skip, speaking, startChromium } from './chromium.ts'
import { logIn, type Stage, startStage } from './stage.ts'

interface Shown {
  readonly path: string
  /** What its heading says, in Portuguese and in English. */
  readonly heading: readonly [string | RegExp, string | RegExp]
}

function pagesOf(stage: Stage): readonly Shown[] {
  const live = (path: string) => `/p/${stage.project}/live${path}`
  const test = (path: string) => `/p/${stage.project}/test${path}`
  return [
    { path: live(''), heading: ['Visão geral', 'Overview'] },
    { path: test(''), heading: ['Visão geral', 'Overview'] },
    { path: test('/start'), heading: ['Primeiros passos', 'First steps'] },
    { path: live('/emails'), heading: ['E-mails', 'Emails'] },
    { path: live('/emails?stream=marketing&to=x@y.test'), heading: ['E-mails', 'Emails'] },
    { path: live(`/emails/${stage.delivered}`), heading: [/Fatura/, /Fatura/] },
    { path: live(`/emails/${stage.bounced}`), heading: [/Redefinição/, /Redefinição/] },
    { path: live(`/emails/${stage.deferred}`), heading: [/nota fiscal/, /nota fiscal/] },
    { path: test('/inbox'), heading: ['Caixa de teste', 'Test inbox'] },
    { path: live('/domains'), heading: ['Domínios', 'Domains'] },
    { path: live(`/domains/${stage.pendingDomain}`), heading: [/novidades/, /novidades/] },
    { path: live('/keys'), heading: ['Chaves de API', 'API keys'] },
    { path: live('/webhooks'), heading: ['Webhooks', 'Webhooks'] },
    { path: live(`/webhooks/${stage.webhook}`), heading: [/eventos/, /eventos/] },
    { path: live('/suppressions'), heading: ['Supressões', 'Suppressions'] },
    { path: live('/deliverability'), heading: ['Entregabilidade', 'Deliverability'] },
    { path: '/limits', heading: ['Limites e uso', 'Limits and usage'] },
    { path: '/projects', heading: ['Projetos', 'Projects'] },
    { path: '/members', heading: ['Membros', 'Members'] },
    { path: '/settings', heading: ['Configurações', 'Settings'] },
    { path: '/operator', heading: ['Operação', 'Operator'] },
  ]
}

const open: readonly Shown[] = [
  { path: '/login', heading: ['Entrar no Malote', 'Log in to Malote'] },
  { path: '/signup', heading: ['Crie sua conta', 'Create your account'] },
  { path: '/forgot', heading: ['Escolha uma nova senha', 'Choose a new password'] },
  { path: '/reset?token=x', heading: ['Defina uma nova senha', 'Set a new password'] },
]

const views = ([1280, 390] as const).flatMap(width =>
  (['pt', 'en'] as const).map(language => ({ width, language })),
)

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
  { width, language }: (typeof views)[number],
): Promise<string[]> {
  const { context, page, complaints } = await openPage(browser, stage.base, {
    viewport: { width, height: width === 390 ? 844 : 900 },
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    // Each language is seen in both schemes, each width too.
    colorScheme: (width === 1280) === (language === 'pt') ? 'light' : 'dark',
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
    if (said !== language) found.push(`speaks ${said}`)
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
