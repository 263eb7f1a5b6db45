/** The steps of a sequence: drawn, or as a list. */
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { Suspense, useState } from 'react'
import type { Sequence } from '../../api/shapes.ts'
import { AddButton } from '../../ui/dialog.tsx'
import { IconRoute } from '../../ui/icons.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import { Empty, Section, Waiting } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Fault } from './fault.ts'
import { definitionOf } from './sequence.ts'
import { AddStep, formSize } from './step-form.tsx'
import { StepList } from './step-list.tsx'
import { stepForm as forms, picture as views } from './step-texts.ts'
import { sequences as words } from './texts.ts'

const Picture = lazyPart(() => import('./picture.tsx'), 'Picture')

type View = 'picture' | 'list'

interface StepsSectionProps {
  readonly sequence: Sequence
  /** What is wrong with a step. */
  readonly fault: Fault | null
}

export function StepsSection(props: StepsSectionProps) {
  const say = useSay()
  const { sequence } = props
  const { steps } = definitionOf(sequence)
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const [chosen, setChosen] = useState<View | null>(null)
  const view = chosen ?? (isNarrow ? 'list' : 'picture')
  if (steps.length === 0) return <NoSteps sequence={sequence} />
  const choice = (
    <SegmentedControl
      size="xs"
      aria-label={say(views.view)}
      value={view}
      onChange={value => setChosen(value as View)}
      data={(['picture', 'list'] as const).map(value => ({ value, label: say(views[value]) }))}
    />
  )
  return (
    <Section
      title={say(words.steps)}
      {...(view === 'picture' ? { about: say(views.about) } : {})}
      aside={choice}
    >
      {view === 'list' ? (
        <StepList {...props} />
      ) : (
        <Suspense fallback={<Waiting lines={6} />}>
          <Picture {...props} />
        </Suspense>
      )}
    </Section>
  )
}

function NoSteps({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  return (
    <Section title={say(words.steps)}>
      <Empty icon={IconRoute} title={say(words.noSteps)} about={say(words.noStepsAbout)}>
        <AddButton call="project.sequences.update" label={say(forms.add)} size={formSize}>
          {close => <AddStep sequence={sequence} place={{ on: 'start' }} close={close} />}
        </AddButton>
      </Empty>
    </Section>
  )
}
