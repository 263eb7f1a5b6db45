/** The facts of an email: from whom, to whom, when, how marked. */

import { Group } from '@mantine/core'
import type { EmailWithEvents } from '../../api/shapes.ts'
import { CopyButton } from '../../ui/copy.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Fact, Section } from '../../ui/show.tsx'
import { common, streamTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { EmailBadge } from './email-badge.tsx'
import { emails, email as words } from './texts.ts'

export function EmailSummary({ email }: { email: EmailWithEvents }) {
  const say = useSay()
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(common.status)}>
          <EmailBadge email={email} />
        </Fact>
        <Fact name={say(emails.from)}>{inOwnLetters(email.from)}</Fact>
        <Addresses name={say(emails.to)} list={email.to} />
        <Addresses name={say(words.cc)} list={email.cc} />
        <Addresses name={say(words.bcc)} list={email.bcc} />
        <Addresses name={say(words.replyTo)} list={email.reply_to} />
        <Fact name={say(common.stream)}>{say(streamTexts[email.stream])}</Fact>
        <Fact name={say(emails.accepted)}>
          <Time at={email.created_at} form="full" />
        </Fact>
        {email.scheduled_at && (
          <Fact name={say(words.scheduled)}>
            <Time at={email.scheduled_at} form="full" />
          </Fact>
        )}
        <Pairs name={say(words.tags)} pairs={email.tags} />
        <Pairs name={say(words.metadata)} pairs={email.metadata} />
        <Fact name={say(words.id)} isWide>
          <Group gap={4} wrap="nowrap">
            <code className="mono whole-id">{email.id}</code>
            <CopyButton text={email.id} what={say(words.id)} />
          </Group>
        </Fact>
      </dl>
    </Section>
  )
}

/** More addresses than these are shown when asked for. */
const maxListed = 5

interface AddressesProps {
  readonly name: string
  readonly list?: readonly string[] | undefined
}

function Addresses({ name, list: given = [] }: AddressesProps) {
  const say = useSay()
  const list = given.map(inOwnLetters)
  if (list.length === 0) return null
  if (list.length <= maxListed) return <Fact name={name}>{list.join(', ')}</Fact>
  const more = say(emails.andMore, { first: list[0]!, n: list.length - 1 })
  return (
    <Fact name={name}>
      <details>
        <summary>{more}</summary>
        {list.join(', ')}
      </details>
    </Fact>
  )
}

function Pairs({ name, pairs }: { name: string; pairs: Readonly<Record<string, string>> }) {
  const entries = Object.entries(pairs)
  if (entries.length === 0) return null
  return (
    <Fact name={name}>
      {entries.map(([key, value]) => (
        <div key={key} className="mono">
          {key}: {value}
        </div>
      ))}
    </Fact>
  )
}
