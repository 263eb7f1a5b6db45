/** What can be switched from everywhere: language, colours, project, mode. */
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useChange } from '../api/hooks.ts'
import type { Mode } from '../api/shapes.ts'
import { useNavigate, usePathname } from '../routing/routing.tsx'
import { IconMoon, IconSun } from '../ui/icons.ts'
import { type Language, useSpeech } from '../ui/words.tsx'
import { keepPlace, type Place } from './place.ts'
import { shell } from './texts.ts'
import { baseOf } from './ways.ts'

export function useLanguageSwitch() {
  const { language, choose } = useSpeech()
  const change = useChange('user.update')
  const other: Language = language === 'pt' ? 'en' : 'pt'
  return {
    other,
    turn() {
      choose(other)
      change.mutate({ body: { language: other } })
    },
  }
}

export function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  return {
    label: isDark ? shell.light : shell.dark,
    icon: isDark ? IconSun : IconMoon,
    turn: () => setColorScheme(isDark ? 'light' : 'dark'),
  }
}

/** To the other mode, on the same page where it makes sense there. */
export function useModeSwitch(place: Place): (mode: Mode) => void {
  const navigate = useNavigate()
  const pathname = usePathname()
  return mode => {
    const [inProject, page = ''] = /^\/projects\/[^/]+\/[^/]+(\/[a-z]+)?/.exec(pathname) ?? []
    keepPlace(place.project, mode)
    // A page of the account stays: the menu leads elsewhere from now on.
    if (inProject === undefined) return
    const isThere = page !== '/inbox' || mode === 'test'
    void navigate({ to: baseOf({ ...place, mode }) + (isThere ? page : '') })
  }
}
