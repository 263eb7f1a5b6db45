/** The menu at the side: groups that fold, and stay as they were left. */
import { Link as RouterLink } from '@tanstack/react-router'
import { useState } from 'react'
import type { Session } from '../api/shapes.ts'
import { useSay } from '../ui/words.tsx'
import type { Place } from './place.ts'
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
  return (
    <details
      open={isOpen}
      onToggle={event => {
        setOpen(event.currentTarget.open)
        keepFolded(title.en, !event.currentTarget.open)
      }}
    >
      <summary className="ways-title">{say(title)}</summary>
      <ul>
        {ways.map(({ to, text, icon: Icon }) => (
          <li key={to}>
            <RouterLink
              to={to}
              className="way"
              activeOptions={{ exact: to === base || base.startsWith(to), includeSearch: false }}
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

const storageKey = 'malote-folded'

function foldedGroups(): readonly string[] {
  try {
    return (localStorage.getItem(storageKey) ?? '').split(',')
  } catch {
    return []
  }
}

function keepFolded(group: string, isFolded: boolean): void {
  const others = foldedGroups().filter(one => one !== group && one !== '')
  try {
    localStorage.setItem(storageKey, [...others, ...(isFolded ? [group] : [])].join(','))
  } catch {
    // It is open again the next time.
  }
}
