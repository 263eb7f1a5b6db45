/**
 * Keys without Ctrl: a letter alone is also what somebody types or says, so none counts in a field, a
 * menu or a window, and all can be turned off (WCAG 2.1.4).
 */
import { useWindowEvent } from '@mantine/hooks'

const ownKeys =
  'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="menu"], [role="listbox"]'
const storedAs = 'malote-letter-keys'

export const hasLetterKeys = (): boolean => localStorage.getItem(storedAs) !== 'off'

export function turnLetterKeys(isOn: boolean): void {
  if (isOn) localStorage.removeItem(storedAs)
  else localStorage.setItem(storedAs, 'off')
}

const helpAsked = 'malote-keys-help'

/** Where the keys are told, from wherever one is. */
export const askForKeys = (): boolean => window.dispatchEvent(new Event(helpAsked))

export function useAskedForKeys(open: () => void): void {
  useWindowEvent(helpAsked, open)
}

/** `acts`: by what the key types. */
export function useLetterKeys(acts: Readonly<Record<string, () => void>>): void {
  useWindowEvent('keydown', event => {
    const act = acts[event.key]
    const { target, ctrlKey, metaKey, altKey, defaultPrevented } = event
    if (act === undefined || ctrlKey || metaKey || altKey || defaultPrevented) return
    if (target instanceof Element && target.closest(ownKeys)) return
    if (!hasLetterKeys()) return
    event.preventDefault()
    act()
  })
}
