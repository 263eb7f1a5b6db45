/** What the project decides about its marketing, and which fields its contacts have. */
import { PageTitle } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useSay } from '../../ui/words.tsx'
import { PropertiesPanel } from '../properties/properties-panel.tsx'
import { properties } from '../properties/texts.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { pageWords, theme, audience as words } from './texts.ts'
import { ThemePanel } from './theme-panel.tsx'
import { WordsPanel } from './words-panel.tsx'

export function AudiencePage() {
  const say = useSay()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <AddressTabs
        tabs={[
          { id: 'settings', label: words.settings, content: () => <SettingsPanel /> },
          { id: 'theme', label: theme.tab, content: () => <ThemePanel /> },
          { id: 'words', label: pageWords.tab, content: () => <WordsPanel /> },
          { id: 'properties', label: properties.title, content: () => <PropertiesPanel /> },
        ]}
      />
    </>
  )
}
