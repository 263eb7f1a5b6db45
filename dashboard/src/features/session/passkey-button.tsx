/** The way in by a passkey, in place of a password and a code. */
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import { useSay } from '../../ui/words.tsx'
import { askPasskey, wordsOfBrowser } from './authenticator.ts'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

export function PasskeyButton() {
  const say = useSay()
  const enter = useEnter()
  const begin = useChange('signIn.passkey')
  const answer = useChange('signIn.answer')
  const [isRunning, setIsRunning] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const go = async () => {
    setIsRunning(true)
    setError(null)
    try {
      const asked = await begin.mutateAsync(undefined)
      enter(await answer.mutateAsync({ body: await askPasskey(asked) }))
    } catch (fault) {
      setError(fault)
    } finally {
      setIsRunning(false)
    }
  }
  return (
    <>
      <Button variant="default" fullWidth mt="md" loading={isRunning} onClick={() => void go()}>
        {say(door.byPasskey)}
      </Button>
      {error !== null && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {error instanceof ApiError ? error.message : say(wordsOfBrowser(error))}
        </Text>
      )}
    </>
  )
}
