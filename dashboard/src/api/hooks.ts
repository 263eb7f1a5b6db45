/** Reading and changing what the server has, with TanStack Query. */
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useSpeech } from '../ui/words.tsx'
import type {
  Answer,
  ChangeName,
  Group,
  InputOf,
  IsOptional,
  QueryName,
  TextName,
  Values,
} from './calls.ts'
import { locate } from './calls.ts'
import { ApiError, call, callAnswer } from './client.ts'
import { dropFromLists, refreshGroup } from './lists.ts'
import type { Session } from './shapes.ts'
import { useWhere, useWhole } from './where.ts'

interface ReadOptions<Body> {
  /** How often it is asked again, which what was answered may say. */
  readonly everyMs?: number | ((data: Body | undefined) => number | undefined)
  readonly enabled?: boolean
  /** Shows what was there for other values until the new answer comes. */
  readonly keepsPrevious?: boolean
}

type ReadArguments<N extends QueryName> =
  IsOptional<N> extends true
    ? [input?: InputOf<N>, options?: ReadOptions<Answer<N>>]
    : [input: InputOf<N>, options?: ReadOptions<Answer<N>>]

const intervalOf = <Body>(everyMs: NonNullable<ReadOptions<Body>['everyMs']>) =>
  typeof everyMs === 'number'
    ? everyMs
    : ({ state }: { state: { data: Body | undefined } }) => everyMs(state.data) ?? false

/** What a call answers. Answers hold sentences, so a language is part of what was asked. */
export function useApi<N extends QueryName>(name: N, ...[input, options = {}]: ReadArguments<N>) {
  const { language } = useSpeech()
  const values = useWhole(input)
  const { everyMs, enabled, keepsPrevious } = options
  return useQuery<Answer<N>, ApiError>({
    queryKey: [name, values, language],
    queryFn: () => callAnswer(locate(name, values)) as Promise<Answer<N>>,
    ...(everyMs === undefined ? {} : { refetchInterval: intervalOf(everyMs) }),
    ...(enabled === undefined ? {} : { enabled }),
    ...(keepsPrevious ? { placeholderData: keepPreviousData } : {}),
  })
}

interface LookOptions {
  /** Asks again whoever comes back, however soon: what is sent by it may have changed elsewhere. */
  readonly isNeverOld?: boolean
}

/**
 * What a call answers that is a POST only because what it asks is long; undefined asks nothing.
 * `turn` counts changes of what is looked at: an answer that is on its way from before is not taken.
 */
export function useLook<N extends ChangeName>(
  name: N,
  input: InputOf<N> | undefined,
  turn = 0,
  { isNeverOld = false }: LookOptions = {},
) {
  const { language } = useSpeech()
  const values = useWhole(input)
  return useQuery<Answer<N>, ApiError>({
    queryKey: [name, values, language, turn],
    queryFn: () => callAnswer(locate(name, values)) as Promise<Answer<N>>,
    enabled: input !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    ...(isNeverOld ? { staleTime: 0, refetchOnMount: 'always' as const } : {}),
  })
}

/** A table rather than a condition, so that literals of a body are read as what is asked for. */
type ChangeInputs = {
  [N in ChangeName]: InputOf<N> extends undefined
    ? undefined
    : IsOptional<N> extends true
      ? InputOf<N> | undefined
      : InputOf<N>
}
export type ChangeInput<N extends ChangeName> = ChangeInputs[N]

/**
 * A change by its name; what was read of the `stale` groups is read again after it, in both modes,
 * which share domains and webhooks.
 */
export function useChange<N extends ChangeName>(name: N, ...stale: Group[]) {
  const client = useQueryClient()
  const { project, mode } = useWhere()
  return useMutation<Answer<N>, ApiError, ChangeInput<N>>({
    mutationFn: input => {
      const values = { project_id: project, mode, ...(input as Values | undefined) }
      return callAnswer(locate(name, values)) as Promise<Answer<N>>
    },
    onSuccess: (_answer, input) => {
      if (name.endsWith('.delete')) dropFromLists(client, name, (input ?? {}) as Values)
      return Promise.all(stale.map(group => refreshGroup(client, group)))
    },
  })
}

/** Reads again what was read of a group, or of one thing of it. */
export function useRefresh(): (group: Group, match?: Values) => Promise<void> {
  const client = useQueryClient()
  return useCallback((group, match) => refreshGroup(client, group, match), [client])
}

/** The address of an answer that is not JSON: for frames and downloads. */
export function useUrl(): <N extends TextName>(name: N, input: InputOf<N>) => string {
  const { project, mode } = useWhere()
  return (name, input) => locate(name, { project_id: project, mode, ...(input as object) }).url
}

/** What a pause keeps back goes on by itself one day: whoever waits for that sees it. */
const pausedEveryMs = 15_000

export const sessionKey = ['session']

export function useSession({ enabled = true }: { readonly enabled?: boolean } = {}) {
  return useQuery<Session | null, ApiError>({
    queryKey: sessionKey,
    queryFn: readSession,
    enabled,
    staleTime: 60_000,
    refetchInterval: ({ state: { data } }) =>
      data && data.account.pause !== 'none' ? pausedEveryMs : false,
  })
}

/** Who is logged in; null if nobody. */
export async function readSession(): Promise<Session | null> {
  try {
    return await call('session.get', {})
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
