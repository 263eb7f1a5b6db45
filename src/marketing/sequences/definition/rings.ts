/**
 * Sequences that lead into each other: each may be free of loops, and together they are one. A ring
 * in which nobody ever waits writes to people as fast as it can, so it is refused when the sequence
 * that closes it is published.
 */
import { Refusal } from '#kernel/base/errors.ts'
import { read, type Uuid } from '#kernel/base/ids.ts'
import type { Tx } from '#kernel/world/db.ts'
import { findSequenceVersion } from '../store.ts'
import type { Sequence, SequenceDefinition } from './definition.ts'
import { entersAtOnce } from './graph.ts'
import { stateOf } from './state-table.ts'

interface Publishing {
  readonly projectId: Uuid
  /** Its draft is to be published. */
  readonly sequence: Pick<Sequence, 'id' | 'definition'>
  /** Of the project, locked. */
  readonly all: readonly Sequence[]
}

/** Throws Refusal, naming the step that leads back to the sequence itself. */
export async function mustBeNoRing(tx: Tx, publishing: Publishing): Promise<void> {
  const { projectId, sequence, all } = publishing
  const open = new Map(all.filter(mayBeEntered).map(one => [one.id, one.published_version!]))
  const leadsTo = new Map<Uuid, Promise<readonly Uuid[]>>()
  const waysOf = (id: Uuid): Promise<readonly Uuid[]> => {
    const known = leadsTo.get(id) ?? published(id)
    leadsTo.set(id, known)
    return known
  }
  const published = async (id: Uuid): Promise<readonly Uuid[]> => {
    const version = open.get(id)
    if (version === undefined) return []
    const definition = await findSequenceVersion(tx, { projectId, id }, version)
    return definition === null ? [] : intoOf(definition).map(({ into }) => into)
  }
  for (const { n, into } of intoOf(sequence.definition)) {
    const reached = new Set([into])
    for (const id of reached) {
      if (id === sequence.id) throw ring(n)
      for (const next of await waysOf(id)) reached.add(next)
    }
  }
}

const mayBeEntered = ({ status, published_version: version }: Sequence): boolean =>
  version !== null && stateOf(status).may.includes('enroll')

const intoOf = (definition: SequenceDefinition): { readonly n: number; readonly into: Uuid }[] =>
  entersAtOnce(definition).flatMap(({ n, into }) => {
    const id = read('seq', into)
    return id === null ? [] : [{ n, into: id }]
  })

const ring = (n: number): Refusal =>
  new Refusal('invalid_field', {
    param: `steps[${n}].sequence_id`,
    why: {
      en: 'This step leads back into the sequence, and nobody waits on the way.',
      pt: 'Esta etapa leva de volta à sequência, e ninguém espera no caminho.',
    },
  })
