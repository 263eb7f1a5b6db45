/**
 * The pages and their addresses. What belongs to a project lies below /projects/{project}/{live|test}, so
 * that an address says all and can be sent to a colleague; each page is a file loaded when opened.
 */
import type { QueryClient } from '@tanstack/react-query'
import { readSession, sessionKey } from '../api/hooks.ts'
import type { Session } from '../api/shapes.ts'
import { type Address, hrefOf } from '../routing/address.ts'
import { createRouter, type Page, type PageFile, type Router } from '../routing/router.ts'
import { lazyPage, lightPage } from '../ui/lazy-page.ts'
import { Waiting } from '../ui/show.tsx'
import { Lost, LostOutside, Stumbled } from './lost.tsx'
import { type OutsidePath, returnPath } from './paths.ts'
import { lastPlace } from './place.ts'

/** A first view too: of what comes later it needs how fields look. */
const logIn = async () => {
  const [page] = await Promise.all([
    import('../features/session/login-page.tsx'),
    import('../style/door.css'),
  ])
  return page
}

const outside: Readonly<Record<OutsidePath, PageFile>> = {
  '/login': lightPage(logIn, 'LoginPage'),
  [returnPath]: lazyPage(() => import('../features/session/return-page.tsx'), 'ReturnPage'),
  '/signup': lazyPage(() => import('../features/session/signup-page.tsx'), 'SignupPage'),
  '/claim': lazyPage(() => import('../features/session/claim-page.tsx'), 'ClaimPage'),
  '/verify': lazyPage(() => import('../features/session/verify-page.tsx'), 'VerifyPage'),
  '/forgot': lazyPage(() => import('../features/session/forgot-page.tsx'), 'ForgotPage'),
  '/reset': lazyPage(() => import('../features/session/reset-page.tsx'), 'ResetPage'),
  '/address': lazyPage(() => import('../features/session/address-page.tsx'), 'AddressPage'),
  '/restore': lazyPage(() => import('../features/session/restore-page.tsx'), 'RestorePage'),
  '/invite': lazyPage(() => import('../features/session/invite-page.tsx'), 'InvitePage'),
  '/dns': lazyPage(() => import('../features/domains/shared-page.tsx'), 'SharedDomainPage'),
}

/** Below /projects/{project}/{live|test}. */
const inProject: Readonly<Record<string, PageFile>> = {
  '/': lightPage(() => import('../features/overview/overview-page.tsx'), 'OverviewPage'),
  '/start': lazyPage(() => import('../features/start/start-page.tsx'), 'StartPage'),
  '/emails': lazyPage(() => import('../features/emails/emails-page.tsx'), 'EmailsPage'),
  '/emails/$id': lazyPage(() => import('../features/emails/email-page.tsx'), 'EmailPage'),
  '/inbox': lazyPage(() => import('../features/inbox/inbox-page.tsx'), 'InboxPage'),
  '/domains': lazyPage(() => import('../features/domains/domains-page.tsx'), 'DomainsPage'),
  '/domains/$id': lazyPage(() => import('../features/domains/domain-page.tsx'), 'DomainPage'),
  '/deleted': lazyPage(() => import('../features/deleted/deleted-page.tsx'), 'DeletedPage'),
  '/webhooks': lazyPage(() => import('../features/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  '/webhooks/$id': lazyPage(() => import('../features/webhooks/webhook-page.tsx'), 'WebhookPage'),
  '/suppressions': lazyPage(
    () => import('../features/suppressions/suppressions-page.tsx'),
    'SuppressionsPage',
  ),
  '/contacts': lazyPage(() => import('../features/contacts/contacts-page.tsx'), 'ContactsPage'),
  '/contacts/$id': lazyPage(() => import('../features/contacts/contact-page.tsx'), 'ContactPage'),
  '/imports': lazyPage(() => import('../features/imports/imports-page.tsx'), 'ImportsPage'),
  '/imports/$id': lazyPage(() => import('../features/imports/import-page.tsx'), 'ImportPage'),
  '/segments': lazyPage(() => import('../features/segments/segments-page.tsx'), 'SegmentsPage'),
  '/segments/$id': lazyPage(() => import('../features/segments/segment-page.tsx'), 'SegmentPage'),
  '/forms': lazyPage(() => import('../features/forms/forms-page.tsx'), 'FormsPage'),
  '/forms/$id': lazyPage(() => import('../features/forms/form-page.tsx'), 'FormPage'),
  '/templates': lazyPage(() => import('../features/templates/templates-page.tsx'), 'TemplatesPage'),
  '/templates/$id': lazyPage(
    () => import('../features/templates/template-page.tsx'),
    'TemplatePage',
  ),
  '/files': lazyPage(() => import('../features/files/files-page.tsx'), 'FilesPage'),
  '/campaigns': lazyPage(() => import('../features/campaigns/campaigns-page.tsx'), 'CampaignsPage'),
  '/campaigns/$id': lazyPage(
    () => import('../features/campaigns/campaign-page.tsx'),
    'CampaignPage',
  ),
  '/sequences': lazyPage(() => import('../features/sequences/sequences-page.tsx'), 'SequencesPage'),
  '/sequences/$id': lazyPage(
    () => import('../features/sequences/sequence-page.tsx'),
    'SequencePage',
  ),
  '/sequences/$id/people/$enrollment': lazyPage(
    () => import('../features/sequences/enrollment-page.tsx'),
    'EnrollmentPage',
  ),
  '/topics': lazyPage(() => import('../features/topics/topics-page.tsx'), 'TopicsPage'),
  '/consent': lazyPage(() => import('../features/consent/consent-page.tsx'), 'ConsentPage'),
  '/audience': lazyPage(() => import('../features/audience/audience-page.tsx'), 'AudiencePage'),
  '/requests': lazyPage(() => import('../features/requests/requests-page.tsx'), 'RequestsPage'),
  '/requests/$id': lazyPage(() => import('../features/requests/request-page.tsx'), 'RequestPage'),
  '/keys': lazyPage(() => import('../features/keys/keys-page.tsx'), 'KeysPage'),
  '/deliverability': lazyPage(
    () => import('../features/deliverability/deliverability-page.tsx'),
    'DeliverabilityPage',
  ),
}

const ofAccount: Readonly<Record<string, PageFile>> = {
  '/billing': lazyPage(() => import('../features/billing/billing-page.tsx'), 'BillingPage'),
  '/notices': lazyPage(() => import('../features/notices/notices-page.tsx'), 'NoticesPage'),
  '/audit': lazyPage(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
  '/limits': lazyPage(() => import('../features/limits/limits-page.tsx'), 'LimitsPage'),
  '/projects': lazyPage(() => import('../features/projects/projects-page.tsx'), 'ProjectsPage'),
  '/members': lazyPage(() => import('../features/members/members-page.tsx'), 'MembersPage'),
  '/settings': lazyPage(() => import('../features/settings/settings-page.tsx'), 'SettingsPage'),
  '/operator': lazyPage(() => import('../features/operator/operator-page.tsx'), 'OperatorPage'),
  '/operator/accounts/$account': lazyPage(
    () => import('../features/operator/account-page.tsx'),
    'AccountPage',
  ),
}

const lost: PageFile = { load: async () => Lost }
const lostOutside: PageFile = { load: async () => LostOutside }
const frame = lightPage(() => import('./frame.tsx'), 'Frame')

const below = (path: string, files: Readonly<Record<string, PageFile>>) =>
  Object.entries(files).map(([page, file]) => [path + page, file] as const)

export function createPages(client: QueryClient, onLeave: () => void): Router {
  const session = (): Promise<Session | null> =>
    client.ensureQueryData({ queryKey: sessionKey, queryFn: readSession })
  const guardHome = async () => {
    const me = await session()
    return me ? lastPlace(me) : '/login'
  }
  const guardInside = async ({ href }: Address) => {
    if (!(await session())) return hrefOf('/login', { next: href })
    // There is no test inbox in production.
    const inTest = href.replace(/^(\/projects\/[^/]+)\/live\/inbox\b/, '$1/test/inbox')
    return inTest === href ? null : inTest
  }
  const inFrame = [
    ...below('/projects/$project/$mode', { ...inProject, '/*': lost }),
    ...below('', ofAccount),
  ]
  const pages: Readonly<Record<string, Page>> = {
    '/': { file: lostOutside, guard: guardHome },
    ...Object.fromEntries(below('', outside).map(([path, file]) => [path, { file }])),
    ...Object.fromEntries(
      inFrame.map(([path, file]) => [path, { file, frame, guard: guardInside }]),
    ),
    '/*': { file: lostOutside },
  }
  return createRouter({ pages, waiting: Waiting, stumbled: Stumbled, onLeave })
}
