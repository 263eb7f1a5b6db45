/** Starts the dashboard. */
import '../style/first.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { whenLoggedOut } from '../api/client.ts'
import { sessionKey } from '../api/hooks.ts'
import { Pages } from '../router/pages.tsx'
import { styleLater } from '../ui/lazy-page.ts'
import { Waiting } from '../ui/show.tsx'
import { Stumbled } from './lost.tsx'
import { createClient, Providers } from './providers.tsx'
import { createPages } from './router.tsx'
import { endStill } from './still.ts'

styleLater(() => import('../style/later.css'))

const client = createClient()
const router = createPages(client)

whenLoggedOut(() => {
  client.setQueryData(sessionKey, null)
  const { pathname, href } = router.history.location
  if (pathname !== '/login') void router.navigate({ to: '/login', search: { next: href } })
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Providers client={client}>
      <Pages router={router} Waiting={Waiting} Failed={Stumbled} onDrawn={endStill} />
    </Providers>
  </StrictMode>,
)
