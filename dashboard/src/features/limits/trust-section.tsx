/** How far an account is trusted, and what raises it. */
import { Text } from '@mantine/core'
import type { Limits } from '../../api/shapes.ts'
import { IconCircleCheck, IconCircleDashed } from '../../ui/icons.ts'
import { Fact, Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { limits as words } from './texts.ts'

type Raise = Limits['raises'][number]

export function TrustSection({ data }: { data: Limits }) {
  const say = useSay()
  const { used, limit } = data.domains
  // By trust a day is limited; what a plan includes, no level raises.
  const isLimited = data.today.limit !== null
  return (
    <Section>
      <dl className="facts">
        <Fact name={say(words.plan)}>
          <span style={{ textTransform: 'capitalize' }}>{data.plan}</span>
        </Fact>
        <Fact name={say(words.level)}>
          {data.trust_given && data.trust_level > 0
            ? say(words.levelGiven, { level: data.trust_level })
            : data.trust_level}
        </Fact>
        <Fact name={say(words.domains)}>
          {limit === null ? say(words.ofNone, { used }) : say(words.of, { used, limit })}
        </Fact>
      </dl>
      {isLimited && <Raises raises={data.raises} />}
    </Section>
  )
}

function Raises({ raises }: { raises: readonly Raise[] }) {
  const say = useSay()
  return (
    <>
      <Text fw={600} mt="lg" mb="xs" component="h2">
        {say(words.raises)}
      </Text>
      {raises.length === 0 && <Text c="dimmed">{say(words.top)}</Text>}
      <ul className="checklist">
        {raises.map(raise => (
          <RaiseItem key={raise.text} {...raise} />
        ))}
      </ul>
    </>
  )
}

function RaiseItem({ done: isDone, text }: Raise) {
  const say = useSay()
  const Icon = isDone ? IconCircleCheck : IconCircleDashed
  return (
    <li style={{ flexWrap: 'nowrap' }}>
      <span className="tone" data-tone={isDone ? 'good' : 'calm'}>
        <Icon size={20} role="img" aria-label={say(isDone ? words.done : words.open)} />
      </span>
      <span>{text}</span>
    </li>
  )
}
