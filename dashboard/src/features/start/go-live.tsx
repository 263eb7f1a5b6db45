/** What is left before real mail goes out. Every answer is one the product knows by itself. */
import { Text } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { IconCircleCheck, IconCircleDashed } from '../../ui/icons.ts'
import { LinkButton, Section } from '../../ui/show.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { start as words } from './texts.ts'

interface Item {
  readonly isDone: boolean
  readonly title: Words
  readonly about: Words
  readonly to: string
}

export function GoLive() {
  const say = useSay()
  return (
    <Section title={say(words.goLive)} about={say(words.goLiveAbout)}>
      <ul className="checklist">
        {useItems().map(item => (
          <ChecklistItem key={item.title.en} {...item} />
        ))}
      </ul>
    </Section>
  )
}

function useItems(): readonly Item[] {
  const { project } = useWhere()
  const mode = 'live'
  const to = (page: string) => `/projects/${project}/live${page}`
  const domains = useApi('project.domains.list', { mode }).data?.data ?? []
  const hooks = useApi('project.webhooks.list', { mode }).data?.data ?? []
  const keys = useApi('keys.list').data?.data ?? []
  const limits = useApi('limits.get').data
  const { tax_id: taxId, payment: hasPayment } = limits?.evidence ?? {}
  const [first] = domains
  return [
    {
      isDone: domains.length > 0,
      title: words.domain,
      about: words.domainAbout,
      to: to('/domains'),
    },
    {
      isDone: domains.some(domain => domain.status === 'verified'),
      title: words.dns,
      about: words.dnsAbout,
      to: to(first ? `/domains/${first.id}` : '/domains'),
    },
    {
      isDone: keys.some(key => key.mode === mode),
      title: words.liveKey,
      about: words.liveKeyAbout,
      to: to('/keys'),
    },
    { isDone: hooks.length > 0, title: words.hook, about: words.hookAbout, to: to('/webhooks') },
    {
      isDone: (limits?.trust_level ?? 0) >= 2 || Boolean(taxId) || hasPayment === true,
      title: words.trust,
      about: words.trustAbout,
      to: '/limits',
    },
  ]
}

function ChecklistItem({ isDone, title, about, to }: Item) {
  const say = useSay()
  const Icon = isDone ? IconCircleCheck : IconCircleDashed
  return (
    <li>
      <span data-tone={isDone ? 'good' : 'calm'} className="tone">
        <Icon size={22} aria-label={isDone ? say(words.done) : undefined} aria-hidden={!isDone} />
      </span>
      <div style={{ flex: '1 1 200px', minWidth: 0 }}>
        <Text fw={550}>{say(title)}</Text>
        <Text size="sm" c="dimmed">
          {say(about)}
        </Text>
      </div>
      {!isDone && <LinkButton to={to}>{say(words.open)}</LinkButton>}
    </li>
  )
}
