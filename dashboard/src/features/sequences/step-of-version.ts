/** What a step does in the version by which somebody goes. */
import { useCallback } from 'react'
import type { Sequence } from '../../api/shapes.ts'
import { useStepNames } from './sentences.ts'
import { definitionOf, type Step } from './sequence.ts'
import { useIsChanged } from './versions-panel.tsx'

const none: readonly Step[] = []

/** The sentence of a step where it is known, which is of the last version while the draft is the same; else its key. */
export function useStepOfVersion(
  sequence: Sequence | undefined,
): (key: string, version: number) => string {
  const isChanged = useIsChanged(sequence)
  const published = sequence?.published_version
  const nameOf = useStepNames(sequence && !isChanged ? definitionOf(sequence).steps : none)
  return useCallback(
    (key, version) => (version === published ? nameOf(key) : key),
    [nameOf, published],
  )
}
