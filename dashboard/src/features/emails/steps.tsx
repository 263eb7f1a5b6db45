/**
 * What happened to a recipient: each step with the time since the one before, the server and its own
 * words, what they mean, and what happens next.
 */
import { Text } from '@mantine/core'
import type { TimelineEvent } from '../../api/shapes.ts'
import { useProviderName } from '../../ui/provider.ts'
import { Fact, toneOf } from '../../ui/show.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { Time, useSpan, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { tlsTexts, email as words } from './texts.ts'

interface StepsProps {
  readonly events: readonly TimelineEvent[]
  readonly before?: TimelineEvent | undefined
}

export function Steps({ events, before }: StepsProps) {
  // That it was handed over says nothing once the server has answered.
  const shown = events.filter(({ type }, n) => type !== 'sent' || n === events.length - 1)
  return (
    <ol className="timeline">
      {shown.map((event, n) => (
        <Step
          key={event.id}
          event={event}
          before={shown[n - 1] ?? before}
          isPast={event.type === 'deferred' && n < shown.length - 1}
        />
      ))}
    </ol>
  )
}

interface StepProps {
  readonly event: TimelineEvent
  readonly before?: TimelineEvent | undefined
  /** Tried again since: what was to be done then is nobody's business any more. */
  readonly isPast: boolean
}

function Step({ event, before, isPast }: StepProps) {
  const say = useSay()
  const span = useSpan()
  const passed = before && Date.parse(event.at) - Date.parse(before.at)
  return (
    <li data-tone={toneOf[event.type]}>
      <div className="step-head">
        <span className="step-name">{say(statusTexts[event.type])}</span>
        {event.attempt !== undefined && (
          <Text span size="sm" c="dimmed">
            {say(words.attempt, { n: event.attempt })}
          </Text>
        )}
        {event.machine && (
          <Text span size="sm" c="dimmed">
            {say(words.machine)}
          </Text>
        )}
        <Text span size="sm" c="dimmed">
          <Time at={event.at} form="full" />
        </Text>
        {passed !== undefined && passed >= 0 && (
          <Text span size="sm" c="dimmed">
            {say(words.since, { span: span(passed) })}
          </Text>
        )}
      </div>
      {event.explanation && !isPast && (
        <Text size="sm" mt={2} className="wrap">
          {event.explanation}
        </Text>
      )}
      {event.uncertain && (
        <Text size="sm" mt={2}>
          {say(words.uncertain)}
        </Text>
      )}
      <StepFacts event={isPast ? withoutNext(event) : event} />
      {event.smtp_response && (
        <figure style={{ margin: 0 }}>
          <figcaption className="sr-only">{say(words.reply)}</figcaption>
          <blockquote className="reply">{event.smtp_response}</blockquote>
        </figure>
      )}
    </li>
  )
}

const withoutNext = ({ next_attempt_at: _, gives_up_at: __, ...event }: TimelineEvent) => event

function StepFacts({ event }: { event: TimelineEvent }) {
  const say = useSay()
  const times = useTimes()
  const providerName = useProviderName()
  const facts = [
    event.mx && { name: words.server, value: event.mx },
    event.provider && {
      name: words.provider,
      value: providerName(event.provider),
    },
    event.smtp_code && { name: words.code, value: event.smtp_code },
    event.tls && {
      name: words.security,
      value: event.tls in tlsTexts ? say(tlsTexts[event.tls as keyof typeof tlsTexts]) : event.tls,
    },
    event.next_attempt_at && {
      name: words.next,
      value: [
        times.full(event.next_attempt_at),
        event.gives_up_at && say(words.givesUp, { at: times.full(event.gives_up_at) }),
      ]
        .filter(Boolean)
        .join(', '),
    },
    event.url && { name: { en: 'URL', pt: 'URL' }, value: event.url },
  ].filter(fact => typeof fact === 'object')
  if (facts.length === 0) return null
  return (
    <dl className="facts" style={{ marginTop: 8, fontSize: '0.875rem' }}>
      {facts.map(fact => (
        <Fact key={fact.name.en} name={say(fact.name)}>
          {fact.value}
        </Fact>
      ))}
    </dl>
  )
}
