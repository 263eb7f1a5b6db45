/** Topics to be ticked; nothing where there are none. */
import { Checkbox, Stack } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { useTopics, wholeText } from './topic-names.ts'

interface TopicChoicesProps {
  /** What a group of Mantine's takes. */
  readonly field: object
  readonly label: string
  readonly about?: string
}

export function TopicChoices({ field, label, about }: TopicChoicesProps) {
  const say = useSay()
  const { topics } = useTopics()
  if (topics.length === 0) return null
  return (
    <Checkbox.Group {...field} label={label} {...(about ? { description: about } : {})}>
      <Stack gap={6} mt="xs">
        {topics.map(({ id, name }) => (
          <Checkbox key={id} value={id} label={say(wholeText(name))} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
