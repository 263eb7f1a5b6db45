/** A figure that leads to the list of what it counts. */
import type { ReactNode } from 'react'
import type { CountedEvent, TlsRung } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'

interface ListLinkProps {
  /** Nothing leads nowhere. */
  readonly count: number
  /** The first day that is counted, in the account's zone. */
  readonly from: string
  /** The last one, where that is not today. */
  readonly until?: string
  /** What is counted happened to recipients; absent with what follows: emails are counted. */
  readonly event?: CountedEvent | 'final' | undefined
  readonly provider?: string | undefined
  readonly cause?: string | undefined
  readonly domain?: string | undefined
  readonly tls?: TlsRung | undefined
  readonly stream?: string | undefined
  /** What is shown, where that is not the count alone. */
  readonly children?: ReactNode
  /** With the figure in it, where what stands around it does not say what it is. */
  readonly label?: string
}

export function ListLink({ count, children, label, ...sought }: ListLinkProps) {
  const where = useWhere()
  const { whole } = useNumbers()
  const shown = children ?? whole(count)
  if (count === 0) return <>{shown}</>
  return (
    <Link to={where.to(listOf(sought))} {...(label === undefined ? {} : { label })}>
      {shown}
    </Link>
  )
}

/** The page below the project that lists what is counted. */
export function listOf(sought: Omit<ListLinkProps, 'count' | 'children' | 'label'>): string {
  const { from, until, stream, event, provider, cause, domain, tls } = sought
  const fact = { event, provider, cause, domain, tls }
  const isOfFact = Object.values(fact).some(value => value !== undefined)
  const days = isOfFact ? { since: from, until } : { after: from, before: until }
  const query = Object.entries({ ...fact, stream, ...days }).flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return `/emails?${query.join('&')}`
}
