/** Starts the dashboard. */
import '../style/first.css'
import { type AnyRoute, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenLoggedOut } from '../api/client.ts'
import { sessionKey } from '../api/hooks.ts'
import { styleLater } from '../ui/lazy-page.ts'
import { expectFocus } from '../ui/page-focus.ts'
import { createClient, Providers } from './providers.tsx'
import { createPages } from './router.tsx'
import { endStill } from './still.ts'

styleLater(() => import('../style/later.css'))

const client = createClient()
const router = createPages(client)

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  // Filters and tabs change the address, too, but lead nowhere else.
  if (fromLocation && pathChanged) expectFocus()
})

const ended = router.subscribe('onRendered', () => {
  ended()
  endStill()
})

whenLoggedOut(() => {
  client.setQueryData(sessionKey, null)
  const { href, pathname } = router.state.location
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } })
})

// The files of the page that was asked for do not wait until it is known who asks.
const routes: Readonly<Record<string, AnyRoute>> = router.routesById
for (const { routeId } of router.matchRoutes(router.latestLocation)) {
  routes[routeId]?.options.component?.preload?.()?.catch(() => {})
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} />
    </Providers>
  </StrictMode>,
)
