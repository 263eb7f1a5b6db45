/** Who is in a sequence or has been, and the way in. */

import { Group } from '@mantine/core'
import { useMemo } from 'react'
import { useList } from '../../api/lists.ts'
import {
  type EnrollmentState,
  enrollmentStates,
  type Sequence,
  type SequencePerson,
} from '../../api/shapes.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { AddButton, DialogButton } from '../../ui/dialog.tsx'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { IconUsers } from '../../ui/icons.ts'
import { RowLink } from '../../ui/links.tsx'
import { ListSection } from '../../ui/list-section.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Empty, Tag, type Tone } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { EnrollForm } from './enroll-form.tsx'
import { EnrollSegment } from './enroll-segment.tsx'
import { stateWords, waitWords, people as words } from './people-texts.ts'
import { stateOf } from './sequence-state.tsx'
import { useStepOfVersion } from './step-of-version.ts'

const fields: readonly FilterField<'state'>[] = [
  {
    name: 'state',
    kind: 'choice',
    label: words.state,
    any: words.anyState,
    choices: enrollmentStates.map(value => ({ value, label: stateWords[value] })),
  },
]

export function PeoplePanel({ sequence }: { sequence: Sequence }) {
  const say = useSay()
  const { id } = sequence
  const filters = useFilters(['state'])
  const state = oneOf(enrollmentStates, filters.values.state)
  const list = useList('project.sequences.people', { id, ...(state ? { state } : {}) })
  const columns = usePeopleColumns(sequence)
  return (
    <>
      {allows(stateOf(sequence), 'enroll') && (
        <Group gap="sm" mb="sm">
          <AddButton call="project.sequences.enroll" label={say(words.letIn)}>
            {close => <EnrollForm sequence={sequence} close={close} />}
          </AddButton>
          <DialogButton call="project.sequences.enrollSegment" label={say(words.letSegmentIn)}>
            {close => <EnrollSegment sequence={sequence} close={close} />}
          </DialogButton>
        </Group>
      )}
      <FilterBar filters={filters} fields={fields} />
      <ListSection
        label={say(words.title)}
        query={list}
        columns={columns}
        empty={<Empty icon={IconUsers} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}

const tones: Readonly<Record<EnrollmentState, Tone>> = {
  inside: 'info',
  finished: 'good',
  exited: 'calm',
  cancelled: 'calm',
}

interface EnrollmentTagProps {
  readonly state: EnrollmentState
  /** The way has ended without any email, though there were some for the person. */
  readonly isSilent?: boolean
}

export function EnrollmentTag({ state, isSilent = false }: EnrollmentTagProps) {
  const say = useSay()
  if (isSilent) return <Tag tone="wait">{say(words.nothingSent)}</Tag>
  return <Tag tone={tones[state]}>{say(stateWords[state])}</Tag>
}

function usePeopleColumns(sequence: Sequence): readonly Column<SequencePerson>[] {
  const say = useSay()
  const { id } = sequence
  const stepIn = useStepOfVersion(sequence)
  return useMemo(
    () => [
      {
        id: 'person',
        head: words.person,
        cell: row => (
          <RowLink to={`/sequences/${id}/people/${row.id}`}>
            {row.email ? inOwnLetters(row.email) : say(words.gone)}
          </RowLink>
        ),
        onPhone: 'title',
      },
      {
        id: 'state',
        head: common.status,
        cell: row => <EnrollmentTag state={row.state} isSilent={row.nothing_sent} />,
        isTight: true,
        onPhone: 'corner',
      },
      {
        id: 'step',
        head: words.step,
        cell: row => (row.step === null ? '–' : stepIn(row.step, row.version)),
      },
      {
        id: 'next',
        head: words.next,
        cell: row => <Next row={row} />,
        isDim: true,
      },
      {
        id: 'entered',
        head: words.entered,
        cell: row => <Time at={row.entered_at} />,
        isTight: true,
        isDim: true,
      },
    ],
    [id, say, stepIn],
  )
}

function Next({ row: { next, waiting } }: { row: SequencePerson }) {
  const say = useSay()
  const until = waiting?.until ?? next?.at
  return (
    <>
      {until ? <Time at={until} /> : '–'}
      {waiting && ` · ${sayOf(say, waitWords, waiting.reason)}`}
    </>
  )
}
