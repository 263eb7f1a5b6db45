/** Asked before a letter is written anew in another way. */
import { Button, Group, Text } from '@mantine/core'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { letters as words } from './texts.ts'

interface SwitchQuestionProps {
  readonly before: string
  readonly after: string
  readonly close: () => void
  readonly go: () => void
}

export function SwitchQuestion({ before, after, close, go }: SwitchQuestionProps) {
  const say = useSay()
  return (
    <>
      <Text size="sm" className="wrap">
        {say(words.switchAbout, { before })}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close} data-autofocus>
          {say(common.keep)}
        </Button>
        <Button onClick={go}>{say(words.switchTo, { kind: after })}</Button>
      </Group>
    </>
  )
}
