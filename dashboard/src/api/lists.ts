/**
 * Lists that come page by page. What is new is at their beginning, so news, a return to the tab or
 * to the page ask for the first page alone and put it before what is known; only a change made here
 * reads all that is shown again.
 */
import {
  type InfiniteData,
  type QueryClient,
  type QueryKey,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useSpeech } from '../ui/words.tsx'
import {
  type ChangeName,
  type Group,
  groupOf,
  type InputOf,
  type Item,
  type ListName,
  locate,
  type Row,
  type Values,
  type WholeName,
} from './calls.ts'
import { type ApiError, callAnswer } from './client.ts'
import { useWhole } from './where.ts'

interface ListItem {
  readonly id: string
}
interface Page<One extends ListItem> {
  readonly data: readonly One[]
  readonly has_more: boolean
}
type Pages = InfiniteData<Page<ListItem>, string>

const pageItems = 50
const freshMs = 5_000
const listMark = 'pages'

/** A list, page after page; `input` carries its filters. */
export function useList<N extends ListName>(
  name: N,
  input?: Omit<NonNullable<InputOf<N>>, 'limit' | 'starting_after'>,
) {
  const { language } = useSpeech()
  const client = useQueryClient()
  const values = useWhole(input)
  const queryKey = [name, values, language, listMark]
  const list = useInfiniteQuery<Page<Item<N>>, ApiError, Item<N>[], QueryKey, string>({
    queryKey,
    queryFn: ({ pageParam }) => readPage(queryKey, pageParam) as Promise<Page<Item<N>>>,
    initialPageParam: '',
    getNextPageParam: last => (last.has_more ? last.data.at(-1)?.id : undefined),
    select: ({ pages }) => pages.flatMap(page => page.data),
    refetchOnMount: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const renew = useEffectEvent(() => {
    const state = client.getQueryState(queryKey)
    const isOld = Date.now() - (state?.dataUpdatedAt ?? 0) > freshMs
    if (isOld || state?.isInvalidated) void refreshHead(client, queryKey)
  })
  const shown = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown again may be old
  useEffect(() => {
    renew()
    const onShown = () => {
      if (!document.hidden) renew()
    }
    document.addEventListener('visibilitychange', onShown)
    return () => document.removeEventListener('visibilitychange', onShown)
  }, [shown])
  return list
}

const wholePageItems = 100
/** So many pages hold as much as a project may have of anything that is read whole. */
const maxWholePages = 10

/** All of a list that is short, for choices and names. */
export function useAll<N extends WholeName>(
  name: N,
  input?: Omit<NonNullable<InputOf<N>>, 'limit' | 'starting_after'>,
) {
  const { language } = useSpeech()
  const values = useWhole(input)
  return useQuery<Row<N>[], ApiError>({
    queryKey: [name, values, language, 'whole'],
    queryFn: async () => {
      const rows: Row<N>[] = []
      for (let n = 0; n < maxWholePages; n++) {
        const last = rows.at(-1) as { id?: string; key?: string; at?: string } | undefined
        const page = {
          ...values,
          limit: wholePageItems,
          starting_after: last?.id ?? last?.key ?? last?.at,
        }
        const answer = await callAnswer(locate(name, page))
        const { data, has_more: hasMore } = answer as { data: Row<N>[]; has_more: boolean }
        rows.push(...data)
        if (!hasMore) break
      }
      return rows
    },
  })
}

export interface NamedRow {
  readonly id: string
  readonly name: string
}

/** What one of a list is called: "…" until the list has come, nothing where it is not in it. */
export const nameAmong = (rows: readonly NamedRow[] | undefined, id: string): string | undefined =>
  rows === undefined ? '…' : rows.find(one => one.id === id)?.name

function readPage(key: QueryKey, after: string): Promise<Page<ListItem>> {
  const [name, values] = key as [ListName, Values]
  const page = { ...values, limit: pageItems, starting_after: after }
  return callAnswer(locate(name, page)) as Promise<Page<ListItem>>
}

/** Asks for the first page of a list and puts it before the rest of it. */
async function refreshHead(client: QueryClient, key: QueryKey): Promise<void> {
  const state = client.getQueryState(key)
  if (state?.data === undefined || state.fetchStatus === 'fetching') return
  const head = await readPage(key, '').catch(() => null)
  if (head === null) return
  client.setQueryData<Pages>(key, known => known && withHead(known, head))
}

/** The list with a newer first page: rows that it does not reach stay as they are. */
export function withHead(known: Pages, head: Page<ListItem>): Pages {
  const rows = known.pages.flatMap(page => page.data)
  const last = head.data.at(-1)
  const seam = last === undefined ? -1 : rows.findIndex(row => row.id === last.id)
  // More is new than fits a page, or nothing follows: what was known further down cannot be joined.
  if (!head.has_more || seam === -1) return { pages: [head], pageParams: [''] }
  const rest = rows.slice(seam + 1)
  if (rest.length === 0) return { pages: [head], pageParams: [''] }
  const hasMore = known.pages.at(-1)?.has_more ?? false
  return {
    pages: [head, { data: rest, has_more: hasMore }],
    pageParams: ['', last!.id],
  }
}

/** Reads again all that is shown, of lists the first page: after the server was away. */
export async function refreshShown(client: QueryClient): Promise<void> {
  const lists = client.getQueryCache().findAll({
    type: 'active',
    predicate: ({ queryKey, state }) => isList(queryKey) && state.data !== undefined,
  })
  const known = new Set(lists.map(({ queryHash }) => queryHash))
  await Promise.all([
    ...lists.map(({ queryKey }) => refreshHead(client, queryKey)),
    client.invalidateQueries({ type: 'active', predicate: one => !known.has(one.queryHash) }),
  ])
}

/** What news say of rows that are shown already. */
interface RowNews {
  readonly id: string
  readonly status: string
}

/** News of a group: known rows change where they are, new ones come with the first page. */
export async function refreshNews(
  client: QueryClient,
  group: Group,
  news: readonly RowNews[] | null,
): Promise<void> {
  const status = new Map(news?.map(one => [one.id, one.status]))
  const fits = ({ queryKey }: { queryKey: QueryKey }) => isOf(queryKey, group) && isList(queryKey)
  client.setQueriesData<Pages>({ predicate: fits }, known =>
    mapRows(known, row => (status.has(row.id) ? [{ ...row, status: status.get(row.id) }] : [row])),
  )
  const shown = client.getQueryCache().findAll({ type: 'active', predicate: fits })
  await Promise.all(shown.map(({ queryKey }) => refreshHead(client, queryKey)))
}

const mapRows = (
  known: Pages | undefined,
  change: (row: ListItem) => ListItem[],
): Pages | undefined =>
  known && {
    ...known,
    pages: known.pages.map(page => ({ ...page, data: page.data.flatMap(change) })),
  }

/** All that was read of a group is read again, or what of it has these values. */
export function refreshGroup(client: QueryClient, group: Group, match: Values = {}): Promise<void> {
  const wanted = Object.entries(match)
  return client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const values = (queryKey[1] ?? {}) as Values
      return isOf(queryKey, group) && wanted.every(([name, value]) => values[name] === value)
    },
  })
}

/** What has been deleted is gone from lists at once, however far down it was. */
export function dropFromLists(client: QueryClient, name: ChangeName, input: Values): void {
  const gone = Object.values(input)
  const group = groupOf(name)
  client.setQueriesData<Pages>(
    { predicate: ({ queryKey }) => isOf(queryKey, group) && isList(queryKey) },
    known => mapRows(known, row => (gone.includes(row.id) ? [] : [row])),
  )
}

const isOf = (key: QueryKey, group: string): boolean => String(key[0]).startsWith(`${group}.`)
const isList = (key: QueryKey): boolean => key[3] === listMark
