/** The steps of a sequence from top to bottom, with how many people are at each. */
import { ActionIcon } from '@mantine/core'
import type { CSSProperties } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconArrowDown, IconArrowUp, IconPlus } from '../../ui/icons.ts'
import { ChangeButton } from '../../ui/row-actions.tsx'
import { useSay } from '../../ui/words.tsx'
import { canMoveDown, canMoveUp, movedDown, movedUp, removed } from './edits.ts'
import type { Fault } from './fault.ts'
import { type Line, outlineOf } from './outline.ts'
import { useDistinctNames, useStepSentence, useWayName, useWaySentence } from './sentences.ts'
import { definitionOf } from './sequence.ts'
import { type Figures, goneOf, StepFigures, useFigures } from './step-figures.tsx'
import { AddStep, ChangeStep, formSize } from './step-form.tsx'
import { stepForm as forms, says } from './step-texts.ts'
import { type Move, useMoves } from './use-moves.ts'

interface StepListProps {
  readonly sequence: Sequence
  /** What is wrong with a step. */
  readonly fault: Fault | null
}

/** Each step with what can be done with it: for those who listen, and for narrow screens. */
export function StepList({ sequence, fault }: StepListProps) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const { all, byKey } = useFigures(sequence)
  const move = useMoves(sequence)
  return (
    <ol className="flow">
      {outlineOf(steps).map((line, n) => (
        <OneLine
          key={line.kind === 'step' ? `step ${line.step.key}` : `${line.kind} ${n}`}
          line={line}
          sequence={sequence}
          fault={fault}
          figures={byKey}
          move={move}
        />
      ))}
      {goneOf(all, steps).map(one => (
        <li key={`gone ${one.key}`} className="flow-step" style={indented(0)}>
          <code className="mono">{one.key}</code>
          <div className="wrap dim">{say(says.gone)}</div>
          <StepFigures figures={one} isLetter={one.sent > 0} />
        </li>
      ))}
    </ol>
  )
}

interface LineProps extends StepListProps {
  readonly line: Line
  readonly figures: ReadonlyMap<string, Figures>
  readonly move: Move
}

const indented = (depth: number): CSSProperties => ({ '--depth': depth }) as CSSProperties

function OneLine(props: LineProps) {
  const say = useSay()
  const { line, sequence } = props
  const wayOf = useWaySentence(definitionOf(sequence).steps)
  if (line.kind === 'step') return <StepLine {...props} line={line} />
  if (line.kind === 'lost') {
    return (
      <li className="flow-lost" style={indented(0)}>
        {say(says.lost)}
      </li>
    )
  }
  if (line.kind === 'way') {
    return (
      <li className="flow-way" style={indented(line.depth)}>
        {wayOf(line.step, line.member)}
      </li>
    )
  }
  return <GoalLine line={line} sequence={sequence} />
}

type StepLineProps = LineProps & { readonly line: Extract<Line, { kind: 'step' }> }

function StepLine(props: StepLineProps) {
  const { line, fault, figures } = props
  const { step, n, depth } = line
  const sentenceOf = useStepSentence()
  const isWrong = fault?.list === 'steps' && fault.n === n
  const own = figures.get(step.key)
  return (
    <li className="flow-step" style={indented(depth)} data-wrong={isWrong || undefined}>
      <div className="flow-head">
        <div className="flow-what">
          <div className="step-name wrap">{sentenceOf(step)}</div>
        </div>
        <StepActions {...props} />
      </div>
      {own && <StepFigures figures={own} isLetter={step.type === 'email'} />}
      {isWrong && (
        <p role="alert" className="field-error">
          {fault.message} {fault.member !== '' && <code className="mono">{fault.member}</code>}
        </p>
      )}
    </li>
  )
}

function StepActions({ line: { step }, sequence, move }: StepLineProps) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const { key } = step
  const name = useDistinctNames(steps)(key)
  const remove = useChange('project.sequences.update', 'project.sequences')
  const arrows = [
    { can: canMoveUp, moved: movedUp, word: forms.moveUp, icon: <IconArrowUp size={16} /> },
    { can: canMoveDown, moved: movedDown, word: forms.moveDown, icon: <IconArrowDown size={16} /> },
  ]
  return (
    <div className="row-acts">
      <ChangeButton what={name} size={formSize}>
        {close => <ChangeStep sequence={sequence} step={step} close={close} />}
      </ChangeButton>
      <DialogButton
        call="project.sequences.update"
        look="icon"
        label={say(forms.add)}
        ariaLabel={say(forms.addBefore, { step: name })}
        icon={<IconPlus size={16} />}
        size={formSize}
      >
        {close => <AddStep sequence={sequence} place={{ on: 'before', key }} close={close} />}
      </DialogButton>
      {arrows.map(({ can, moved, word, icon }) =>
        can(steps, key) ? (
          <ActionIcon
            key={word.en}
            variant="subtle"
            color="gray"
            aria-label={say(word, { step: name })}
            onClick={() => move(moved(steps, key))}
          >
            {icon}
          </ActionIcon>
        ) : null,
      )}
      <DeleteButton
        call="project.sequences.update"
        what={name}
        about={say(forms.removeAbout)}
        run={() => remove.mutateAsync({ id: sequence.id, body: { steps: removed(steps, key) } })}
      />
    </div>
  )
}

function GoalLine({
  line: { to, place, depth },
  sequence,
}: {
  line: Extract<Line, { kind: 'goal' }>
  sequence: Sequence
}) {
  const say = useSay()
  const wayName = useWayName(definitionOf(sequence).steps)
  const { steps } = definitionOf(sequence)
  const nameOf = useDistinctNames(steps)
  const isThere = steps.some(one => one.key === to)
  const text = to === undefined ? says.end : isThere ? says.goes : says.unknownStep
  return (
    <li className="flow-goal" style={indented(depth)}>
      <span className="dim">{say(text, { step: nameOf(to ?? '') })}</span>
      <DialogButton
        call="project.sequences.update"
        look="row"
        label={say(forms.add)}
        ariaLabel={say(forms.addTo, { way: wayName(place) })}
        icon={<IconPlus size={14} />}
        size={formSize}
      >
        {close => <AddStep sequence={sequence} place={place} close={close} />}
      </DialogButton>
    </li>
  )
}
