/** Starts the dashboard: data, language, looks, pages. */
import './style.css'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ApiError, whenLoggedOut } from '../api/client.ts'
import { sessionKey } from '../api/hooks.ts'
import { ToldHere } from '../ui/tell.tsx'
import { SpeechProvider } from '../ui/words.tsx'
import { createPages } from './router.tsx'
import { cssVariables, theme } from './theme.ts'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // A refusal stays one; only an unreachable or stumbling server is asked again.
      retry: (count, error) =>
        count < 2 && (!(error instanceof ApiError) || error.status === 0 || error.status >= 500),
    },
  },
})
const router = createPages(client)

whenLoggedOut(() => {
  client.setQueryData(sessionKey, null)
  void router.navigate({ to: '/login', search: { next: location.pathname } })
})

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={client}>
      <SpeechProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          deduplicateInlineStyles
        >
          <ToldHere />
          <RouterProvider router={router} />
        </MantineProvider>
      </SpeechProvider>
    </QueryClientProvider>
  </StrictMode>,
)
