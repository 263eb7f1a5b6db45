/**
 * Keys in a table: arrows go up and down from a link or button to its like in the next row, letters
 * (letter-keys.ts) from wherever one is to the first row and on.
 */
import type { KeyboardEvent } from 'react'

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
const body = 'main table.table tbody'
const reachable = 'a[href], button:not([disabled]), input:not([disabled])'

export function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = steps[event.key]
  const from = event.target as HTMLElement
  // Lists to choose from and fields to type in have arrow keys of their own.
  if (step === undefined || from.closest('select, textarea, input:not([type=checkbox])')) return
  if (goOn(from, step)) event.preventDefault()
}

/** To the row after or before the one that has the focus; where none has, to the first of the page. */
export function moveByLetter(step: 1 | -1): void {
  const from = document.activeElement
  if (from instanceof HTMLElement && from.closest(body)) goOn(from, step)
  else document.querySelector<HTMLElement>(`${body} tr :is(${reachable})`)?.focus()
}

function goOn(from: HTMLElement, step: number): boolean {
  const row = from.closest('tr')
  const next = step > 0 ? row?.nextElementSibling : row?.previousElementSibling
  if (!row || !next) return false
  const place = [...row.querySelectorAll(reachable)].indexOf(from)
  const likes = [...next.querySelectorAll<HTMLElement>(reachable)]
  const target = likes[place] ?? likes[0]
  target?.focus()
  return target !== undefined
}
