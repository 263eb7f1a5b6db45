/** All pages of the dashboard, for the tests that look at them and for the screenshots. */
import type { Browser, Page } from 'playwright-core'
import { openPage, speaking } from './chromium.ts'
import type { Stage } from './stage.ts'

export interface Shown {
  readonly path: string
  /** What its heading says, in Portuguese and in English. */
  readonly heading: readonly [string | RegExp, string | RegExp]
}

export interface View {
  readonly width: number
  readonly language: 'pt' | 'en'
  readonly colorScheme: 'light' | 'dark'
}

/**
 * As what pages are seen: Portuguese, whose words are longer, on the phone and in the dark, English
 * on the desktop; with `MALOTE_TEST_VIEWS=all` the other two as well.
 */
export const views: readonly View[] = (
  [
    { width: 1280, language: 'en', colorScheme: 'light' },
    { width: 390, language: 'pt', colorScheme: 'dark' },
    { width: 1280, language: 'pt', colorScheme: 'dark' },
    { width: 390, language: 'en', colorScheme: 'light' },
  ] as const
).slice(0, process.env.MALOTE_TEST_VIEWS === 'all' ? 4 : 2)

export function pagesOf(stage: Stage): readonly Shown[] {
  const live = (path: string) => `/projects/${stage.project}/live${path}`
  const test = (path: string) => `/projects/${stage.project}/test${path}`
  return [
    { path: live(''), heading: ['Visão geral', 'Overview'] },
    { path: test(''), heading: ['Visão geral', 'Overview'] },
    { path: test('/start'), heading: ['Primeiros passos', 'First steps'] },
    { path: live('/emails'), heading: ['E-mails', 'Emails'] },
    { path: live('/emails?stream=marketing&to=x@y.test'), heading: ['E-mails', 'Emails'] },
    { path: live(`/emails/${stage.delivered}`), heading: [/Fatura/, /Fatura/] },
    { path: live(`/emails/${stage.delivered}?tab=check`), heading: [/Fatura/, /Fatura/] },
    { path: live(`/emails/${stage.bounced}`), heading: [/Redefinição/, /Redefinição/] },
    { path: live(`/emails/${stage.deferred}`), heading: [/nota fiscal/, /nota fiscal/] },
    { path: test('/inbox'), heading: ['Caixa de teste', 'Test inbox'] },
    { path: live('/domains'), heading: ['Domínios', 'Domains'] },
    { path: live(`/domains/${stage.pendingDomain}`), heading: [/novidades/, /novidades/] },
    { path: `/dns?token=${stage.sharedToken}`, heading: [/^Registros de DNS/, /^DNS records/] },
    { path: live('/keys'), heading: ['Chaves de API', 'API keys'] },
    { path: live('/webhooks'), heading: ['Webhooks', 'Webhooks'] },
    { path: live('/deleted'), heading: ['Excluídos', 'Deleted'] },
    { path: live(`/webhooks/${stage.webhook}`), heading: [/eventos/, /eventos/] },
    { path: live('/suppressions'), heading: ['Supressões', 'Suppressions'] },
    { path: '/notices', heading: ['Avisos', 'Notices'] },
    { path: live('/requests'), heading: ['Requisições', 'Requests'] },
    { path: '/audit', heading: ['Registro de auditoria', 'Audit log'] },
    { path: live('/deliverability'), heading: ['Entregabilidade', 'Deliverability'] },
    { path: live('/contacts'), heading: ['Contatos', 'Contacts'] },
    { path: live('/contacts?q=maria&marketing=may'), heading: ['Contatos', 'Contacts'] },
    { path: live(`/contacts/${stage.contact}`), heading: [/maria@/, /maria@/] },
    { path: live(`/contacts/${stage.gone}`), heading: [/saiu@/, /saiu@/] },
    { path: live('/campaigns'), heading: ['Campanhas', 'Campaigns'] },
    { path: live('/campaigns?view=calendar'), heading: ['Campanhas', 'Campaigns'] },
    { path: live('/campaigns/new'), heading: ['Nova campanha', 'New campaign'] },
    { path: live(`/campaigns/${stage.draft}`), heading: [/dezembro/, /dezembro/] },
    { path: live(`/campaigns/${stage.campaign}`), heading: ['Novembro', 'Novembro'] },
    { path: live('/templates'), heading: ['Modelos', 'Templates'] },
    { path: live('/templates/new'), heading: ['Novo modelo', 'New template'] },
    { path: live(`/templates/${stage.template}`), heading: [/Pedido/, /Pedido/] },
    { path: live(`/templates/${stage.template}?tab=variables`), heading: [/Pedido/, /Pedido/] },
    { path: live(`/templates/${stage.template}?tab=settings`), heading: [/Pedido/, /Pedido/] },
    { path: live(`/templates/${stage.template}?tab=versions`), heading: [/Pedido/, /Pedido/] },
    { path: live('/sequences'), heading: ['Sequências', 'Sequences'] },
    { path: live('/sequences/new'), heading: ['Nova sequência', 'New sequence'] },
    ...['', '?tab=rules', '?tab=people', '?tab=versions'].map(tab => ({
      path: live(`/sequences/${stage.sequence}${tab}`),
      heading: [/em etapas/, /em etapas/] as const,
    })),
    { path: live(`/sequences/${stage.emptySequence}`), heading: [/vazia/, /vazia/] },
    {
      path: live(`/sequences/${stage.sequence}/people/${stage.enrollment}`),
      heading: [/maria@/, /maria@/],
    },
    { path: live('/topics'), heading: ['Tópicos', 'Topics'] },
    { path: live('/segments'), heading: ['Segmentos', 'Segments'] },
    { path: live('/segments/new'), heading: ['Novo segmento', 'New segment'] },
    { path: live(`/segments/${stage.segment}`), heading: [/Recife/, /Recife/] },
    { path: live(`/segments/${stage.list}`), heading: ['Imprensa', 'Imprensa'] },
    { path: live('/forms'), heading: ['Formulários', 'Forms'] },
    { path: live('/forms/new'), heading: ['Novo formulário', 'New form'] },
    { path: live(`/forms/${stage.form}`), heading: [/Rodapé/, /Rodapé/] },
    { path: live('/imports'), heading: ['Importações', 'Imports'] },
    { path: live(`/imports/${stage.import}`), heading: [/Importação de/, /Import of/] },
    { path: live(`/imports/${stage.openImport}`), heading: [/Importação de/, /Import of/] },
    { path: live('/consent'), heading: ['Consentimento', 'Consent'] },
    {
      path: live(`/consent?contact=${stage.contact}`),
      heading: ['Consentimento de Maria Lima', 'Consent of Maria Lima'],
    },
    { path: live('/files'), heading: ['Imagens', 'Pictures'] },
    { path: live('/audience?tab=theme'), heading: ['Ajustes do público', 'Audience settings'] },
    { path: live('/audience?tab=words'), heading: ['Ajustes do público', 'Audience settings'] },
    { path: live('/audience'), heading: ['Ajustes do público', 'Audience settings'] },
    {
      path: live('/audience?tab=properties'),
      heading: ['Ajustes do público', 'Audience settings'],
    },
    { path: '/limits', heading: ['Limites e uso', 'Limits and usage'] },
    { path: '/projects', heading: ['Projetos', 'Projects'] },
    { path: '/members', heading: ['Membros', 'Members'] },
    { path: '/settings', heading: ['Configurações', 'Settings'] },
    { path: '/operator', heading: ['Operação', 'Operator'] },
    { path: '/operator?tab=queue', heading: ['Operação', 'Operator'] },
    { path: '/operator?tab=metrics', heading: ['Operação', 'Operator'] },
    { path: '/operator?tab=doctor', heading: ['Operação', 'Operator'] },
    { path: '/operator?tab=addresses', heading: ['Operação', 'Operator'] },
    { path: `/operator/accounts/${stage.account}`, heading: ['Loja da Ana', 'Loja da Ana'] },
  ]
}

export const phone = { width: 390, height: 844 }

/** A page that is seen so, as large as a phone or a desktop. */
export function openView(browser: Browser, base: string, { width, language, colorScheme }: View) {
  return openPage(browser, base, {
    viewport: { width, height: width === phone.width ? phone.height : 900 },
    locale: language === 'pt' ? 'pt-BR' : 'en-GB',
    colorScheme,
    storageState: speaking(base, language),
  })
}

/** Waits until a page has what it is for; by default whatever its heading says. */
export async function settled(page: Page, name?: string | RegExp): Promise<void> {
  const named = name === undefined ? {} : { name, exact: true }
  await page.getByRole('heading', { level: 1, ...named }).waitFor()
  await page.locator('.mantine-Skeleton-root').first().waitFor({ state: 'hidden' })
  // What is still being counted is pale.
  await page.locator('[aria-busy="true"]').first().waitFor({ state: 'hidden' })
}

/** Those that are there only where somebody collects. */
export const ofBilling: readonly Shown[] = [
  { path: '/billing', heading: ['Cobrança', 'Billing'] },
  { path: '/billing?tab=usage', heading: ['Cobrança', 'Billing'] },
  { path: '/billing?tab=cap', heading: ['Cobrança', 'Billing'] },
  { path: '/billing?tab=invoices', heading: ['Cobrança', 'Billing'] },
  { path: '/operator?tab=billing', heading: ['Operação', 'Operator'] },
]

/** Those that need no session. */
export const open: readonly Shown[] = [
  { path: '/login', heading: ['Entrar no Malote', 'Log in to Malote'] },
  { path: '/signup', heading: ['Crie sua conta', 'Create your account'] },
  {
    path: '/claim',
    heading: ['Esta instalação já tem proprietário', 'This installation has an owner'],
  },
  { path: '/forgot', heading: ['Escolha uma nova senha', 'Choose a new password'] },
  { path: '/restore?token=x', heading: ['Recupere seu endereço', 'Take your address back'] },
  { path: '/reset?token=x', heading: ['Defina uma nova senha', 'Set a new password'] },
]
