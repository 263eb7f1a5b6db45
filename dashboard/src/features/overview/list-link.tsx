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
  /** What is counted happened to recipients; absent with what follows: emails are counted. */
  readonly event?: CountedEvent | undefined
  readonly provider?: string | undefined
  readonly cause?: string | undefined
  readonly domain?: string | undefined
  readonly tls?: TlsRung | undefined
  readonly stream?: string | undefined
  /** What is shown, where that is not the count alone. */
  readonly children?: ReactNode
}

export function ListLink({ count, from, stream, children, ...props }: ListLinkProps) {
  const where = useWhere()
  const { whole } = useNumbers()
  const shown = children ?? whole(count)
  if (count === 0) return <>{shown}</>
  const { event, provider, cause, domain, tls } = props
  const fact = { event, provider, cause, domain, tls }
  const isOfFact = Object.values(fact).some(value => value !== undefined)
  const sought = Object.entries({ ...fact, stream, [isOfFact ? 'since' : 'after']: from })
  const query = sought.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return <Link to={where.to(`/emails?${query.join('&')}`)}>{shown}</Link>
}
