/** How many get nothing, and why. */
import { useNumbers } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { reasonTexts } from './texts.ts'

export function Skipped({ reasons }: { reasons: Readonly<Record<string, number>> }) {
  const say = useSay()
  const { whole } = useNumbers()
  const rows = Object.entries(reasons).sort(([, a], [, b]) => b - a)
  if (rows.length === 0) return null
  return (
    <ul className="reasons">
      {rows.map(([reason, n]) => {
        // A value that is missing is named behind its reason.
        const [code = '', name] = reason.split(':')
        return (
          <li key={reason}>
            <b>{whole(n)}</b> {sayOf(say, reasonTexts, code)}
            {name && ` (${name})`}
          </li>
        )
      })}
    </ul>
  )
}
