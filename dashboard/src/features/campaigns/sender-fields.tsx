/** A sender: one of those who wrote before, or a name and an address below a domain of the project. */

import { Button, NativeSelect, SimpleGrid, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Committed } from './committed.tsx'
import { fromOf, type Sender, senderOf } from './sender.ts'
import { senderTexts as words } from './texts.ts'

interface SenderFieldsProps {
  /** `Name <address>`, as the server takes it. */
  readonly value: string
  readonly set: (from: string) => void
  readonly error?: string | undefined
  readonly isRequired?: boolean
}

export function SenderFields({ value, set, error, isRequired = true }: SenderFieldsProps) {
  const say = useSay()
  const where = useWhere()
  const [typed, setTyped] = useState(() => senderOf(value))
  const domains = useVerified()
  const before = useLastSenders().filter(one => one !== value)
  // A name without an address is nobody's yet, and stays as it is typed.
  const sender = value === fromOf(typed) ? typed : senderOf(value)
  const put = (change: Partial<Sender>) => {
    const next = { ...sender, ...change }
    setTyped(next)
    set(fromOf(next))
  }
  return (
    <>
      <LastSenders all={before} choose={from => put(senderOf(from))} />
      <SimpleGrid cols={{ base: 1, xs: domains.length === 0 ? 2 : 3 }} spacing="sm">
        <Committed
          label={say(words.name)}
          description={say(words.nameAbout)}
          value={sender.name}
          set={name => put({ name })}
          maxLength={200}
        />
        <AddressFields
          sender={sender}
          put={put}
          domains={domains}
          error={error}
          isRequired={isRequired}
        />
      </SimpleGrid>
      {domains.length === 0 && (
        <Text size="sm" mt="xs">
          {say(words.noDomain)} <Link to={where.to('/domains')}>{say(words.addDomain)}</Link>
        </Text>
      )}
    </>
  )
}

interface AddressFieldsProps {
  readonly sender: Sender
  readonly put: (change: Partial<Sender>) => void
  readonly domains: readonly string[]
  readonly error: string | undefined
  readonly isRequired: boolean
}

/** In front of the @ what is typed, behind it a domain that is verified, or the one that is there. */
function AddressFields({ sender, put, domains, error, isRequired }: AddressFieldsProps) {
  const say = useSay()
  const { local, domain } = sender
  const [first] = domains
  if (first === undefined) {
    return (
      <Committed
        label={say(words.address)}
        description={say(words.wholeAbout)}
        value={[local, domain].filter(Boolean).join('@')}
        set={text => put(addressOf(text, ''))}
        error={error}
        required={isRequired}
      />
    )
  }
  // A sender may be written in either form of a domain.
  const own = domains.find(one => inOwnLetters(one) === inOwnLetters(domain.toLowerCase()))
  const isOther = domain !== '' && own === undefined
  return (
    <>
      <Committed
        label={say(words.address)}
        description={say(words.addressAbout)}
        value={local}
        set={text => put(addressOf(text, domain || first))}
        error={error}
        autoCapitalize="none"
        spellCheck={false}
        required={isRequired}
      />
      <NativeSelect
        label={say(words.domain)}
        description={say(isOther ? words.notVerified : words.domainAbout)}
        value={own ?? (domain || first)}
        onChange={event => put({ domain: event.currentTarget.value })}
        data={(isOther ? [...domains, domain] : domains).map(name => ({
          value: name,
          label: `@${inOwnLetters(name)}`,
        }))}
      />
    </>
  )
}

/** A whole address that is pasted is taken apart. */
function addressOf(text: string, domain: string): Pick<Sender, 'local' | 'domain'> {
  const whole = senderOf(text)
  return whole.domain === '' ? { local: whole.local, domain } : whole
}

interface LastSendersProps {
  readonly all: readonly string[]
  readonly choose: (from: string) => void
}

function LastSenders({ all, choose }: LastSendersProps) {
  const say = useSay()
  if (all.length === 0) return null
  return (
    <fieldset className="last-senders">
      <legend>{say(words.last)}</legend>
      {all.map(from => (
        <Button key={from} variant="default" size="compact-sm" onClick={() => choose(from)}>
          {from}
        </Button>
      ))}
    </fieldset>
  )
}

/** The domains from which letters may go. */
function useVerified(): readonly string[] {
  const { data = [] } = useAll('project.domains.list')
  return data.filter(one => one.status === 'verified').map(one => one.name)
}

const maxRead = 50
const maxOffered = 4

/** Those of the last campaigns, the newest first, each once. */
function useLastSenders(): readonly string[] {
  const { data } = useApi('project.campaigns.list', { limit: maxRead })
  const all = (data?.data ?? []).flatMap(({ from }) => (from ? [from] : []))
  return [...new Set(all)].slice(0, maxOffered)
}
