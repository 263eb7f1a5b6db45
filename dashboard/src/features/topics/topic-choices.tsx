/** Topics to be ticked; nothing where there are none. */
import { Checkbox, type CheckboxGroupProps, Stack } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { useTopics, wholeText } from './topic-names.ts'

type Field = Partial<Omit<CheckboxGroupProps, 'children'>>

interface TopicChoicesProps {
  /** What a group of Mantine's takes. */
  readonly field: Field
  readonly label: string
  readonly about?: string
  /** At least one of them. */
  readonly isRequired?: boolean
}

export function TopicChoices({ field, label, about, isRequired }: TopicChoicesProps) {
  const say = useSay()
  const { topics } = useTopics()
  if (topics.length === 0) return null
  return (
    <Checkbox.Group {...field} label={label} {...(about ? { description: about } : {})}>
      <Stack gap={6} mt="xs">
        {topics.map(({ id, name }, n) => (
          <Checkbox
            key={id}
            value={id}
            label={say(wholeText(name))}
            required={isRequired === true && n === 0 && isNoneChosen(field)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}

/** The browser asks for the first while there is none. */
const isNoneChosen = ({ value = [] }: Field): boolean => value.length === 0
