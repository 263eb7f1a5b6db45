/** What the doctor found when it last looked: what is wrong first, what is well folded away. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { IconRefresh } from '../../ui/icons.ts'
import { Loaded, Section, type Tone } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { checkTitles } from './doctor-words.ts'
import { operator as words } from './texts.ts'

type Doctor = Answer<'operator.doctor.get'>
type Check = Doctor['checks'][number]

/** How many findings the tab tells of before it is opened; errors, else warnings. */
export function useDoctorMark() {
  const { data } = useApi('operator.doctor.get')
  const count = (level: Check['level']) =>
    data?.checks.filter(one => one.level === level).length ?? 0
  const errors = count('error')
  return errors > 0
    ? ({ n: errors, tone: 'bad' } as const)
    : ({ n: count('warning'), tone: 'wait' } as const)
}

export function DoctorPanel() {
  const say = useSay()
  const times = useTimes()
  const [isAnew, setAnew] = useState(false)
  const query = useApi('operator.doctor.get', isAnew ? { anew: true } : undefined, {
    keepsPrevious: true,
  })
  const again = () => (isAnew ? void query.refetch() : setAnew(true))
  return (
    <Section>
      <Loaded query={query}>
        {({ checked_at: at, checks }) => (
          <>
            <Group justify="space-between" mb="sm">
              <Text size="sm" c="dimmed" role="status">
                {say(words.checked, { at: times.full(at) })}
              </Text>
              <Button
                variant="default"
                leftSection={<IconRefresh size={16} />}
                loading={query.isFetching}
                onClick={again}
              >
                {say(words.again)}
              </Button>
            </Group>
            <Findings checks={checks} />
          </>
        )}
      </Loaded>
    </Section>
  )
}

function Findings({ checks }: { checks: Doctor['checks'] }) {
  const say = useSay()
  const show = (found: Check) => <Finding key={found.check + found.text} found={found} />
  const well = checks.filter(one => one.level === 'ok')
  return (
    <>
      {checks.filter(one => one.level !== 'ok').map(show)}
      <details className="well">
        <summary>{say(words.wellCount, { n: well.length })}</summary>
        {well.map(show)}
      </details>
    </>
  )
}

const levels: Readonly<Record<Check['level'], { tone: Tone; word: Words }>> = {
  ok: { tone: 'good', word: words.well },
  warning: { tone: 'wait', word: words.warning },
  error: { tone: 'bad', word: words.error },
}

function Finding({ found: { check, level, text } }: { found: Check }) {
  const say = useSay()
  const { tone, word } = levels[level]
  const title = checkTitles[check]
  return (
    <div className="note" data-tone={tone}>
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>
          {title ? say(title) : check} · {say(word)}
        </Text>
        <Text className="wrap">{text}</Text>
      </div>
    </div>
  )
}
