/** Where the mailed link leads: confirms the address. */
import { Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { sessionKey, useChange } from '../../api/hooks.ts'
import { useSearch } from '../../routing/routing.tsx'
import { LinkButton, Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function VerifyPage() {
  const say = useSay()
  const client = useQueryClient()
  const { token = '' } = useSearch()
  const { mutate, isSuccess, error } = useChange('signup.verify')
  const hasAsked = useRef(false)
  useEffect(() => {
    // A token is good once: not twice under StrictMode.
    if (hasAsked.current) return
    hasAsked.current = true
    mutate({ body: { token } }, { onSuccess: () => client.removeQueries({ queryKey: sessionKey }) })
  }, [mutate, token, client])
  const title = isSuccess ? door.verified : error ? door.verifyFailed : door.verifyTitle
  return (
    <Door title={say(title)}>
      {!isSuccess && !error && (
        <Text role="status">
          <Loader size="xs" mr="xs" />
          {say(door.verifying)}
        </Text>
      )}
      <Refused error={error} />
      {(isSuccess || error) && (
        <LinkButton to="/" variant="filled">
          {say(door.goOn)}
        </LinkButton>
      )}
    </Door>
  )
}
