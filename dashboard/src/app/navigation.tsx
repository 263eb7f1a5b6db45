/** The menu at the side. */
import { Link as RouterLink } from '@tanstack/react-router'
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
  return (
    <div>
      <p className="ways-title">{say(title)}</p>
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
    </div>
  )
}
