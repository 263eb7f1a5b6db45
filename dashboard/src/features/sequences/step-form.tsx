/** One step of a sequence: a new one, whose type is chosen first, or one that is there. */
import { NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { notify } from '../../ui/notify.ts'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { changed, continued, freshStep, inserted, type Place, reunions } from './edits.ts'
import { atOf, faultOf } from './fault.ts'
import type { FieldsProps } from './field-props.ts'
import { useDistinctNames, useWaySentence } from './sentences.ts'
import { definitionOf, type Step, type StepType, stepTypes, waysOf, withWay } from './sequence.ts'
import { StepFields } from './step-fields.tsx'
import { says, typeWords, stepForm as words } from './step-texts.ts'

/** How wide the windows are in which steps are asked for. */
export const formSize = '46rem'

interface AddProps {
  readonly sequence: Sequence
  readonly place: Place
  readonly close: () => void
}

/** The types first; what a step is asked depends on it. */
export function AddStep({ sequence, place, close }: AddProps) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const [type, setType] = useState<StepType | null>(null)
  if (type !== null) {
    return (
      <StepForm
        sequence={sequence}
        initial={freshStep(steps, type, place)}
        whole={step => inserted(steps, step, place)}
        action={say(common.add)}
        done={say(words.stepAdded)}
        close={close}
      />
    )
  }
  return (
    <>
      <p className="dim">{say(words.choose)}</p>
      <ul className="choices">
        {stepTypes.map(one => (
          <li key={one}>
            <button type="button" className="choice" onClick={() => setType(one)}>
              <span className="step-name">{say(typeWords[one].name)}</span>
              <span className="dim">{say(typeWords[one].about)}</span>
            </button>
          </li>
        ))}
      </ul>
      {place.on === 'way' && <ContinueAt sequence={sequence} place={place} close={close} />}
    </>
  )
}

type WayPlace = Extract<Place, { on: 'way' }>

/** Instead of a new step: the way goes on where another does. */
function ContinueAt({ sequence, place, close }: Omit<AddProps, 'place'> & { place: WayPlace }) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const nameOf = useDistinctNames(steps)
  const choices = reunions(steps, place)
  const [to, setTo] = useState(choices[0]?.key ?? '')
  const change = useChange('project.sequences.update', 'project.sequences')
  const element = useRef<HTMLFormElement>(null)
  if (choices.length === 0) return null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const saved = () => {
      notify(say(words.continued))
      close()
    }
    const body = { steps: continued(steps, place, to) }
    change.mutateAsync({ id: sequence.id, body }).then(saved, () => {})
  }
  return (
    <fieldset className="plain-set" style={{ marginTop: 16 }}>
      <legend className="step-name">{say(words.orContinue)}</legend>
      <ApiForm
        form={{
          call: 'project.sequences.update',
          element,
          submit,
          isRunning: change.isPending,
          rest: change.error,
        }}
        action={say(words.continueAt)}
      >
        <NativeSelect
          label={say(words.continueAt)}
          description={say(words.orContinueAbout)}
          value={to}
          onChange={event => setTo(event.currentTarget.value)}
          data={choices.map(({ key }) => ({ value: key, label: nameOf(key) }))}
        />
      </ApiForm>
    </fieldset>
  )
}

export function ChangeStep({ sequence, step, close }: Omit<AddProps, 'place'> & { step: Step }) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  return (
    <StepForm
      sequence={sequence}
      initial={step}
      whole={next => changed(steps, step.key, next)}
      action={say(common.save)}
      done={say(words.stepSaved)}
      close={close}
      isKnown
    />
  )
}

interface StepFormProps {
  readonly sequence: Sequence
  readonly initial: Step
  /** All steps, with this one as it is. */
  readonly whole: (step: Step) => Step[]
  readonly action: string
  readonly done: string
  readonly close: () => void
  /** Where its ways lead may be changed. */
  readonly isKnown?: boolean
}

function StepForm({ sequence, initial, whole, action, done, close, isKnown }: StepFormProps) {
  const [step, setStep] = useState(initial)
  const element = useRef<HTMLFormElement>(null)
  const change = useChange('project.sequences.update', 'project.sequences')
  const steps = whole(step)
  const fault = faultOf(change.error)
  const isOurs = fault?.list === 'steps' && steps[fault.n]?.key === step.key
  const at = atOf(isOurs ? fault : null)
  const put = (members: Partial<Step>) => setStep(known => cleaned({ ...known, ...members }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const saved = () => {
      notify(done)
      close()
    }
    change.mutateAsync({ id: sequence.id, body: { steps } }).then(saved, () => {})
  }
  const rest = isOurs ? null : change.error
  return (
    <ApiForm
      form={{
        call: 'project.sequences.update',
        element,
        submit,
        isRunning: change.isPending,
        rest,
      }}
      action={action}
      onCancel={close}
    >
      <StepFields step={step} put={put} at={at} steps={steps} />
      {isKnown && <Ways step={step} steps={steps} set={setStep} />}
      <KeyField step={step} put={put} at={at} />
    </ApiForm>
  )
}

/** Programs and conditions know a step by its key, which it has by itself. */
function KeyField({ step, put, at }: Pick<FieldsProps, 'step' | 'put' | 'at'>) {
  const say = useSay()
  const props = at('key')
  const isWrong = 'error' in props
  return (
    <details open={isWrong || undefined}>
      <summary>{say(words.advanced)}</summary>
      <TextInput
        {...props}
        mt="xs"
        label={say(words.key)}
        description={say(words.keyAbout)}
        value={step.key}
        onChange={event => put({ key: event.currentTarget.value })}
        pattern="[a-z][a-z0-9_]{0,39}"
        autoCapitalize="none"
        required
      />
    </details>
  )
}

/** Members that are undefined are not there. */
const cleaned = (step: Step): Step =>
  Object.fromEntries(Object.entries(step).filter(([, value]) => value !== undefined)) as Step

interface WaysProps {
  readonly step: Step
  readonly steps: readonly Step[]
  readonly set: (step: Step) => void
}

function Ways({ step, steps, set }: WaysProps) {
  const say = useSay()
  const nameOf = useDistinctNames(steps)
  const wayOf = useWaySentence(steps)
  const ways = waysOf(step)
  const targets = [
    { value: '', label: say(says.end) },
    ...steps
      .filter(one => one.key !== step.key)
      .map(one => ({ value: one.key, label: nameOf(one.key) })),
  ]
  return (
    <>
      {ways.map(({ member, to }) => (
        <NativeSelect
          key={member}
          label={`${ways.length === 1 ? '' : `${wayOf(step, member)}: `}${say(words.andThen)}`}
          value={to ?? ''}
          onChange={event => set(withWay(step, member, event.currentTarget.value || undefined))}
          data={targets}
        />
      ))}
    </>
  )
}
