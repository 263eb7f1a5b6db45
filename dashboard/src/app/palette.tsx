/** The palette (Ctrl-K): every page, every project, and the switches, found by typing. */
import '@mantine/spotlight/styles.css'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Session } from '../api/shapes.ts'
import { IconFolder, IconLanguage, IconSearch } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import type { Place } from './place.ts'
import { useLanguageSwitch, useModeSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'
import { baseOf, waysOf } from './ways.ts'

interface PaletteProps {
  readonly me: Session
  readonly place: Place
  /** How often it has been asked for; each time it opens. */
  readonly asked: number
}

export function Palette({ me, place, asked }: PaletteProps) {
  const say = useSay()
  const actions = useActions(me, place)
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens when it is asked for again
  useEffect(() => spotlight.open(), [asked])
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      nothingFound={say(shell.nothingFound)}
      highlightQuery
      scrollable
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: say(shell.paletteAbout),
        'aria-label': say(shell.paletteAbout),
      }}
    />
  )
}

function useActions(me: Session, place: Place): SpotlightActionGroupData[] {
  const say = useSay()
  const navigate = useNavigate()
  const pages = waysOf(me, place).map(({ title, ways }) => ({
    group: say(title),
    actions: ways.map(({ to, text, icon: Icon }) => ({
      id: to,
      label: say(text),
      // Found by either name, whatever the page speaks.
      keywords: [text.en, text.pt],
      leftSection: <Icon size={18} stroke={1.6} />,
      onClick: () => void navigate({ to }),
    })),
  }))
  const projects = me.projects.map(({ id, name }) => ({
    id,
    label: name,
    leftSection: <IconFolder size={18} stroke={1.6} />,
    onClick: () => void navigate({ to: baseOf({ project: id, mode: place.mode }) }),
  }))
  return [
    ...pages,
    { group: say(shell.switchProject), actions: projects },
    { group: say(shell.switches), actions: useSwitches(place) },
  ]
}

function useSwitches(place: Place): SpotlightActionGroupData['actions'] {
  const say = useSay()
  const setMode = useModeSwitch(place)
  const language = useLanguageSwitch()
  const scheme = useSchemeSwitch()
  const other = place.mode === 'test' ? 'live' : 'test'
  return [
    {
      id: 'mode',
      label: say(shell.toMode, { mode: say(shell[other]) }),
      keywords: [shell.mode.en, shell.mode.pt],
      onClick: () => setMode(other),
    },
    {
      id: 'language',
      label: say(shell.otherLanguage),
      keywords: ['language', 'idioma'],
      leftSection: <IconLanguage size={18} stroke={1.6} />,
      onClick: language.turn,
    },
    {
      id: 'scheme',
      label: say(scheme.label),
      leftSection: <scheme.icon size={18} stroke={1.6} />,
      onClick: scheme.turn,
    },
  ]
}
