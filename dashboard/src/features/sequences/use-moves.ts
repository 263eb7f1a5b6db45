/** Puts the steps of a sequence in another order. */
import { useEffect, useRef } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Sequence } from '../../api/shapes.ts'
import { notify } from '../../ui/notify.ts'
import type { Step } from './sequence.ts'

export type Move = (steps: Step[]) => void

/** The focus stays on the button that did it. */
export function useMoves({ id }: Sequence): Move {
  const change = useChange('project.sequences.update', 'project.sequences')
  const moved = useRef<Element | null>(null)
  useEffect(() => {
    const button = moved.current
    if (!(button instanceof HTMLElement) || document.activeElement === button) return
    if (button.isConnected && document.activeElement === document.body) button.focus()
  })
  return steps => {
    moved.current = document.activeElement
    change.mutate(
      { id, body: { steps } },
      { onError: error => notify(error.message, { isBad: true }) },
    )
  }
}
