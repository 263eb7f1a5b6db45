/** A sequence as the API shows it. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import { folderShape } from '#kernel/routes/folder.ts'
import { filterShape } from '../../segments/filter-shape.ts'
import {
  emptySequence,
  exitShape,
  quietShape,
  reentryShape,
  type Sequence,
  triggerShape,
} from './definition.ts'
import { sequencesWhere } from './state-table.ts'
import { stepShape } from './step.ts'

const orNull = Type.Union([Type.String(), Type.Null()])

export const sequenceShape = Type.Object(
  {
    id: Type.String({ description: 'seq_…' }),
    name: Type.String(),
    folder: folderShape,
    status: Type.Enum([...sequencesWhere(() => true)]),
    from: orNull,
    topic_id: orNull,
    triggers: Type.Array(triggerShape),
    entry_filter: Type.Union([filterShape, Type.Null()]),
    reentry: reentryShape,
    exits: Type.Array(exitShape),
    quiet: Type.Union([quietShape, Type.Null()]),
    rate_per_hour: Type.Union([Type.Integer(), Type.Null()]),
    patience: orNull,
    steps: Type.Array(stepShape),
    published_version: Type.Union([Type.Integer(), Type.Null()]),
    created_at: Type.String({ format: 'date-time' }),
    updated_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'Sequence' },
)

export const showSequence = ({ definition, ...row }: Sequence) => ({
  id: show('seq', row.id),
  name: row.name,
  folder: row.folder,
  status: row.status,
  ...emptySequence,
  ...definition,
  triggers: [...definition.triggers],
  exits: [...definition.exits],
  steps: [...definition.steps],
  published_version: row.published_version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})
