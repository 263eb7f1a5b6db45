/** The list of emails: filters in the address, news as they happen, older ones as one scrolls. */
import { Button, Collapse, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useDebouncedCallback, useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { refreshNews, useList } from '../../api/lists.ts'
import { useLive } from '../../api/live.ts'
import { type Email, emailStatuses } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { ExportButton } from '../../ui/export.tsx'
import { IconFilter, IconInbox, IconMail, IconSearch } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Badge, Empty, Link, LinkButton, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common, statusTexts, streamTexts } from '../../ui/texts.ts'
import { Time, useTimes } from '../../ui/time.tsx'
import { type Say, useSay } from '../../ui/words.tsx'
import { startOfDay } from '../../ui/zone.ts'
import { emails } from './texts.ts'

interface Filters {
  readonly status?: string
  readonly stream?: string
  readonly to?: string
  readonly from?: string
  readonly subject?: string
  readonly after?: string
  readonly before?: string
}

export function EmailsPage() {
  const say = useSay()
  const where = useWhere()
  const client = useQueryClient()
  const { filters, setFilter, clear } = useFilters()
  const query = useQueryOf(filters)
  const list = useList('project.emails.list', query)
  const [hasNews, setNews] = useState(false)
  const isLive = useLive(news => {
    const known = new Set(list.data?.map(one => one.id))
    const isKnown = news?.every(one => known.has(one.id)) ?? false
    // Whoever reads further down is not moved about: he is told.
    if (window.scrollY > 300 && !isKnown) setNews(true)
    else void refreshNews(client, 'project.emails', news)
  })
  const showNews = () => {
    setNews(false)
    window.scrollTo({ top: 0 })
    void refreshNews(client, 'project.emails', null)
  }
  const hasFilters = Object.keys(filters).length > 0
  return (
    <>
      <PageTitle title={say(emails.title)}>
        <span className="live" data-on={isLive} role="status">
          {say(isLive ? emails.live : emails.polling)}
        </span>
        <ExportButton call="project.emails.export" input={query} file="emails.csv" />
      </PageTitle>
      <FilterBar filters={filters} setFilter={setFilter} clear={clear} />
      {hasNews && (
        <Button fullWidth variant="default" mb="sm" onClick={showNews} className="news">
          {say(emails.news)}
        </Button>
      )}
      <Section flush>
        <Loaded query={list} lines={8}>
          {data =>
            data.length === 0 ? (
              <NoEmails hasFilters={hasFilters} clear={clear} start={where.to('/start')} />
            ) : (
              <EmailTable rows={data} to={id => where.to(`/emails/${id}`)} />
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}

/** Filters live in the address, so that a view can be kept and sent to a colleague. */
function useFilters() {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const names = ['status', 'stream', 'to', 'from', 'subject', 'after', 'before'] as const
  const filters: Filters = Object.fromEntries(
    names.flatMap(name => (search[name] ? [[name, search[name]]] : [])),
  )
  const put = (next: Filters) =>
    void navigate({ to: '.', search: next as Record<string, string>, replace: true })
  return {
    filters,
    setFilter: (name: keyof Filters, value: string) => {
      const { [name]: _, ...rest } = filters
      put(value === '' ? rest : { ...rest, [name]: value })
    },
    clear: () => put({}),
  }
}

/** Days are those of the account's zone, both of them included. */
function useQueryOf({ after, before, status, stream, ...rest }: Filters) {
  const { zone } = useTimes()
  return {
    ...rest,
    status: emailStatuses.find(one => one === status),
    stream: streams.find(one => one === stream),
    created_after: after && startOfDay(after, zone),
    created_before: before && startOfDay(before, zone, 1),
  }
}

const streams = ['transactional', 'marketing'] as const

interface FilterBarProps {
  readonly filters: Filters
  readonly setFilter: (name: keyof Filters, value: string) => void
  readonly clear: () => void
}

function FilterBar({ filters, setFilter, clear }: FilterBarProps) {
  const say = useSay()
  const { subject, status, ...further } = filters
  const [isOpen, { toggle }] = useDisclosure(Object.keys(further).length > 0)
  return (
    <>
      <Group gap="xs" mb="sm" align="flex-end">
        <TypedFilter
          name="subject"
          label={say(emails.search)}
          isLabelHidden
          {...{ filters, setFilter }}
        />
        <NativeSelect
          aria-label={say(common.status)}
          value={status ?? ''}
          onChange={event => setFilter('status', event.currentTarget.value)}
          data={[
            { value: '', label: say(emails.anyStatus) },
            ...emailStatuses.map(value => ({ value, label: say(statusTexts[value]) })),
          ]}
        />
        <Button
          variant="default"
          leftSection={<IconFilter size={16} />}
          onClick={toggle}
          aria-expanded={isOpen}
        >
          {say(emails.filters)}
        </Button>
        {Object.keys(filters).length > 0 && (
          <Button variant="subtle" color="gray" className="plain" onClick={clear}>
            {say(emails.clear)}
          </Button>
        )}
      </Group>
      <Collapse expanded={isOpen}>
        <SimpleGrid cols={{ base: 1, xs: 2, md: 5 }} spacing="xs" mb="md">
          <TypedFilter name="to" label={say(emails.to)} {...{ filters, setFilter }} />
          <TypedFilter name="from" label={say(emails.from)} {...{ filters, setFilter }} />
          <NativeSelect
            label={say(common.stream)}
            value={filters.stream ?? ''}
            onChange={event => setFilter('stream', event.currentTarget.value)}
            data={[
              { value: '', label: say(emails.anyStream) },
              { value: 'transactional', label: say(streamTexts.transactional) },
              { value: 'marketing', label: say(streamTexts.marketing) },
            ]}
          />
          {(['after', 'before'] as const).map(name => (
            <TextInput
              key={name}
              type="date"
              label={say(emails[name])}
              value={filters[name] ?? ''}
              onChange={event => setFilter(name, event.currentTarget.value)}
            />
          ))}
        </SimpleGrid>
      </Collapse>
    </>
  )
}

/** A filter that is typed: asked for once the typing pauses. */
function TypedFilter(props: {
  name: 'subject' | 'to' | 'from'
  label: string
  isLabelHidden?: boolean
  filters: Filters
  setFilter: (name: keyof Filters, value: string) => void
}) {
  const { name, label, isLabelHidden = false, filters, setFilter } = props
  const say = useSay()
  const kept = filters[name] ?? ''
  const [typed, setTyped] = useState(kept)
  const [seen, setSeen] = useState(kept)
  if (seen !== kept) {
    setSeen(kept)
    setTyped(kept)
  }
  const ask = useDebouncedCallback((value: string) => setFilter(name, value.trim()), 350)
  return (
    <TextInput
      {...(isLabelHidden
        ? {
            'aria-label': label,
            placeholder: label,
            leftSection: <IconSearch size={16} />,
            flex: '1 1 220px',
            type: 'search',
          }
        : { label, placeholder: say(emails.exactAddress) })}
      value={typed}
      onChange={event => {
        setTyped(event.currentTarget.value)
        ask(event.currentTarget.value)
      }}
    />
  )
}

function EmailTable({ rows, to }: { rows: readonly Email[]; to: (id: string) => string }) {
  const say = useSay()
  return (
    <table className="table rows">
      <thead>
        <tr>
          <th className="tight">{say(common.status)}</th>
          <th>{say(emails.subject)}</th>
          <th className="wide">{say(emails.to)}</th>
          <th className="wide">{say(common.stream)}</th>
          <th className="tight">{say(emails.accepted)}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.id}>
            <td className="tight">
              <Badge state={row.status} />
            </td>
            <td className="cut" style={{ width: '48%' }}>
              <Link to={to(row.id)} className="row-link">
                {row.subject || say(emails.noSubject)}
              </Link>
              <div className="narrow dim cut-inside">{recipientsOf(row, say)}</div>
            </td>
            <td className="cut wide" style={{ width: '34%' }}>
              {recipientsOf(row, say)}
            </td>
            <td className="tight wide dim">{say(streamTexts[row.stream])}</td>
            <td className="tight dim">
              <Time at={row.created_at} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function recipientsOf(row: Email, say: Say): string {
  const all = [...row.to, ...(row.cc ?? []), ...(row.bcc ?? [])]
  const first = all[0] ?? ''
  return all.length > 1 ? say(emails.andMore, { first, n: all.length - 1 }) : first
}

function NoEmails(props: { hasFilters: boolean; clear: () => void; start: string }) {
  const say = useSay()
  if (props.hasFilters) {
    return (
      <Empty icon={IconMail} title={say(emails.noneFit)} about={say(emails.noneFitAbout)}>
        <Button variant="default" onClick={props.clear}>
          {say(emails.clear)}
        </Button>
      </Empty>
    )
  }
  return (
    <Empty icon={IconInbox} title={say(emails.noneTitle)} about={say(emails.noneAbout)}>
      <LinkButton to={props.start} variant="filled">
        {say(emails.firstSteps)}
      </LinkButton>
    </Empty>
  )
}
