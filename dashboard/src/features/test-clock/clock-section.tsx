/** The clock of test mode: where it stands, and turning it. */
import { Button, Group, Progress, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer, Body } from '../../api/calls.ts'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Refused, Section } from '../../ui/show.tsx'
import { SpanInput } from '../../ui/span-input.tsx'
import { msOf } from '../../ui/spans.ts'
import { useSpan, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { clockOf, momentOf } from '../../ui/zone.ts'
import { testClock as words } from './texts.ts'
import { aheadOf, useTestClock } from './use-test-clock.ts'

type Clock = Answer<'project.testClock.get'>
type Turn = Body<'project.testClock.turn'>

/** Whatever mode the page is in. */
const mode = 'test'

/** Where a turn began and where it leads, both in ms; the server says only where it stands. */
interface Course {
  readonly from: number
  readonly to: number
}

export function ClockSection() {
  const say = useSay()
  const { clock, isAdvancing } = useTestClock({ isForced: true })
  const [course, setCourse] = useState<Course | null>(null)
  const change = useChange('project.testClock.turn', 'project.testClock', 'project.sequences')
  if (clock === undefined) return null
  const turn = (body: Turn, ms: number) => {
    const from = Date.parse(clock.now)
    setCourse({ from, to: from + ms })
    change.mutate({ mode, body })
  }
  const reset = () => change.mutateAsync({ mode, body: { reset: true } })
  return (
    <Section title={say(words.title)} about={say(words.about)}>
      <Standing clock={clock} />
      {isAdvancing ? (
        <Advancing clock={clock} course={course} />
      ) : (
        <Turning clock={clock} turn={turn} isRunning={change.isPending} />
      )}
      <Refused error={change.error} />
      {clock.ahead_s > 0 && !isAdvancing && (
        <Group mt="sm">
          <ConfirmButton
            title={say(words.reset)}
            about={say(words.resetAbout)}
            tone="danger"
            run={reset}
            done={say(words.wasReset)}
          />
        </Group>
      )}
    </Section>
  )
}

function Standing({ clock }: { clock: Clock }) {
  const say = useSay()
  const times = useTimes()
  const span = useSpan()
  return (
    <div role="status" aria-live="polite">
      <span className="dim">{say(words.stands)}</span>
      <div className="figure">
        <time dateTime={clock.now}>{times.full(clock.now)}</time>
      </div>
      <span className="dim">
        {clock.ahead_s > 0 ? say(words.ahead, { span: span(aheadOf(clock)) }) : say(words.real)}
      </span>
    </div>
  )
}

function Advancing({ clock, course }: { clock: Clock; course: Course | null }) {
  const say = useSay()
  const times = useTimes()
  const part =
    course === null || course.to <= course.from
      ? null
      : (Date.parse(clock.now) - course.from) / (course.to - course.from)
  return (
    <div style={{ marginTop: 12 }}>
      <p className="dim" style={{ marginBottom: 8 }}>
        {say(words.advancing, { at: times.full(clock.now) })}
      </p>
      <Progress
        value={Math.min(100, 100 * (part ?? 1))}
        animated={part === null}
        aria-label={say(words.progress)}
      />
    </div>
  )
}

interface TurningProps {
  readonly clock: Clock
  readonly turn: (body: Turn, ms: number) => void
  readonly isRunning: boolean
}

const dayMs = 86_400_000

function Turning({ clock, turn, isRunning }: TurningProps) {
  const say = useSay()
  const { zone } = useTimes()
  const isAllowed = useMay('project.testClock.turn')
  const [span, setSpan] = useState<string | undefined>('P30D')
  const [moment, setMoment] = useState('')
  const goTo = () => {
    const to = momentOf(moment, zone)
    turn({ to }, Date.parse(to) - Date.parse(clock.now))
  }
  if (!isAllowed) return null
  return (
    <>
      <Group gap="xs" mt="md">
        <Button
          variant="default"
          disabled={isRunning}
          onClick={() => turn({ advance: 'P1D' }, dayMs)}
        >
          {say(words.day)}
        </Button>
        <Button
          variant="default"
          disabled={isRunning}
          onClick={() => turn({ advance: 'P7D' }, 7 * dayMs)}
        >
          {say(words.week)}
        </Button>
      </Group>
      <Group gap="lg" mt="sm" align="flex-end">
        <Group gap="xs" align="flex-end">
          <SpanInput label={say(words.by)} value={span} set={setSpan} />
          <Button
            variant="default"
            disabled={isRunning || span === undefined}
            onClick={() => turn({ advance: span ?? '' }, msOf(span ?? ''))}
          >
            {say(words.go)}
          </Button>
        </Group>
        <Group gap="xs" align="flex-end">
          <TextInput
            type="datetime-local"
            label={say(words.to)}
            value={moment}
            min={clockOf(clock.now, zone)}
            onChange={event => setMoment(event.currentTarget.value)}
          />
          <Button variant="default" disabled={isRunning || moment === ''} onClick={goTo}>
            {say(words.goTo)}
          </Button>
        </Group>
      </Group>
    </>
  )
}
