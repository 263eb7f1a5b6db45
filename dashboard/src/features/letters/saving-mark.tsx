/** Whether what is on the screen is kept, and why not. */
import { Alert, Button, Text } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import type { Autosave } from './autosave.ts'
import { savingTexts as words } from './texts.ts'

export function SavingMark({ state }: Pick<Autosave, 'state'>) {
  const say = useSay()
  return (
    <Text size="sm" c={state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
      {say(words[state])}
    </Text>
  )
}

interface NotSavedProps {
  readonly error: Autosave['error']
  /** Takes what somebody else has saved in its place. */
  readonly reload: () => void
}

export function NotSaved({ error, reload }: NotSavedProps) {
  const say = useSay()
  if (!error) return null
  const isMeanwhile = error.param === 'revision'
  return (
    <Alert color="red" variant="outline" role="alert" className="alert" mb="sm">
      <Text size="sm">{isMeanwhile ? say(words.meanwhile) : error.message}</Text>
      {isMeanwhile && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={reload}>
          {say(words.loadTheirs)}
        </Button>
      )}
    </Alert>
  )
}
