/** How many get nothing, and why; of a campaign that is sent each reason leads to its people. */
import { Link } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { useDoor } from './doors.ts'
import { reasonTexts } from './texts.ts'

interface SkippedProps {
  readonly reasons: Readonly<Record<string, number>>
  /** The campaign whose list has them. */
  readonly of?: string
}

export function Skipped({ reasons, of }: SkippedProps) {
  const say = useSay()
  const { whole } = useNumbers()
  const door = useDoor(of ?? '')
  const rows = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return null
  return (
    <ul className="reasons">
      {rows.map(([reason, n]) => {
        // A value that is missing is named behind its reason.
        const [code = '', name] = reason.split(':')
        const said = `${sayOf(say, reasonTexts, code)}${name ? ` (${name})` : ''}`
        return (
          <li key={reason}>
            <b>{whole(n)}</b>{' '}
            {of === undefined ? said : <Link to={door({ state: 'skipped', reason })}>{said}</Link>}
          </li>
        )
      })}
    </ul>
  )
}
