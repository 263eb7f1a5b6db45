/** Starts the dashboard. */
import '../style/first.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenLoggedOut } from '../api/client.ts'
import { sessionKey } from '../api/hooks.ts'
import { RouterProvider } from '../routing/routing.tsx'
import { standOnLater } from '../ui/lazy-page.ts'
import { expectFocus } from '../ui/page-focus.ts'
import { createClient, Providers } from './providers.tsx'
import { createPages } from './router.tsx'
import { endStill } from './still.ts'

// The sheets in the order in which one goes before the other.
standOnLater(() =>
  Promise.all([
    import('../style/door.css'),
    import('../style/later.css'),
    import('../api/later.ts'),
  ]),
)

const client = createClient()
const router = createPages(client, expectFocus)

whenLoggedOut(() => {
  client.setQueryData(sessionKey, null)
  const { href, pathname } = router.address()
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } })
})

// The files of the page that was asked for do not wait until it is known who asks.
router.fetch(router.address().pathname)
void router.load()

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client}>
      <RouterProvider router={router} onShown={endStill} />
    </Providers>
  </StrictMode>,
)
