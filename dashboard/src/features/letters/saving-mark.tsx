/** Whether what is on the screen is kept, and why not. */
import { Alert, Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { LeaveQuestion } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Autosave } from './autosave.ts'
import { savingTexts as words } from './texts.ts'

/**
 * Asks, too, before something is lost: what waits is saved on the way to another page, but not on
 * the way out of the window; what was refused would be lost on either.
 */
export function SavingMark({ state, error }: Pick<Autosave, 'state' | 'error'>) {
  const say = useSay()
  return (
    <>
      <Text
        size="sm"
        c={state === 'refused' ? 'var(--mantine-color-error)' : 'dimmed'}
        role="status"
      >
        {say(words[state])}
      </Text>
      <LeaveQuestion
        // Also while it is tried again: an error stands until something is saved.
        isChanged={() => error !== null}
        isLostWithWindow={() => state !== 'saved'}
        isOfPage
      />
    </>
  )
}

interface NotSavedProps {
  readonly error: Autosave['error']
  /** Takes what somebody else has saved in its place. */
  readonly reload: () => void
  /** The way to what is wrong. */
  readonly children?: ReactNode
}

export function NotSaved({ error, reload, children }: NotSavedProps) {
  const say = useSay()
  if (!error) return null
  const isMeanwhile = error.param === 'revision'
  return (
    <Alert color="red" variant="outline" role="alert" className="alert" mb="sm">
      <Text size="sm">
        {isMeanwhile ? say(words.meanwhile) : say(words.because, { why: error.message })}
      </Text>
      {children}
      {isMeanwhile && (
        <Button size="compact-sm" variant="default" mt="xs" onClick={reload}>
          {say(words.loadTheirs)}
        </Button>
      )}
    </Alert>
  )
}
