/** What a simulation found: the letters first, then the way with its reasons. */
import { Text } from '@mantine/core'
import type { Simulation } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useTimes } from '../../ui/time.tsx'
import { localeOf, type Say, useSay, useSpeech } from '../../ui/words.tsx'
import { SampleLetter } from './sample-letter.tsx'
import { useStepNames } from './sentences.ts'
import type { Step } from './sequence.ts'
import { simulator as words } from './simulator-texts.ts'

interface SimulatedWayProps {
  readonly simulated: Simulation
  readonly contactId: string | null
  readonly steps: readonly Step[]
}

export function SimulatedWay({ simulated, contactId, steps }: SimulatedWayProps) {
  const say = useSay()
  const times = useTimes()
  const nameOf = useStepNames(steps)
  const { letters, ends } = simulated
  return (
    <>
      <div className="figure">
        {letters.length === 0 ? say(words.noLetters) : say(words.letters, { n: letters.length })}
      </div>
      <ol className="letters">
        {letters.map(letter => (
          <Letter
            key={`${letter.step} ${letter.at}`}
            letter={letter}
            contactId={contactId}
            name={nameOf(letter.step)}
            templateId={steps.find(one => one.key === letter.step)?.template_id}
          />
        ))}
      </ol>
      <Text fw={600} size="sm" mt="md" mb={6}>
        {say(words.way)}
      </Text>
      <ol className="timeline">
        {momentsOf(simulated, say, times.full).map(one => (
          <li key={one.key} data-tone={one.tone}>
            <div className="step-head">
              <span className="step-name">{nameOf(one.step)}</span>
              <Text span size="sm" c="dimmed">
                {times.full(one.at)}
              </Text>
            </div>
            <Text size="sm" className="wrap">
              {one.text}
            </Text>
          </li>
        ))}
      </ol>
      <Text size="sm" mt="sm">
        {ends === null
          ? say(words.goesOn)
          : say(words.ends, { at: times.full(ends.at), why: ends.explanation })}
      </Text>
    </>
  )
}

const waitedFor = (reason: string | undefined) => {
  if (reason === 'quiet_hours') return words.waitedQuiet
  return reason === 'warm_up' ? words.waitedWarmUp : words.waited
}

/** Waits begin before what comes after them. */
function momentsOf({ path, waits }: Simulation, say: Say, full: (at: string) => string) {
  const waited = waits.map(one => ({
    key: `wait ${one.step} ${one.from}`,
    step: one.step,
    at: one.from,
    tone: 'wait',
    text: say(waitedFor(one.reason), { until: full(one.until) }),
  }))
  const passed = path.map(one => ({
    key: `${one.step} ${one.at}`,
    step: one.step,
    at: one.at,
    tone: one.because.startsWith('skipped') ? 'wait' : 'good',
    text: one.explanation,
  }))
  const order = new Map(path.map((one, n) => [one.step, n]))
  return [...waited, ...passed].toSorted(
    (a, b) =>
      Date.parse(a.at) - Date.parse(b.at) ||
      (order.get(a.step) ?? path.length) - (order.get(b.step) ?? path.length),
  )
}

interface LetterProps {
  readonly letter: Simulation['letters'][number]
  readonly contactId: string | null
  /** What its step does. */
  readonly name: string
  /** Of its step. */
  readonly templateId: string | undefined
}

function Letter({ letter, contactId, name, templateId = '' }: LetterProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { subject, local } = letter
  // A clock without a zone: written as it is, wherever the reader sits.
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(`${local}Z`))
  return (
    <li>
      <div style={{ flex: '1 1 180px', minWidth: 0 }}>
        <div className="step-name wrap" dir="auto">
          {subject}
        </div>
        <div className="dim">
          <time dateTime={letter.at} title={say(words.local)}>
            {shown}
          </time>{' '}
          · {name}
        </div>
      </div>
      <DialogButton
        look="row"
        label={say(words.look)}
        ariaLabel={say(words.lookAt, { subject })}
        title={subject}
        size="46rem"
      >
        {() => <SampleLetter templateId={templateId} contactId={contactId} subject={subject} />}
      </DialogButton>
    </li>
  )
}
