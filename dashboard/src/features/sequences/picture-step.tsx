/** One step of the drawing: what it does, what came of it, and what can be done with it. */
import { ActionIcon } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { CSSProperties } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { type Act, ActionsMenu } from '../../ui/actions-menu.tsx'
import { Answering } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { IconDots } from '../../ui/icons.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { type Say, useSay } from '../../ui/words.tsx'
import { canMoveDown, canMoveUp, movedDown, movedUp, removed } from './edits.ts'
import type { Fault } from './fault.ts'
import { useDistinctNames } from './sentences.ts'
import { definitionOf, type Step } from './sequence.ts'
import { type Figures, wentOn } from './step-figures.tsx'
import { AddStep, ChangeStep, formSize } from './step-form.tsx'
import { stepForm as forms, picture as words } from './step-texts.ts'
import { useMoves } from './use-moves.ts'

interface PictureStepProps {
  readonly sequence: Sequence
  readonly step: Step
  readonly style: CSSProperties
  /** Absent where nobody has come yet. */
  readonly figures: Figures | undefined
  readonly fault: Fault | null
}

export function PictureStep({ sequence, step, style, figures, fault }: PictureStepProps) {
  const say = useSay()
  const name = useDistinctNames(definitionOf(sequence).steps)(step.key)
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <li
      className="picture-step"
      style={style}
      data-type={step.type}
      data-wrong={fault !== null || undefined}
    >
      <button
        type="button"
        className="picture-main"
        data-step={step.key}
        title={fault?.message ?? name}
        onClick={open}
      >
        <span className="picture-name">{name}</span>
        {fault && <span className="picture-fault">{fault.message}</span>}
      </button>
      {figures && <Counts figures={figures} isLetter={step.type === 'email'} />}
      <ActionsMenu
        label={say(words.acts, { step: name })}
        acts={useActs(sequence, step, name)}
        target={
          <ActionIcon
            className="picture-acts"
            variant="subtle"
            color="gray"
            aria-label={say(words.acts, { step: name })}
          >
            <IconDots size={16} />
          </ActionIcon>
        }
      />
      <Dialog title={name} isOpen={isOpen} close={close} size={formSize}>
        <ChangeStep sequence={sequence} step={step} close={close} />
      </Dialog>
    </li>
  )
}

function useActs(sequence: Sequence, { key }: Step, name: string): readonly Act[] {
  const say = useSay()
  const move = useMoves(sequence)
  const change = useChange('project.sequences.update', 'project.sequences')
  const { steps } = definitionOf(sequence)
  const call = 'project.sequences.update'
  const add: Act = {
    call,
    label: say(words.addBefore),
    size: formSize,
    content: close => <AddStep sequence={sequence} place={{ on: 'before', key }} close={close} />,
  }
  const up: Act = { call, label: say(words.moveUp), run: () => move(movedUp(steps, key)) }
  const down: Act = { call, label: say(words.moveDown), run: () => move(movedDown(steps, key)) }
  const remove: Act = {
    call,
    label: say(common.remove),
    title: say(common.removeWhat, { what: name }),
    isDanger: true,
    content: close => (
      <Answering
        about={say(forms.removeAbout)}
        action={say(common.remove)}
        done={say(common.removed)}
        tone="danger"
        run={() => change.mutateAsync({ id: sequence.id, body: { steps: removed(steps, key) } })}
        close={close}
      />
    ),
  }
  return [
    add,
    ...(canMoveUp(steps, key) ? [up] : []),
    ...(canMoveDown(steps, key) ? [down] : []),
    remove,
  ]
}

type Fact = readonly [label: string, value: string]

/** People through the step; of its letters how many of the sent, the rest as shares. */
function Counts({ figures, isLetter }: { figures: Figures; isLetter: boolean }) {
  const say = useSay()
  const numbers = useNumbers()
  const { entered, waiting, left } = figures
  const people: readonly Fact[] = [
    [say(words.came), numbers.whole(entered)],
    [say(words.waiting), numbers.whole(waiting)],
    [say(words.went), numbers.whole(wentOn(figures))],
    [say(words.left), numbers.whole(left)],
  ]
  const facts = isLetter ? [...people, ...lettersOf(figures, say, numbers)] : people
  return (
    <dl className="picture-counts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function lettersOf(
  { sent, delivered, opened, clicked }: Figures,
  say: Say,
  { whole, share }: ReturnType<typeof useNumbers>,
): Fact[] {
  // In test mode nothing is delivered, and what is opened is a share of what was sent.
  const base = delivered > 0 ? delivered : sent
  const part = (n: number, of: number): string => (of === 0 ? '–' : share(n / of))
  return [
    [say(words.sent), whole(sent)],
    [say(words.delivered), delivered === 0 ? '–' : part(delivered, sent)],
    [say(words.opened), part(opened.people, base)],
    [say(words.clicked), part(clicked.people, base)],
  ]
}
