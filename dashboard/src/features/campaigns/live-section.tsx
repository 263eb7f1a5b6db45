/** A campaign on its way: how far it is, how fast, what it waits for, and whether it goes well. */
import { Progress, Text } from '@mantine/core'
import type { Campaign } from '../../api/shapes.ts'
import { Fact, Section } from '../../ui/show.tsx'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { stateOf } from './campaign-state.tsx'
import { type Stats, sumOf } from './stats.ts'
import { pauserTexts, phaseTexts, waitTexts, campaigns as words } from './texts.ts'

interface LiveSectionProps {
  readonly campaign: Campaign
  readonly stats: Stats | undefined
}

export function LiveSection({ campaign, stats }: LiveSectionProps) {
  const say = useSay()
  const { whole } = useNumbers()
  const { phase } = campaign
  // Of one look with the figures below: of two, taken apart, one is always behind.
  const counts = stats ? { ...stats, skipped: sumOf(stats.skipped) } : campaign.counts
  const done = counts.audience - counts.pending
  const said = say(words.ofAudience, { done: whole(done), all: whole(counts.audience) })
  const parts = [
    { name: say(words.released), n: counts.released, color: 'pouch.7' },
    { name: say(words.skipped), n: counts.skipped, color: 'gray.5' },
    { name: say(words.cancelled), n: counts.cancelled, color: 'gray.7' },
  ]
  return (
    <Section title={say(words.progress)}>
      <Progress.Root size="lg" mb="sm">
        {parts.map(({ name, n, color }) => (
          <Progress.Section
            key={name}
            value={counts.audience === 0 ? 0 : (n / counts.audience) * 100}
            color={color}
            aria-label={`${name}: ${whole(n)}`}
          />
        ))}
      </Progress.Root>
      <Text role="status" mb="sm">
        {said}
        {stateOf(campaign).moves && phase && ` · ${sayOf(say, phaseTexts, phase)}`}
      </Text>
      <dl className="facts campaign-facts">
        <Fact name={say(words.released)}>{whole(counts.released)}</Fact>
        <Fact name={say(words.skipped)}>{whole(counts.skipped)}</Fact>
        <Fact name={say(words.pending)}>{whole(counts.pending)}</Fact>
        {stats && counts.released > 0 && counts.pending > 0 && isGoing(campaign) && (
          <Fact name={say(words.pace)}>{say(words.anHour, { n: whole(stats.pace) })}</Fact>
        )}
      </dl>
      <Standing campaign={campaign} />
    </Section>
  )
}

/** While nothing goes, or all has gone, there is no speed: what it was says nothing of now. */
const isGoing = ({ status, phase, waiting }: Campaign): boolean =>
  status === 'sending' && phase !== 'preparing' && phase !== 'deciding' && waiting === null

/** Why nothing goes at the moment, where that is so, and what the guard saw. */
function Standing({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const { waiting, phase, paused_by: by, status, guard } = campaign
  const tripped = guard.tripped
  const isOfTest = phase === 'deciding' && waiting?.reason === 'test_result'
  return (
    <>
      {waiting && (
        <p className="note">
          {say(words.waits, {
            reason: sayOf(say, waitTexts, isOfTest ? 'ab_result' : waiting.reason),
            until: times.full(waiting.until),
          })}
        </p>
      )}
      {status === 'paused' && by && (
        <p className="note" role="alert">
          {say(words.pausedBy, { by: sayOf(say, pauserTexts, by) })}
        </p>
      )}
      {tripped && (
        <p className="note">
          {say(words.guardSaw, {
            results: whole(tripped.results ?? 0),
            hard: whole(tripped.hard ?? 0),
            policy: whole(tripped.policy ?? 0),
            complained: whole(tripped.complained ?? 0),
          })}
        </p>
      )}
      {stateOf(campaign).stage === 'under_way' && (
        <Text size="sm" c="dimmed" mt="xs">
          {say(guard.enabled ? words.guardOn : words.guardOff)}
        </Text>
      )}
    </>
  )
}
