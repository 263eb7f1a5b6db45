/** What the doctor found when it last looked. */
import { Text } from '@mantine/core'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { Loaded, Section, type Tone } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { operator as words } from './texts.ts'

type Check = Answer<'operator.doctor.get'>['checks'][number]

export function DoctorPanel() {
  const say = useSay()
  const times = useTimes()
  const query = useApi('operator.doctor.get')
  return (
    <Section>
      <Loaded query={query}>
        {({ checked_at: at, checks }) => (
          <>
            <Text size="sm" c="dimmed" mb="sm">
              {say(words.checked, { at: times.full(at) })}
            </Text>
            {checks.map(found => (
              <Finding key={found.check + found.text} found={found} />
            ))}
          </>
        )}
      </Loaded>
    </Section>
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
  return (
    <div className="note" data-tone={tone}>
      <div style={{ minWidth: 0 }}>
        <Text fw={600}>
          {check} · {say(word)}
        </Text>
        <Text className="wrap">{text}</Text>
      </div>
    </div>
  )
}
