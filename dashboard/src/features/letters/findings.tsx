/** What is to be said of a letter before it goes anywhere: what must be mended comes first. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tag, type Tone } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import type { LetterFault } from './fault.ts'
import { findingTexts as words } from './texts.ts'

interface Finding {
  readonly code: string
  readonly level: 'error' | 'warning' | 'info'
  readonly param?: string | undefined
  readonly message: string
}

const levels = ['error', 'warning', 'info'] as const
const tones: Readonly<Record<Finding['level'], Tone>> = {
  error: 'bad',
  warning: 'wait',
  info: 'calm',
}

interface MendButtonProps {
  readonly finding: Finding
  readonly point: (fault: LetterFault) => void
}

/** The way to the place in a letter that a finding names. */
export function MendButton({ finding, point }: MendButtonProps) {
  const say = useSay()
  const { param, message } = finding
  if (!param?.startsWith('variants.')) return null
  const text = say(words.show)
  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${text}. ${message}`}
      onClick={() => point({ param, message })}
    >
      {text}
    </Button>
  )
}

interface FindingsProps {
  readonly findings: readonly Finding[]
  /** The way to the place where it is mended. */
  readonly mend?: (finding: Finding) => ReactNode
}

export function Findings({ findings, mend }: FindingsProps) {
  const say = useSay()
  if (findings.length === 0) return <p className="dim">{say(words.none)}</p>
  return (
    <ul className="checklist findings">
      {levels.flatMap(level =>
        findings
          .filter(one => one.level === level)
          .map(one => (
            <li key={`${one.code} ${one.param} ${one.message}`}>
              <Tag tone={tones[level]}>{say(words[level])}</Tag>
              <span className="wrap finding-text">{one.message}</span>
              {level !== 'info' && mend?.(one)}
            </li>
          )),
      )}
    </ul>
  )
}
