/** A short word on what has just been done, at the edge of the window; it can be closed or held. */
import { notifications } from '@mantine/notifications'
import { common } from './texts.ts'
import { spokenLanguage } from './words.tsx'

/** `isPart`: it was done, and something is still missing. */
export function notify(message: string, { isBad = false, isPart = false } = {}): void {
  notifications.show({
    message,
    color: isBad ? 'red.8' : isPart ? 'yellow.8' : 'pouch',
    // A refusal interrupts who listens; what went well waits for a pause.
    role: isBad ? 'alert' : 'status',
    className: 'notice',
    closeButtonProps: { 'aria-label': common.close[spokenLanguage()] },
  })
}
