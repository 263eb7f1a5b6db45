/** One sequence: its steps with the simulator below them, its rules, its people, its versions. */
import { useApi } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Link, Loaded, PageTitle } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useSay } from '../../ui/words.tsx'
import { CreateForm } from './create-form.tsx'
import { DaysSection } from './days-section.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { RulesForm } from './rules-form.tsx'
import { useTriggerLine } from './sentences.ts'
import { definitionOf } from './sequence.ts'
import { SequenceTag } from './sequence-state.tsx'
import { Simulator } from './simulator.tsx'
import { StateActions } from './state-actions.tsx'
import { StepsSection } from './steps-section.tsx'
import { actions, sequences as words } from './texts.ts'
import { TryOut } from './try-out.tsx'
import { type Readiness, useReadiness } from './use-readiness.ts'
import { useIsChanged, VersionsPanel } from './versions-panel.tsx'

export function SequencePage() {
  return <NewOrKnown to="/sequences" words={words} create={CreateForm} known={Known} />
}

function Known({ id }: { id: string }) {
  const query = useApi('project.sequences.get', { id })
  return (
    <Loaded query={query} lines={8}>
      {sequence => <Whole sequence={sequence} />}
    </Loaded>
  )
}

function Whole({ sequence }: { sequence: Sequence }) {
  const ready = useReadiness(sequence)
  const isChanged = useIsChanged(sequence)
  const isTest = useWhere().mode === 'test'
  return (
    <>
      <PageTitle title={sequence.name}>
        <SequenceTag sequence={sequence} />
        <StateActions sequence={sequence} ready={ready} isChanged={isChanged} />
      </PageTitle>
      <Standing sequence={sequence} ready={ready} isChanged={isChanged} />
      <AddressTabs
        tabs={[
          {
            id: 'steps',
            label: words.steps,
            content: () => (
              <>
                <StepsSection sequence={sequence} fault={ready.fault} />
                {sequence.published_version !== null && <DaysSection sequence={sequence} />}
                <div className={isTest ? 'beside' : undefined}>
                  <Simulator sequence={sequence} />
                  <TryOut sequence={sequence} />
                </div>
              </>
            ),
          },
          { id: 'rules', label: words.rules, content: () => <RulesForm sequence={sequence} /> },
          { id: 'people', label: words.people, content: () => <PeoplePanel sequence={sequence} /> },
          {
            id: 'versions',
            label: words.versions,
            content: () => <VersionsPanel sequence={sequence} />,
          },
        ]}
      />
    </>
  )
}

interface StandingProps {
  readonly sequence: Sequence
  readonly ready: Readiness
  readonly isChanged: boolean
}

/** What there is to know before anything else: how it begins, and whether it can be published. */
function Standing({ sequence, ready, isChanged }: StandingProps) {
  const say = useSay()
  const where = useWhere()
  const lineOf = useTriggerLine()
  const { triggers } = definitionOf(sequence)
  const { published_version: version } = sequence
  const note = ready.why
    ? { tone: 'wait', text: say(actions.notReady, { why: ready.why }) }
    : isChanged && version !== null
      ? { tone: 'wait', text: say(actions.changedSince, { n: version ?? 0 }) }
      : ready.isReady && version === null
        ? { tone: 'good', text: say(actions.ready) }
        : null
  return (
    <>
      <p className="dim" style={{ marginBottom: 12 }}>
        {say(words.begins)}: {triggers.map(lineOf).join('; ') || say(words.noTriggers)}{' '}
        <Link to={where.to(`/sequences/${sequence.id}?tab=rules`)}>{say(words.changeRules)}</Link>
      </p>
      {note && (
        <p className="note" data-tone={note.tone} role="status" style={{ marginBottom: 16 }}>
          {note.text}
        </p>
      )}
    </>
  )
}
