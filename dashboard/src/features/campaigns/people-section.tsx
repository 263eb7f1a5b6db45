/** Everybody of a campaign, page after page: whether they have a letter, and if not, why. */

import { Group } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Answer, locate } from '../../api/calls.ts'
import { type ApiError, callAnswer } from '../../api/client.ts'
import { useApi } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere, useWhole } from '../../api/where.ts'
import { oneOf, useFilters } from '../../ui/address-filters.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { ExportButton } from '../../ui/export.tsx'
import { FilterBar, type FilterField } from '../../ui/filters.tsx'
import { ListSection } from '../../ui/list-section.tsx'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link, None, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { sayOf, useSay, useSpeech } from '../../ui/words.tsx'
import { report } from './report-texts.ts'
import { letterTexts, reasonTexts, rowStateTexts, campaigns as words } from './texts.ts'
import { WhyOne } from './why-one.tsx'

type Page = Answer<'project.campaigns.recipients'>
type Row = Page['data'][number]

const letterStates = [
  'delivered',
  'not_opened',
  'not_clicked',
  'bounced',
  'deferred',
  'opened',
  'clicked',
  'unsubscribed',
  'complained',
] as const
const states = ['pending', 'released', 'skipped', 'cancelled', ...letterStates] as const
type Name = 'q' | 'state' | 'reason' | 'link' | 'variant'
const fields: readonly FilterField<Name>[] = [
  { name: 'q', kind: 'search', label: words.searchPeople },
  {
    name: 'state',
    kind: 'choice',
    label: common.status,
    any: words.anyState,
    choices: states.map(value => ({ value, label: (rowStateTexts[value] ?? letterTexts[value])! })),
  },
]

interface PeopleProps {
  readonly campaign: Campaign
  readonly everyMs: number | undefined
}

export function People({ campaign: { id }, everyMs }: PeopleProps) {
  const say = useSay()
  const filters = useFilters(['q', 'state', 'reason', 'link', 'variant'])
  const { q, state: asked, reason, variant, link } = filters.values
  const filter = { id, q, state: oneOf(states, asked), reason, variant, link: numberOf(link) }
  const narrowed = useNarrowed(filter)
  const list = usePeople(filter, everyMs)
  const columns = useRowColumns(id)
  return (
    <>
      <Group justify="space-between" align="flex-start" mb="sm">
        <FilterBar filters={filters} fields={fields} />
        <ExportButton
          call="project.campaigns.recipients"
          input={{ ...filter, format: 'csv' }}
          file="recipients.csv"
        />
      </Group>
      {q && isAddress(q) && (
        <Section title={say(report.whyOne, { email: q })}>
          <WhyOne campaign={id} contact={q} />
        </Section>
      )}
      <ListSection
        title={say(words.recipients)}
        {...(narrowed ? { about: narrowed } : {})}
        label={say(words.recipients)}
        query={list}
        columns={columns}
        idOf={row => row.contact_id}
        empty={<None>{say(filters.isAny ? words.noneFit : words.noRecipients)}</None>}
      />
    </>
  )
}

interface Filter {
  readonly id: string
  readonly q: string | undefined
  readonly state: (typeof states)[number] | undefined
  /** By what a figure of the report counts, which the bar does not offer. */
  readonly reason: string | undefined
  readonly variant: string | undefined
  readonly link: number | undefined
}

const numberOf = (text: string | undefined): number | undefined => {
  const n = Number(text)
  return Number.isInteger(n) && n > 0 ? n : undefined
}

/** Whom a figure has led to, in words. */
function useNarrowed({ id, reason, variant, link }: Filter): string {
  const say = useSay()
  const { data } = useApi('project.campaigns.links', { id }, { enabled: link !== undefined })
  const url = data?.data.find(one => one.n === link)?.url
  return [
    reason && say(report.onlyReason, { reason: sayOf(say, reasonTexts, reason.split(':')[0]!) }),
    link && say(report.onlyLink, { url: url ?? String(link) }),
    variant && say(report.onlyVariant, { key: variant.toUpperCase() }),
  ]
    .filter(Boolean)
    .join(' · ')
}

const pageItems = 50

interface PagedQuery {
  readonly state: { readonly data: { readonly pages: readonly unknown[] } | undefined }
}
const isOnePage = ({ state: { data } }: PagedQuery): boolean => (data?.pages.length ?? 0) <= 1

/** Its rows have no ids of their own: they are known by their people. */
function usePeople(filter: Filter, everyMs: number | undefined) {
  const { language } = useSpeech()
  const values = useWhole({ ...filter, limit: pageItems })
  return useInfiniteQuery<Page, ApiError, Row[], readonly unknown[], string>({
    queryKey: ['project.campaigns.recipients', values, language, 'people'],
    queryFn: ({ pageParam }) =>
      callAnswer(
        locate('project.campaigns.recipients', { ...values, starting_after: pageParam }),
      ) as Promise<Page>,
    initialPageParam: '',
    getNextPageParam: last => (last.has_more ? last.data.at(-1)?.contact_id : undefined),
    select: ({ pages }) => pages.flatMap(page => page.data),
    // Pages that were asked for are not all read again because somebody comes back to them, and
    // whoever has asked for more reads, and is not read to again every few seconds.
    refetchOnMount: isOnePage,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    refetchInterval: query => everyMs !== undefined && isOnePage(query) && everyMs,
  })
}

function useRowColumns(id: string): readonly Column<Row>[] {
  const say = useSay()
  return useMemo(
    () => [
      {
        id: 'email',
        head: common.email,
        cell: row => <Way to={`/contacts/${row.contact_id}`}>{inOwnLetters(row.email)}</Way>,
        onPhone: 'title',
      },
      {
        id: 'state',
        head: common.status,
        cell: row =>
          row.letter_state
            ? sayOf(say, letterTexts, row.letter_state)
            : sayOf(say, rowStateTexts, row.state),
        isTight: true,
      },
      {
        id: 'why',
        head: words.why,
        cell: row => (row.reason ? sayOf(say, reasonTexts, row.reason.split(':')[0]!) : '–'),
        isTight: true,
        isDim: true,
      },
      {
        id: 'because',
        head: report.why,
        isHeadHidden: true,
        cell: row => <WhyButton id={id} row={row} />,
        isTight: true,
      },
      {
        id: 'letter',
        head: words.letterOf,
        isHeadHidden: true,
        cell: row =>
          row.email_id && <Way to={`/emails/${row.email_id}`}>{say(words.seeEmail)}</Way>,
        isTight: true,
      },
    ],
    [say, id],
  )
}

/** A whole address is somebody; the start of one is a search. */
const isAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

function WhyButton({ id, row: { contact_id: contact, email } }: { id: string; row: Row }) {
  const say = useSay()
  const title = say(report.whyOne, { email })
  return (
    <DialogButton look="row" label={say(report.why)} title={title} ariaLabel={title}>
      {() => <WhyOne campaign={id} contact={contact} />}
    </DialogButton>
  )
}

function Way({ to, children }: { to: string; children: ReactNode }) {
  const where = useWhere()
  return <Link to={where.to(to)}>{children}</Link>
}
