/** Arrow keys in a table: up and down from a link or button to its like in the next row. */
import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const reachable = 'a[href], button:not([disabled]), input:not([disabled])'

export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const from = event.target as HTMLElement
  // Lists to choose from and fields to type in have arrow keys of their own.
  if (step === undefined || from.closest('select, textarea, input:not([type=checkbox])')) return
  const row = from.closest('tr')
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  if (!row || !next) return
  const place = [...row.querySelectorAll(reachable)].indexOf(from)
  const likes = [...next.querySelectorAll<HTMLElement>(reachable)]
  const target = likes[place] ?? likes[0]
  if (!target) return
  event.preventDefault()
  target.focus()
}
