/**
 * The palette (Ctrl-K): every page, every project and the switches, and by typing emails, people and
 * whatever has a name.
 */
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight'
import { useEffect, useState } from 'react'
import type { Session } from '../api/shapes.ts'
import { useNavigate } from '../routing/routing.tsx'
import { IconFolder, IconLanguage, IconSearch } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'
import { folded, useFound } from './found.ts'
import type { Place } from './place.ts'
import { useLanguageSwitch, useModeSwitch, useSchemeSwitch } from './switches.ts'
import { shell } from './texts.ts'
import { baseOf, waysOf } from './ways.ts'

/** Nothing is looked for while somebody is typing. */
const settledMs = 200

interface PaletteProps {
  readonly me: Session
  readonly place: Place
  /** How often it has been asked for; each time it opens. */
  readonly asked: number
}

export function Palette({ me, place, asked }: PaletteProps) {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, settledMs)
  const pages = useActions(me, place)
  const found = useFound(settled, place)
  const shown = typed.trim() === '' ? pages : [...matching(pages, typed), ...found]
  // biome-ignore lint/correctness/useExhaustiveDependencies: opens when it is asked for again
  useEffect(() => spotlight.open(), [asked])
  return (
    <Spotlight
      actions={shown}
      query={typed}
      onQueryChange={setTyped}
      filter={(_query, all) => all}
      shortcut={null}
      nothingFound={say(shell.nothingFound)}
      highlightQuery
      scrollable
      maxHeight="70vh"
      searchProps={{
        leftSection: <IconSearch size={18} />,
        placeholder: say(shell.paletteAbout),
        'aria-label': say(shell.paletteAbout),
      }}
    />
  )
}

/**
 * Pages and switches are found by any of their names, whatever the page speaks; those first whose
 * name on the page it is.
 */
function matching(
  groups: readonly SpotlightActionGroupData[],
  typed: string,
): SpotlightActionGroupData[] {
  const text = folded(typed.trim())
  const says = (name = '') => folded(name).includes(text)
  return groups
    .map(({ group, actions }) => {
      const shown = actions.filter(({ label }) => says(label))
      const otherwise = actions.filter(
        ({ label, keywords = [] }) => !says(label) && [keywords].flat().some(says),
      )
      return { group, actions: [...shown, ...otherwise], isShown: shown.length > 0 }
    })
    .filter(({ actions }) => actions.length > 0)
    .toSorted((a, b) => Number(b.isShown) - Number(a.isShown))
    .map(({ group, actions }) => ({ group, actions }))
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
