/** What is there only for those whose role may use it. */
import type { ReactNode } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { useMay } from '../api/may.ts'

export function May({ call, children }: { call: ChangeName; children: ReactNode }) {
  return useMay(call) ? children : null
}
