/** One import, from its file to what it did; each state shows the next thing to do. */
import { Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Import } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useParams } from '../../routing/routing.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Back } from '../../ui/links.tsx'
import { LinkButton, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import { useNumbers, useSpan, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { Afterwards } from './afterwards.tsx'
import { DecideForm } from './decide-form.tsx'
import { ErrorLines, Figures, TrialSection } from './figures.tsx'
import { FileForm } from './file-form.tsx'
import { ImportTag, stateOf } from './import-state.tsx'
import { useTitle } from './imports-page.tsx'
import { imports as words } from './texts.ts'
import { Unconfirmed } from './unconfirmed.tsx'

const pollMs = 1_000

export function ImportPage() {
  const { id = '' } = useParams()
  const [isMoving, setMoving] = useState(true)
  const query = useApi('project.imports.get', { id }, isMoving ? { everyMs: pollMs } : {})
  // What does not move by itself need not be asked for again and again.
  const { moves = isMoving } = query.data ? stateOf(query.data) : {}
  if (moves !== isMoving) setMoving(moves)
  return (
    <>
      <Back to="/imports" text={words.title} />
      <Loaded isPage query={query} lines={8}>
        {one => <Shown one={one} />}
      </Loaded>
    </>
  )
}

/** So long the server keeps what could be put back. */
const undoMs = 7 * 86_400_000

/** Null: it cannot be undone. */
function undoUntil(one: Import): string | null {
  const { dry_run: isTrial, finished_at: at } = one
  if (isTrial || at === null || !allows(stateOf(one), 'undo')) return null
  const until = Date.parse(at) + undoMs
  return until > Date.now() ? new Date(until).toISOString() : null
}

function Shown({ one }: { one: Import }) {
  const until = undoUntil(one)
  const state = stateOf(one)
  const { stage } = state
  return (
    <>
      <PageTitle title={useTitle(one)}>
        <ImportTag one={one} />
        {stage !== 'file' && allows(state, 'cancel') && <Stop one={one} />}
        {until && <Undo one={one} until={until} />}
      </PageTitle>
      <Stage one={one} />
    </>
  )
}

function Stage({ one }: { one: Import }) {
  const say = useSay()
  switch (one.status) {
    case 'awaiting_file':
      return (
        <Section title={say(words.start)}>
          <FileForm id={one.id} />
        </Section>
      )
    case 'recognised':
      return <DecideForm key={JSON.stringify(one.file)} one={one} />
    case 'receiving':
    case 'queued':
    case 'running':
      return <Running one={one} />
    case 'undoing':
      return <Text role="status">{say(words.undoing)}</Text>
    case 'done':
      return one.dry_run ? <Tried one={one} /> : <Ended one={one} />
    default:
      return <Ended one={one} />
  }
}

function Running({ one }: { one: Import }) {
  const say = useSay()
  const span = useSpan()
  const { share } = useNumbers()
  const { bytes, of } = one.progress
  const done = of === 0 ? 0 : bytes / of
  const said = say(words.reading, { share: share(done) })
  return (
    <Section>
      <Progress value={done * 100} aria-label={said} mb="sm" />
      <Text role="status">
        {said}
        {one.eta_s !== null && `, ${say(words.eta, { span: span(one.eta_s * 1_000) })}`}
      </Text>
    </Section>
  )
}

/** What would happen, and the way on: in earnest, or with other decisions. */
function Tried({ one }: { one: Import }) {
  const [isChanging, setChanging] = useState(false)
  if (isChanging) return <DecideForm one={one} onStarted={() => setChanging(false)} />
  return <TrialSection one={one} change={() => setChanging(true)} />
}

function Ended({ one }: { one: Import }) {
  const say = useSay()
  return (
    <>
      {one.error && (
        <div className="note" data-tone="bad" style={{ marginBottom: 16 }}>
          {one.error}
        </div>
      )}
      <Section title={say(words.happened)}>
        <Figures counts={one.counts} />
        {one.status !== 'undone' && !one.dry_run && (
          <div style={{ marginTop: 16 }}>
            <Afterwards one={one} isRecent={undoUntil(one) !== null} />
          </div>
        )}
        {one.status === 'done' && <Next one={one} />}
      </Section>
      <ErrorLines one={one} />
    </>
  )
}

/** What stands in the way of writing to them, or the way to it. */
function Next({ one }: { one: Import }) {
  const say = useSay()
  const where = useWhere()
  if (one.topics.length === 0) return null
  return (
    <Stack mt="md" align="flex-start">
      <Unconfirmed topics={one.topics} isSent={one.confirm !== 'none'} text={words.waiting} />
      <LinkButton to={where.to('/campaigns/new')}>{say(words.write)}</LinkButton>
    </Stack>
  )
}

function Stop({ one }: { one: Import }) {
  const say = useSay()
  const cancel = useChange('project.imports.cancel', 'project.imports')
  return (
    <ConfirmButton
      call="project.imports.cancel"
      tone="danger"
      title={say(words.cancel)}
      about={say(words.cancelAbout)}
      run={() => cancel.mutateAsync({ id: one.id })}
    />
  )
}

function Undo({ one, until }: { one: Import; until: string }) {
  const say = useSay()
  const times = useTimes()
  const undo = useChange('project.imports.undo', 'project.imports', 'project.contacts')
  return (
    <ConfirmButton
      call="project.imports.undo"
      tone="danger"
      title={say(words.undo)}
      about={say(words.undoAbout, { until: times.full(until) })}
      run={() => undo.mutateAsync({ id: one.id })}
    />
  )
}
