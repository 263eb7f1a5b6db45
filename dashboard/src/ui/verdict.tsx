/** A condition with whether it is true of somebody. */
import type { ReactNode } from 'react'
import { IconCircleCheck, IconCircleDashed } from './icons.ts'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

export function Verdict(props: { isTrue: boolean; text: string; children?: ReactNode }) {
  const say = useSay()
  const { isTrue, text, children } = props
  const Icon = isTrue ? IconCircleCheck : IconCircleDashed
  return (
    <div className="verdict">
      <span className="tone" data-tone={isTrue ? 'good' : 'bad'}>
        <Icon size={18} role="img" aria-label={say(isTrue ? common.holds : common.fails)} />
      </span>
      <div>
        <span className="wrap">{text}</span>
        {children}
      </div>
    </div>
  )
}
