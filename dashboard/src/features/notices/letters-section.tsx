/** Which notices a member also gets as letters; each choice is kept at once. */
import { Checkbox, Stack } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { Loaded, Refused, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { notices as words } from './texts.ts'

type Choices = Answer<'noticeSettings.get'>

export function LettersSection() {
  const say = useSay()
  const query = useApi('noticeSettings.get')
  return (
    <Section title={say(words.letters)} about={say(words.lettersAbout)}>
      <Loaded query={query} lines={8}>
        {choices => <Letters choices={choices} />}
      </Loaded>
    </Section>
  )
}

function Letters({ choices }: { choices: Choices }) {
  const say = useSay()
  const change = useChange('noticeSettings.update', 'noticeSettings')
  const types = Object.keys(choices.letters) as (keyof Choices['letters'])[]
  return (
    <Stack gap="xs">
      <Refused error={change.error} />
      <Checkbox
        label={say(words.digest)}
        checked={choices.weekly_digest}
        disabled={change.isPending}
        onChange={event => change.mutate({ body: { weekly_digest: event.currentTarget.checked } })}
      />
      {types.map(type => (
        <Checkbox
          key={type}
          label={choices.about[type]}
          checked={choices.letters[type]}
          disabled={change.isPending}
          onChange={event =>
            change.mutate({ body: { letters: { [type]: event.currentTarget.checked } } })
          }
        />
      ))}
    </Stack>
  )
}
