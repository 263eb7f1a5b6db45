/** One person in a sequence: what comes next and why it waits, then the way so far. */
import { Group, Text } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Enrollment } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useParams } from '../../routing/routing.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Back } from '../../ui/links.tsx'
import { Fact, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { Time, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { EnrollmentTag } from './people-panel.tsx'
import { waitWords, people as words } from './people-texts.ts'
import { PretendButton } from './pretend-form.tsx'
import { useStepOfVersion } from './step-of-version.ts'
import { sequences } from './texts.ts'

const pollMs = 5_000

export function EnrollmentPage() {
  const { id = '', enrollment = '' } = useParams()
  const query = useApi('project.sequences.enrollment', { id, enrollment }, { everyMs: pollMs })
  return (
    <>
      <Back to={`/sequences/${id}?tab=people`} text={sequences.people} />
      <Loaded isPage query={query} lines={8}>
        {one => <Person enrollment={one} />}
      </Loaded>
    </>
  )
}

function Person({ enrollment }: { enrollment: Enrollment }) {
  const say = useSay()
  const where = useWhere()
  const { id, contact_id: contactId, sequence_id: sequenceId } = enrollment
  const contact = useApi('project.contacts.get', { id: contactId })
  const sequence = useApi('project.sequences.get', { id: sequenceId })
  const stepIn = useStepOfVersion(sequence.data)
  const nameOf = (key: string) => stepIn(key, enrollment.version)
  return (
    <>
      <PageTitle title={contact.data?.email ?? (contact.error ? say(words.gone) : id)}>
        <EnrollmentTag state={enrollment.state} isSilent={isSilent(enrollment)} />
        <Actions enrollment={enrollment} />
      </PageTitle>
      <Standing enrollment={enrollment} nameOf={nameOf} />
      <Section>
        <dl className="facts">
          <Fact name={say(sequences.title)}>
            <Link to={where.to(`/sequences/${sequenceId}`)}>
              {sequence.data?.name ?? sequenceId}
            </Link>
          </Fact>
          <Fact name={say(words.version)}>{enrollment.version}</Fact>
          <Fact name={say(words.person)}>
            <Link to={where.to(`/contacts/${contactId}`)}>{contact.data?.email ?? contactId}</Link>
          </Fact>
          <Fact name={say(words.entered)}>
            <Time at={enrollment.entered_at} form="full" />
          </Fact>
          {enrollment.ended_at && (
            <Fact name={say(words.ended)}>
              <Time at={enrollment.ended_at} form="full" />
            </Fact>
          )}
        </dl>
      </Section>
      <Way enrollment={enrollment} nameOf={nameOf} />
    </>
  )
}

/** The way has ended, letters of it were skipped, and none was sent. */
const isSilent = ({ state, path }: Enrollment): boolean =>
  state !== 'inside' &&
  path.some(one => one.outcome.startsWith('skipped:')) &&
  !path.some(one => one.outcome === 'sent')

interface PartProps {
  readonly enrollment: Enrollment
  readonly nameOf: (key: string) => string
}

/** Where they stand, in one sentence. */
function Standing({ enrollment, nameOf }: PartProps) {
  const say = useSay()
  const times = useTimes()
  const { state, next, waiting, explanation } = enrollment
  const at = waiting?.until ?? next?.at
  const name = nameOf(enrollment.step ?? '')
  const goesOn =
    next === null || next.step === null
      ? explanation
      : at
        ? say(words.waits, { step: name, at: times.full(at) })
        : say(waiting ? words.standsAt : words.waitsNow, { step: name })
  const why = waiting ? say(words.whyWaits, { why: sayOf(say, waitWords, waiting.reason) }) : ''
  return (
    <p
      className="note"
      data-tone={state === 'inside' ? (waiting ? 'wait' : 'info') : 'calm'}
      role="status"
      style={{ marginBottom: 16 }}
    >
      {goesOn} {why}
    </p>
  )
}

function Actions({ enrollment }: { enrollment: Enrollment }) {
  const say = useSay()
  const exit = useChange('project.sequences.exit', 'project.sequences', 'project.contacts')
  const skip = useChange('project.sequences.skipWait', 'project.sequences')
  const { id, sequence_id: sequenceId, state, next } = enrollment
  if (state !== 'inside') return null
  const input = { id: sequenceId, enrollment: id }
  return (
    <Group gap="xs">
      {next?.at && (
        <ConfirmButton
          call="project.sequences.skipWait"
          title={say(words.skip)}
          about={say(words.skipAbout)}
          run={() => skip.mutateAsync(input)}
        />
      )}
      <PretendButton enrollment={enrollment} />
      <ConfirmButton
        call="project.sequences.exit"
        tone="danger"
        title={say(words.exit)}
        about={say(words.exitAbout)}
        run={() => exit.mutateAsync(input)}
      />
    </Group>
  )
}

function Way({ enrollment: { path }, nameOf }: PartProps) {
  const say = useSay()
  const where = useWhere()
  return (
    <Section title={say(words.way)}>
      {path.length === 0 && <Text c="dimmed">{say(words.noWay)}</Text>}
      <ol className="timeline">
        {path.map(one => (
          <li key={one.visit} data-tone={one.outcome.startsWith('skipped') ? 'wait' : 'good'}>
            <div className="step-head">
              <span className="step-name">{nameOf(one.step)}</span>
              <Text span size="sm" c="dimmed">
                <Time at={one.at} form="full" />
              </Text>
              {one.email_id && (
                <Text span size="sm">
                  <Link to={where.to(`/emails/${one.email_id}`)}>{say(words.seeEmail)}</Link>
                </Text>
              )}
            </div>
            <Text size="sm" className="wrap">
              {one.explanation}
            </Text>
          </li>
        ))}
      </ol>
    </Section>
  )
}
