/** What a window holds, where its file comes later: until then something stands in its place. */
import type { ComponentType } from 'react'
import { type LaterPart, useLaterPart } from './later-part.ts'
import { Waiting } from './show.tsx'

interface LaterProps<Props extends object> {
  readonly of: LaterPart<ComponentType<Props>>
  readonly props: Props
}

export function Later<Props extends object>({ of, props }: LaterProps<Props>) {
  const Part = useLaterPart(of, true)
  return Part === null ? <Waiting lines={4} /> : <Part {...props} />
}
