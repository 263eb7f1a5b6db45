/** The frame around the pages: where we are, where one can go, who is here. */
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useSession } from '../api/hooks.ts'
import type { Mode, Session } from '../api/shapes.ts'
import { Outlet, useParams, usePathname } from '../routing/routing.tsx'
import { laterPart, useLaterPart } from '../ui/later-part.ts'
import { askForKeys, useAskedForKeys, useLetterKeys } from '../ui/letter-keys.ts'
import { moveByLetter } from '../ui/row-keys.ts'
import { Waiting } from '../ui/show.tsx'
import { useSay } from '../ui/words.tsx'
import { Banners } from './banners.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { Header } from './header.tsx'
import { Lost } from './lost.tsx'
import { Navigation } from './navigation.tsx'
import { keepPlace, keptPlace, type Place, placeOf, watchPlace } from './place.ts'
import { endStill } from './still.ts'
import { shell } from './texts.ts'

/** Fetched when it is first wanted. */
const palettePart = laterPart(() => import('./palette.tsx'), 'Palette')
const keysHelpPart = laterPart(() => import('./keys-help.tsx'), 'KeysHelp')

export function Frame() {
  const { data: me } = useSession()
  if (!me) return <Waiting />
  return <Framed me={me} />
}

function Framed({ me }: { me: Session }) {
  const say = useSay()
  const [isMenuOpen, menu] = useDisclosure()
  const [asked, setAsked] = useState(0)
  const openPalette = () => setAsked(times => times + 1)
  const pathname = usePathname()
  const { place, isNowhere } = usePlace(me)
  const { project } = useParams()
  useLayoutEffect(endStill, [])
  useHotkeys([['mod+K', openPalette]], [])
  const [helped, setHelped] = useState(0)
  const Palette = useLaterPart(palettePart, asked > 0)
  const KeysHelp = useLaterPart(keysHelpPart, helped > 0)
  useAskedForKeys(() => setHelped(times => times + 1))
  useLetterKeys({
    '/': openPalette,
    '?': askForKeys,
    j: () => moveByLetter(1),
    k: () => moveByLetter(-1),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page closes the menu
  useEffect(menu.close, [pathname])

  return (
    // Pages of the account are of neither mode.
    <div className="frame" data-mode={project === undefined ? undefined : place.mode}>
      <a href="#content" className="skip">
        {say(shell.skip)}
      </a>
      <ConnectionBanner />
      <Header
        me={me}
        place={place}
        isMenuOpen={isMenuOpen}
        toggleMenu={menu.toggle}
        openPalette={openPalette}
      />
      <nav id="ways" className="navbar" data-open={isMenuOpen} aria-label={say(shell.navigation)}>
        <Navigation me={me} place={place} />
      </nav>
      <main className="main" id="content" tabIndex={-1}>
        <div className="page" key={`${place.project}/${place.mode}`}>
          {!isNowhere && <Banners me={me} />}
          {isNowhere ? <Lost /> : <Outlet />}
        </div>
      </main>
      {Palette && <Palette me={me} place={place} asked={asked} />}
      {KeysHelp && <KeysHelp asked={helped} />}
    </div>
  )
}

/** The place the address names; on pages of the account the last one. Some addresses name none there is. */
function usePlace(me: Session): { readonly place: Place; readonly isNowhere: boolean } {
  const { project, mode } = useParams()
  useSyncExternalStore(watchPlace, keptPlace)
  const isKnown = me.projects.some(one => one.id === project)
  const named = modes.find(one => one === mode)
  useEffect(() => {
    if (isKnown && project && named) keepPlace(project, named)
  }, [isKnown, project, named])
  if (isKnown && project && named) return { place: { project, mode: named }, isNowhere: false }
  return { place: placeOf(me), isNowhere: project !== undefined }
}

const modes: readonly Mode[] = ['live', 'test']
