/** Where the link to a new address leads: whoever asked for it logs in with it from now on. */
import { Loader, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { readSession, sessionKey, useChange } from '../../api/hooks.ts'
import { useNavigate, useSearch } from '../../routing/routing.tsx'
import { LinkButton, Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Door } from './door.tsx'
import { door } from './texts.ts'

export function AddressPage() {
  const say = useSay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { token = '' } = useSearch()
  const { mutate, data, error } = useChange('address.confirm')
  const hasAsked = useRef(false)
  useEffect(() => {
    // A token is good once: not twice under StrictMode.
    if (hasAsked.current) return
    hasAsked.current = true
    const confirm = async () => {
      if (!(await client.ensureQueryData({ queryKey: sessionKey, queryFn: readSession }))) {
        const next = `/address?token=${encodeURIComponent(token)}`
        return navigate({ to: '/login', search: { next } })
      }
      const forget = () => client.removeQueries({ queryKey: sessionKey })
      return mutate({ body: { token } }, { onSuccess: forget })
    }
    void confirm()
  }, [mutate, navigate, token, client])
  return (
    <Door
      title={say(data ? door.addressDone : error ? door.verifyFailed : door.verifyTitle)}
      {...(data ? { about: say(door.addressDoneAbout, { email: data.email }) } : {})}
    >
      {!data && !error && (
        <Text role="status">
          <Loader size="xs" mr="xs" />
          {say(door.verifying)}
        </Text>
      )}
      <Refused error={error} />
      {(data || error) && (
        <LinkButton to="/" variant="filled">
          {say(door.goOn)}
        </LinkButton>
      )}
    </Door>
  )
}
