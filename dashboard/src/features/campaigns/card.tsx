/** One part of a campaign: what it is about, how far it is, what it says, and its form once opened. */
import { Button, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Tag, type Tone } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import type { Card as Name } from './draft.ts'
import { cardStateTexts, cardTexts } from './texts.ts'

/** `missing`: nothing is filled in yet; the others as the check says. */
export type CardState = 'missing' | 'error' | 'warning' | 'ready'

const tones: Readonly<Record<CardState, Tone>> = {
  missing: 'calm',
  error: 'bad',
  warning: 'wait',
  ready: 'good',
}

interface CardProps {
  readonly name: Name
  readonly state: CardState
  /** What it says at present, in a line. */
  readonly summary: ReactNode
  readonly isOpen: boolean
  readonly toggle: () => void
  readonly children: ReactNode
}

export function Card({ name, state, summary, isOpen, toggle, children }: CardProps) {
  const say = useSay()
  const id = useId()
  const title = say(cardTexts[name])
  return (
    <Paper component="section" withBorder mb="sm" className="card part" data-part={name}>
      <div className="part-head">
        <div className="part-said">
          <Title order={2} size="h5">
            {title}
          </Title>
          <Text size="sm" c="dimmed" component="div" className="wrap">
            {summary}
          </Text>
        </div>
        <Tag tone={tones[state]}>{say(cardStateTexts[state])}</Tag>
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={`${say(isOpen ? common.close : common.change)}: ${title}`}
          onClick={toggle}
        >
          {say(isOpen ? common.close : common.change)}
        </Button>
      </div>
      <div id={id} className="part-body" hidden={!isOpen}>
        {isOpen && children}
      </div>
    </Paper>
  )
}
