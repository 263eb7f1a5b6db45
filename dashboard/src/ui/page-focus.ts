/**
 * Where the focus is after going from one page to another: on the new page's heading, so that who
 * does not see the page hears that it is there. A page whose data is still coming has its heading
 * later, which is why this waits for it.
 */
import { type RefObject, useEffect } from 'react'

let isExpected = false

/** A page has been left for another. */
export function expectFocus(): void {
  isExpected = true
}

/** For the heading of a page. */
export function useFocusAfterNavigation(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!isExpected) return
    isExpected = false
    heading.current?.focus({ preventScroll: true })
  }, [heading])
}
