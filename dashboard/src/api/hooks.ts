/** Reading and changing what the server has, with TanStack Query. */
import {
  type QueryKey,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useSpeech } from '../ui/words.tsx'
import { ApiError, call, type Method, queryOf } from './client.ts'
import type { Mode, Page, Session } from './shapes.ts'

/** Answers hold sentences, so a language is part of what was asked. */
export function useApi<Body>(path: string, options: { everyMs?: number; enabled?: boolean } = {}) {
  const { language } = useSpeech()
  return useQuery<Body, ApiError>({
    queryKey: [path, language],
    queryFn: () => call<Body>('GET', path),
    ...(options.everyMs === undefined ? {} : { refetchInterval: options.everyMs }),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
  })
}

/** A list, page after page; `path` may carry filters. */
export function useList<Item extends { id: string }>(path: string, limit = 50) {
  const { language } = useSpeech()
  return useInfiniteQuery<Page<Item>, ApiError, Item[], QueryKey, string>({
    queryKey: [path, language, 'pages'],
    queryFn: ({ pageParam }) => {
      const page = queryOf({ limit, starting_after: pageParam })
      return call('GET', `${path}${path.includes('?') ? `&${page.slice(1)}` : page}`)
    },
    initialPageParam: '',
    getNextPageParam: last => (last.has_more ? last.data.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(page => page.data),
  })
}

export interface Change {
  readonly method?: Method
  readonly path: string
  readonly body?: unknown
}

/** A change; what was read below the `stale` paths is read again after it. */
export function useChange<Body = unknown>(...stale: string[]) {
  const client = useQueryClient()
  return useMutation<Body, ApiError, Change>({
    mutationFn: ({ method = 'POST', path, body }) => call<Body>(method, path, body),
    onSuccess: () => Promise.all(stale.map(path => refresh(client, path))),
  })
}

/** Marks all that was read below a path as stale, in both modes: they share domains and webhooks. */
export function refresh(client: ReturnType<typeof useQueryClient>, path: string): Promise<void> {
  const changed = withoutMode(path)
  return client.invalidateQueries({
    predicate: query => withoutMode(String(query.queryKey[0])).startsWith(changed),
  })
}

const withoutMode = (path: string): string =>
  path.replace(/^(\/api\/projects\/[^/]+)\/(?:live|test)\//, '$1/*/')

export const sessionKey = ['session']

export function useSession() {
  return useQuery<Session | null, ApiError>({
    queryKey: sessionKey,
    queryFn: readSession,
    staleTime: 60_000,
  })
}

/** Who is logged in; null if nobody. */
export async function readSession(): Promise<Session | null> {
  try {
    return await call<Session>('GET', '/api/session')
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** Inside the frame there is always a session. */
export function useMe(): Session {
  const { data } = useSession()
  if (!data) throw new Error('useMe outside of the frame, which waits for the session')
  return data
}

/** Project and mode of the page, from its address. */
export interface Where {
  readonly project: string
  readonly mode: Mode
  /** Where the public routes of this project and mode are. */
  readonly api: string
  /** Where the project's own routes are. */
  readonly projectApi: string
  /** The address of a page in this project and mode. */
  readonly to: (page: string) => string
}

export function useWhere(): Where {
  const params = useParams({ strict: false })
  const project = params.project ?? ''
  const mode: Mode = params.mode === 'live' ? 'live' : 'test'
  return {
    project,
    mode,
    api: `/api/projects/${project}/${mode}`,
    projectApi: `/api/projects/${project}`,
    to: page => `/p/${project}/${mode}${page}`,
  }
}
