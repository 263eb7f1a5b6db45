/** The way in by the identity provider: to its page, and back to ours (`ReturnPage`). */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useSearch } from '../../routing/routing.tsx'
import { Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { keepNext } from './next.ts'
import { door } from './texts.ts'

interface ProviderButtonProps {
  readonly host: string
  /** To be accepted by it. */
  readonly invitation?: string
}

export function ProviderButton({ host, invitation }: ProviderButtonProps) {
  const say = useSay()
  const { next } = useSearch()
  const begin = useChange('signIn.begin')
  // Until the other page has come, this one is not to be used.
  const [isLeaving, setIsLeaving] = useState(false)
  const go = () =>
    begin.mutate(
      { body: invitation === undefined ? {} : { invitation } },
      {
        onSuccess: ({ url }) => {
          keepNext(next)
          setIsLeaving(true)
          window.location.assign(url)
        },
      },
    )
  return (
    <>
      <Button fullWidth loading={begin.isPending || isLeaving} onClick={go}>
        {say(door.continueWith, { host })}
      </Button>
      <Refused error={begin.error} />
    </>
  )
}
