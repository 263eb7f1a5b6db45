/** What would happen to a person in the next days, by the very moves of the real thing. */
import { SegmentedControl, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { type Answer, type Body, locate } from '../../api/calls.ts'
import { ApiError, callAnswer } from '../../api/client.ts'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTestClock } from '../test-clock/use-test-clock.ts'
import { type Assumption, Assumptions, assumedAt } from './assumptions.tsx'
import { ContactInput } from './contact-input.tsx'
import {
  InventedFields,
  type InventedPerson,
  inventedContact,
  nobodyYet,
} from './invented-fields.tsx'
import { definitionOf } from './sequence.ts'
import { SimulatedWay } from './simulated-way.tsx'
import { simulator as words } from './simulator-texts.ts'

type Who = 'known' | 'invented'

/** How somebody is named in a simulation, and whose letters can be looked at. */
interface Subject {
  readonly body: Pick<Body<'project.sequences.simulate'>, 'contact_id' | 'contact'>
  readonly contactId: string | null
}

function useSubject() {
  const [who, setWho] = useState<Who>('known')
  const [email, setEmail] = useState('')
  const [invented, setInvented] = useState<InventedPerson>(nobodyYet)
  const say = useSay()
  const { project, mode } = useWhere()
  const find = async (): Promise<Subject> => {
    if (who === 'invented') return { body: { contact: inventedContact(invented) }, contactId: null }
    const values = { project_id: project, mode, email: email.trim() }
    const known = await callAnswer(locate('project.contacts.list', values))
    const [found] = (known as Answer<'project.contacts.list'>).data
    if (!found) throw new ApiError(404, { error: { message: say(words.unknown) } })
    return { body: { contact_id: found.id }, contactId: found.id }
  }
  return { who, setWho, email, setEmail, invented, setInvented, find }
}

export function Simulator({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  const subject = useSubject()
  const [days, setDays] = useState('30')
  const [assumed, setAssumed] = useState<readonly Assumption[]>([])
  const [asking, setAsking] = useState<ApiError | null>(null)
  const [contactId, setContactId] = useState<string | null>(null)
  const { now } = useTestClock()
  const element = useRef<HTMLFormElement>(null)
  const run = useChange('project.sequences.simulate')
  const { steps } = definitionOf(sequence)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setAsking(null)
    try {
      const { body, contactId: whose } = await subject.find()
      setContactId(whose)
      const assume = assumed.map(one => assumedAt(one, now()))
      run.mutate({ id: sequence.id, body: { ...body, days: Number(days), assume } })
    } catch (refused) {
      setAsking(refused instanceof ApiError ? refused : new ApiError(0, null))
    }
  }
  const rest = asking ?? run.error
  const form = {
    call: 'project.sequences.simulate',
    element,
    submit: (event: FormEvent) => void submit(event),
    isRunning: run.isPending,
    rest,
  } as const
  return (
    <Section title={say(words.title)} about={say(words.about)}>
      <ApiForm form={form} action={say(words.run)}>
        <Whose subject={subject} />
        <TextInput
          label={say(words.days)}
          inputMode="numeric"
          w={140}
          value={days}
          onChange={event => setDays(event.currentTarget.value.replaceAll(/\D/g, ''))}
          required
        />
        <Assumptions assumed={assumed} set={setAssumed} steps={steps} />
      </ApiForm>
      <div role="status" aria-live="polite" style={{ marginTop: 16 }}>
        {run.data && !rest && (
          <SimulatedWay simulated={run.data} contactId={contactId} steps={steps} />
        )}
      </div>
    </Section>
  )
}

function Whose({ subject }: { subject: ReturnType<typeof useSubject> }) {
  const say = useSay()
  const { who, setWho, email, setEmail, invented, setInvented } = subject
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={say(words.who)}
        value={who}
        onChange={value => setWho(value as Who)}
        data={[
          { value: 'known', label: say(words.known) },
          { value: 'invented', label: say(words.invented) },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      {who === 'known' ? (
        <ContactInput label={say(words.contact)} value={email} set={setEmail} />
      ) : (
        <InventedFields invented={invented} set={setInvented} />
      )}
    </>
  )
}
