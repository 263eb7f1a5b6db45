/**
 * The pages and their addresses. What belongs to a project lies below /p/{project}/{live|test}, so
 * that an address says all and can be sent to a colleague; each page is a file loaded when opened.
 */
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readSession, sessionKey } from './api/hooks.ts'
import type { Session } from './api/shapes.ts'
import { Lost, Stumbled } from './parts/lost.tsx'
import { lastPlace } from './parts/place.ts'
import { Waiting } from './parts/show.tsx'

type Search = Record<string, string>

/** Search fields are texts here, always; pages read those they know. */
const anySearch = (given: Record<string, unknown>): Search =>
  Object.fromEntries(
    Object.entries(given)
      .filter(([, value]) => value !== undefined && value !== null && typeof value !== 'object')
      .map(([name, value]) => [name, String(value)]),
  )

export function createPages(client: QueryClient) {
  const session = (): Promise<Session | null> =>
    client.ensureQueryData({ queryKey: sessionKey, queryFn: readSession })

  const root = createRootRoute({
    component: Outlet,
    notFoundComponent: Lost,
    validateSearch: anySearch,
  })

  const open = {
    '/login': lazyRouteComponent(() => import('./pages/login.tsx'), 'LoginPage'),
    '/signup': lazyRouteComponent(() => import('./pages/signup.tsx'), 'SignupPage'),
    '/verify': lazyRouteComponent(() => import('./pages/verify.tsx'), 'VerifyPage'),
    '/forgot': lazyRouteComponent(() => import('./pages/forgot.tsx'), 'ForgotPage'),
    '/reset': lazyRouteComponent(() => import('./pages/reset.tsx'), 'ResetPage'),
    '/invite': lazyRouteComponent(() => import('./pages/invite.tsx'), 'InvitePage'),
  }
  const openRoutes = Object.entries(open).map(([path, component]) =>
    createRoute({ getParentRoute: () => root, path, component }),
  )

  const home = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      const me = await session()
      if (!me) throw redirect({ to: '/login' })
      throw redirect({ to: lastPlace(me) })
    },
  })

  const frame = createRoute({
    getParentRoute: () => root,
    id: 'frame',
    component: lazyRouteComponent(() => import('./parts/frame.tsx'), 'Frame'),
    beforeLoad: async ({ location }) => {
      if (!(await session())) throw redirect({ to: '/login', search: { next: location.pathname } })
    },
  })

  const project = createRoute({ getParentRoute: () => frame, path: '/p/$project/$mode' })
  const inProject = {
    '/': lazyRouteComponent(() => import('./pages/overview.tsx'), 'OverviewPage'),
    '/start': lazyRouteComponent(() => import('./pages/start.tsx'), 'StartPage'),
    '/emails': lazyRouteComponent(() => import('./pages/emails.tsx'), 'EmailsPage'),
    '/emails/$id': lazyRouteComponent(() => import('./pages/email.tsx'), 'EmailPage'),
    '/inbox': lazyRouteComponent(() => import('./pages/inbox.tsx'), 'InboxPage'),
    '/domains': lazyRouteComponent(() => import('./pages/domains.tsx'), 'DomainsPage'),
    '/domains/$id': lazyRouteComponent(() => import('./pages/domain.tsx'), 'DomainPage'),
    '/webhooks': lazyRouteComponent(() => import('./pages/webhooks.tsx'), 'WebhooksPage'),
    '/webhooks/$id': lazyRouteComponent(() => import('./pages/webhook.tsx'), 'WebhookPage'),
    '/suppressions': lazyRouteComponent(
      () => import('./pages/suppressions.tsx'),
      'SuppressionsPage',
    ),
    '/keys': lazyRouteComponent(() => import('./pages/keys.tsx'), 'KeysPage'),
    '/deliverability': lazyRouteComponent(
      () => import('./pages/deliverability.tsx'),
      'DeliverabilityPage',
    ),
  }
  const projectRoutes = Object.entries(inProject).map(([path, component]) =>
    createRoute({ getParentRoute: () => project, path, component }),
  )

  const inAccount = {
    '/limits': lazyRouteComponent(() => import('./pages/limits.tsx'), 'LimitsPage'),
    '/projects': lazyRouteComponent(() => import('./pages/projects.tsx'), 'ProjectsPage'),
    '/members': lazyRouteComponent(() => import('./pages/members.tsx'), 'MembersPage'),
    '/settings': lazyRouteComponent(() => import('./pages/settings.tsx'), 'SettingsPage'),
    '/operator': lazyRouteComponent(() => import('./pages/operator.tsx'), 'OperatorPage'),
  }
  const accountRoutes = Object.entries(inAccount).map(([path, component]) =>
    createRoute({ getParentRoute: () => frame, path, component }),
  )

  const routeTree = root.addChildren([
    home,
    ...openRoutes,
    frame.addChildren([project.addChildren(projectRoutes), ...accountRoutes]),
  ])
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPendingComponent: Waiting,
    defaultErrorComponent: Stumbled,
    defaultNotFoundComponent: Lost,
    scrollRestoration: true,
  })
}
