/** What is there only for those whose role may use it. */
import type { ReactNode } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { useMay } from '../api/may.ts'

/** What everybody may read, and of which nothing can be changed by whose role may not. */
export function Editable({ call, children }: { call: ChangeName; children: ReactNode }) {
  const isAllowed = useMay(call)
  return (
    <fieldset className="plain-set" disabled={!isAllowed}>
      {children}
    </fieldset>
  )
}

export function May({ call, children }: { call: ChangeName; children: ReactNode }) {
  return useMay(call) ? children : null
}
