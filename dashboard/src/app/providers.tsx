/** What all pages stand on: data, language, looks, notifications. */
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import { ApiError } from '../api/client.ts'
import { isConnectionLost, watchConnection } from '../api/connection.ts'
import { refreshShown } from '../api/lists.ts'
import { areNoticesWanted, loadNotices, watchNotices } from '../ui/notify.ts'
import { SpeechProvider } from '../ui/words.tsx'
import { cssVariables, theme } from './theme.ts'

/** Fetched with the first that is said. */
const Notices = lazy(async () => ({ default: (await loadNotices()).Notices }))

export function createClient(): QueryClient {
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
  // What could not be read while the server was away is read once it is back.
  watchConnection(() => {
    if (!isConnectionLost()) void refreshShown(client)
  })
  return client
}

export function Providers({ client, children }: { client: QueryClient; children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <SpeechProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          defaultColorScheme="auto"
          deduplicateInlineStyles
        >
          <NoticesOnceWanted />
          {children}
        </MantineProvider>
      </SpeechProvider>
    </QueryClientProvider>
  )
}

function NoticesOnceWanted() {
  const areWanted = useSyncExternalStore(watchNotices, areNoticesWanted)
  return <Suspense fallback={null}>{areWanted && <Notices />}</Suspense>
}
