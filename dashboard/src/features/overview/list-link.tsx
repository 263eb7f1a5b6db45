/** A figure that leads to the list of what it counts. */
import type { ReactNode } from 'react'
import type { EmailStatus } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'

interface ListLinkProps {
  /** Nothing leads nowhere. */
  readonly count: number
  /** The first day that is counted, in the account's zone. */
  readonly from: string
  readonly status?: EmailStatus
  readonly stream?: string
  /** Part of the recipients' addresses. */
  readonly domain?: string
  readonly children: ReactNode
}

export function ListLink({ count, from, status, stream, domain, children }: ListLinkProps) {
  const where = useWhere()
  if (count === 0) return <>{children}</>
  const sought = Object.entries({ q: domain && `@${domain}`, status, stream, after: from })
  const query = sought.flatMap(([name, value]) =>
    value ? [`${name}=${encodeURIComponent(value)}`] : [],
  )
  return <Link to={where.to(`/emails?${query.join('&')}`)}>{children}</Link>
}
