/** In test mode: people who act by themselves, and the clock that brings what they wait for. */
import { Button } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import { useSay } from '../../ui/words.tsx'
import { ClockSection } from '../test-clock/clock-section.tsx'
import { stateOf } from './sequence-state.tsx'
import { tryOut as words } from './simulator-texts.ts'

const actors = ['opened', 'clicked', 'unsubscribed', 'machine', 'bounced', 'complained'] as const

export function TryOut({ sequence }: { sequence: Sequence }) {
  const isTest = useWhere().mode === 'test'
  if (!isTest) return null
  return (
    <div>
      <Actors sequence={sequence} />
      <ClockSection />
    </div>
  )
}

function Actors({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  const isOpen = allows(stateOf(sequence), 'enroll')
  const { add, isRunning } = useActor(sequence)
  return (
    <Section title={say(words.title)} about={say(words.about)}>
      {!isOpen && <p className="dim">{say(words.notYet)}</p>}
      <ul className="actors">
        {actors.map(actor => {
          const email = `${actor}@example.com`
          return (
            <li key={actor} className="actor">
              <span>
                <code className="mono">{email}</code> {say(words[actor])}
              </span>
              {isOpen && (
                <Button
                  variant="default"
                  size="compact-sm"
                  disabled={isRunning}
                  aria-label={say(words.addWho, { email })}
                  onClick={() => void add(email)}
                >
                  {say(words.add)}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** Makes the contact, in the topic of the sequence, and adds it. */
function useActor({ id, topic_id: topicId }: Sequence) {
  const say = useSay()
  const make = useChange('project.contacts.create', 'project.contacts')
  const enroll = useChange('project.sequences.enroll', 'project.sequences')
  const add = async (email: string) => {
    try {
      const topics = topicId === null ? {} : { topics: [topicId] }
      await make.mutateAsync({ body: { email, ...topics } })
      const { created } = await enroll.mutateAsync({ id, body: { email } })
      notify(say(created ? words.added : words.wasIn, { email }))
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { isBad: true })
    }
  }
  return { add, isRunning: make.isPending || enroll.isPending }
}
