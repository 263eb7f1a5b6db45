/**
 * The menu at the side: groups that fold, and stay as they were left. Of whoever has left none yet,
 * marketing is folded until one of its pages is opened, so that the account is in sight below it.
 */
import { useEffect, useState } from 'react'
import type { Session } from '../api/shapes.ts'
import { Link as RouterLink, usePathname } from '../routing/routing.tsx'
import { useSay } from '../ui/words.tsx'
import type { Place } from './place.ts'
import { shell } from './texts.ts'
import { baseOf, type WayGroup, waysOf } from './ways.ts'

export function Navigation({ me, place }: { me: Session; place: Place }) {
  return (
    <div className="ways">
      {waysOf(me, place).map(group => (
        <Group key={group.title.en} {...group} base={baseOf(place)} />
      ))}
    </div>
  )
}

function Group({ title, ways, base }: WayGroup & { base: string }) {
  const say = useSay()
  const [isOpen, setOpen] = useState(() => !foldedGroups().includes(title.en))
  const pathname = usePathname()
  const isHere = ways.some(({ to }) => pathname === to || pathname.startsWith(`${to}/`))
  const keep = (isUnfolded: boolean) => {
    setOpen(isUnfolded)
    keepFolded(title.en, !isUnfolded)
  }
  useEffect(() => {
    if (isHere && !isOpen && keptFolded() === null) keep(true)
  })
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        // It is told of what it was drawn with, too.
        if (open !== isOpen) keep(open)
      }}
    >
      <summary className="ways-title">{say(title)}</summary>
      <ul>
        {ways.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <RouterLink
              to={to}
              className="way"
              aria-current={isAt(pathname, to, base) ? 'page' : undefined}
            >
              <Icon size={17} stroke={1.7} />
              {say(text)}
            </RouterLink>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** What is below a page belongs to it, but for a project's pages, which are below all projects. */
const isAt = (pathname: string, to: string, base: string): boolean =>
  pathname === to || (!base.startsWith(to) && pathname.startsWith(`${to}/`))

const storageKey = 'malote-folded'
/** As the outline has it (public/first-paint.js). */
const foldedAtFirst = shell.audience.en

/** null: nobody has folded or unfolded anything here. */
function keptFolded(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return ''
  }
}

const foldedGroups = (): readonly string[] => (keptFolded() ?? foldedAtFirst).split(',')

function keepFolded(group: string, isFolded: boolean): void {
  const others = foldedGroups().filter(one => one !== group && one !== '')
  try {
    localStorage.setItem(storageKey, [...others, ...(isFolded ? [group] : [])].join(','))
  } catch {
    // It is open again the next time.
  }
}
