/** What a template is called, by people and by programs, and what stands around its letters. */
import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useAll } from '../../api/lists.ts'
import { NameInput } from '../../ui/inputs.tsx'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import type { LetterFault } from '../letters/fault.ts'
import type { Draft } from './draft.ts'
import { templates as words } from './texts.ts'

interface SettingsFormProps {
  readonly draft: Draft
  readonly set: (draft: Draft) => void
  readonly fault: LetterFault | null
  readonly isLayout: boolean
}

export function SettingsForm({ draft, set, fault, isLayout }: SettingsFormProps) {
  const say = useSay()
  const layouts = useAll('project.templates.list', { kind: 'layout' })
  const errorOf = (param: string) => (fault?.param === param ? fault.message : undefined)
  return (
    <Section title={say(words.settings)}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <NameInput
          value={draft.name}
          set={name => set({ ...draft, name })}
          error={errorOf('name')}
          required
        />
        <TextInput
          label={say(words.alias)}
          description={say(words.aliasAbout)}
          value={draft.alias}
          onChange={event => set({ ...draft, alias: event.currentTarget.value })}
          error={errorOf('alias')}
          maxLength={100}
          autoCapitalize="none"
        />
        {!isLayout && (
          <NativeSelect
            label={say(words.layout)}
            description={say(words.layoutAbout)}
            value={draft.layout}
            onChange={event => set({ ...draft, layout: event.currentTarget.value })}
            error={errorOf('layout_id')}
            data={[
              { value: '', label: say(words.noLayout) },
              ...(layouts.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </SimpleGrid>
    </Section>
  )
}
