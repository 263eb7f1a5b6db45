/** What is listed where somebody comes from a figure: what it counts, in a line. */
import { Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { countedEvents, providers, tlsRungs } from '../../api/shapes.ts'
import { oneOf } from '../../ui/address-filters.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { providerTexts } from '../../ui/provider.ts'
import { statusTexts } from '../../ui/texts.ts'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { rungTexts } from '../deliverability/rungs.ts'
import { emails } from './texts.ts'

type Values = Readonly<
  Partial<Record<'event' | 'provider' | 'cause' | 'domain' | 'tls' | 'since' | 'until', string>>
>

export function CountedFact({ values }: { values: Values }) {
  const say = useSay()
  const { day } = useTimes()
  const { cause, domain } = values
  const since = dayOf(values.since)
  const until = dayOf(values.until)
  const isOneDay = since === until
  const event = oneOf(countedEvents, values.event)
  const provider = oneOf(providers, values.provider)
  const tls = oneOf(tlsRungs, values.tls)
  const parts = [
    event ? say(statusTexts[event]) : values.event === 'final' && say(emails.final),
    provider && say(providerTexts[provider]),
    domain && inOwnLetters(domain),
    tls && say(rungTexts[tls]),
    since && say(isOneDay ? emails.countedOn : emails.countedSince, { day: day(since) }),
    until && !isOneDay && say(emails.countedUntil, { day: day(until) }),
  ].filter(part => part !== undefined && part !== '' && part !== false)
  if (parts.length === 0 && cause === undefined) return null
  return (
    <Text size="sm" mb="sm">
      {say(emails.counted)} <strong>{parts.join(' · ')}</strong>
      {cause && (
        <>
          {parts.length > 0 && ' · '}
          <CauseText cause={cause} provider={provider} />
        </>
      )}{' '}
      <Text span inherit c="dimmed">
        {say(emails.countedAbout)}
      </Text>
    </Text>
  )
}

/** If it is one: an address may say anything. */
const dayOf = (text: string | undefined): string | undefined =>
  text && startOfDay(text, 'UTC') ? text : undefined

/** In the words of the table that led here; a cause of which it knows nothing by its own name. */
function CauseText({ cause, provider }: { cause: string; provider: string | undefined }) {
  const { data } = useApi('project.deliverability.get', { days: 90 })
  const known = [...(data?.bounces ?? []), ...(data?.deferrals ?? [])].filter(
    one => one.cause === cause,
  )
  const found = known.find(one => one.provider === provider) ?? known[0]
  return found === undefined ? <code>{cause}</code> : <strong>{firstSentence(found.text)}</strong>
}

/** What is to be done about it stands with each email. */
const firstSentence = (text: string): string => /^.*?\.(?=\s|$)/s.exec(text)?.[0] ?? text
