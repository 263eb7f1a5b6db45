/** Where the identity provider sends people back to: in, or told why not. */
import { Loader, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useChange } from '../../api/hooks.ts'
import { LinkButton, Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { takeNext } from './next.ts'
import { door } from './texts.ts'
import { useEnter } from './use-enter.ts'

export function ReturnPage() {
  const say = useSay()
  const enter = useEnter()
  const { mutate, error } = useChange('signIn.finish')
  const hasAsked = useRef(false)
  useEffect(() => {
    // What was sent back is good once: not twice under StrictMode.
    if (hasAsked.current) return
    hasAsked.current = true
    mutate(
      { body: { answer: window.location.search } },
      { onSuccess: me => enter(me, { next: takeNext(), replace: true }) },
    )
  }, [mutate, enter])
  return (
    <Door title={say(error ? door.notSignedIn : door.signingIn)}>
      {error ? (
        <Stack gap="md" align="flex-start">
          <Refused error={error} />
          <LinkButton to="/login">{say(door.backToLogIn)}</LinkButton>
        </Stack>
      ) : (
        <Text role="status">
          <Loader size="xs" mr="xs" />
          {say(door.verifying)}
        </Text>
      )}
    </Door>
  )
}
