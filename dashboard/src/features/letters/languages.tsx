/** A letter in its languages, a tab each. */
import { Button, Group, NativeSelect, Stack, Tabs, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { common } from '../../ui/texts.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import type { LetterFault } from './fault.ts'
import { useGivenHistory, useHistory } from './history.ts'
import { HistoryBar } from './history-bar.tsx'
import { newDesign } from './new-block.ts'
import { letters as words } from './texts.ts'
import { languageName, tagOf, type Variant, type Variants } from './variant.ts'
import { VariantEditor } from './variant-editor.tsx'

interface Letters {
  readonly variants: Variants
  readonly home: string
}

interface LanguagesProps {
  readonly letters: Letters
  readonly set: (letters: Letters) => void
  /** The language that is shown, here and in the preview. */
  readonly shown: string
  readonly show: (language: string) => void
  readonly fault: LetterFault | null
  readonly isLayout?: boolean
}

export function Languages({ letters, set, shown, show, fault, isLayout = false }: LanguagesProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { variants, home } = letters
  const tags = Object.keys(variants)
  const own = useHistory(letters, set)
  const history = useGivenHistory() ?? own
  const put = (tag: string, variant: Variant) =>
    set({ ...letters, variants: { ...variants, [tag]: variant } })
  return (
    <Tabs
      className="letter-editor"
      value={shown}
      onChange={tag => tag && show(tag)}
      keepMounted={false}
    >
      <Group justify="space-between" gap="xs" mb="md" align="flex-end">
        <Tabs.List className="tabs" aria-label={say(words.languages)}>
          {tags.map(tag => (
            <Tabs.Tab key={tag} value={tag}>
              {languageName(tag, language)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Group gap="xs">
          <HistoryBar history={history} />
          <DialogButton look="row" icon={<IconPlus size={14} />} label={say(words.addLanguage)}>
            {close => (
              <AddLanguage
                letters={letters}
                add={(tag, variant) => {
                  put(tag, variant)
                  show(tag)
                  close()
                }}
              />
            )}
          </DialogButton>
        </Group>
      </Group>
      {tags.map(tag => (
        <Tabs.Panel key={tag} value={tag}>
          <VariantEditor
            variant={variants[tag]!}
            set={variant => put(tag, variant)}
            fault={fault?.param?.includes(`variants.${tag}.`) ? fault : null}
            isLayout={isLayout}
          />
          {tags.length > 1 && (
            <HomeRow
              isHome={tag === home}
              name={languageName(tag, language)}
              makeHome={() => set({ ...letters, home: tag })}
              remove={async () => {
                const { [tag]: _gone, ...rest } = variants
                show(home)
                set({ ...letters, variants: rest })
              }}
            />
          )}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}

interface HomeRowProps {
  readonly isHome: boolean
  readonly name: string
  readonly makeHome: () => void
  readonly remove: () => Promise<void>
}

function HomeRow({ isHome, name, makeHome, remove }: HomeRowProps) {
  const say = useSay()
  return (
    <Group gap="xs" mt="md">
      {isHome ? (
        <Text size="sm" c="dimmed">
          {say(words.isHome)}
        </Text>
      ) : (
        <>
          <Button variant="default" size="compact-sm" onClick={makeHome}>
            {say(words.makeHome)}
          </Button>
          <DeleteButton what={name} about={say(words.removeLanguage)} run={remove} look="row" />
        </>
      )}
    </Group>
  )
}

interface AddLanguageProps {
  readonly letters: Letters
  readonly add: (tag: string, variant: Variant) => void
}

function AddLanguage({ letters: { variants, home }, add }: AddLanguageProps) {
  const say = useSay()
  const { language } = useSpeech()
  const free = ['pt', 'en', 'es'].find(tag => variants[tag] === undefined) ?? ''
  const [typed, setTyped] = useState(free)
  const [from, setFrom] = useState(home)
  const [error, setError] = useState('')
  const go = () => {
    const tag = tagOf(typed)
    if (tag === null) return setError(say(words.languageWrong))
    if (variants[tag] !== undefined) return setError(say(words.languageThere))
    add(tag, variants[from] ?? { subject: '', design: newDesign(say) })
  }
  return (
    <Stack gap="sm">
      <TextInput
        label={say(words.languageTag)}
        description={say(words.languageTagAbout)}
        value={typed}
        error={error}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={event => event.key === 'Enter' && go()}
        autoCapitalize="none"
        data-autofocus
      />
      <NativeSelect
        label={say(words.copyFrom)}
        value={from}
        onChange={event => setFrom(event.currentTarget.value)}
        data={[
          ...Object.keys(variants).map(value => ({
            value,
            label: say(words.copyOf, { language: languageName(value, language) }),
          })),
          { value: '', label: say(words.beginEmpty) },
        ]}
      />
      <Group justify="flex-end">
        <Button onClick={go}>{say(common.add)}</Button>
      </Group>
    </Stack>
  )
}
