/** A campaign under way or over: how far it is, what became of its letters, links, and people. */
import { Progress, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { ApiForm, DialogButton, useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { Fact, Loaded, None, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { useNumbers, useTimes } from '../../ui/time.tsx'
import { sayOf, useSay } from '../../ui/words.tsx'
import { pauserTexts, reasonTexts, rowStateTexts, waitTexts, campaigns as words } from './texts.ts'

interface CampaignProps {
  readonly campaign: Campaign
}

interface ReportProps extends CampaignProps {
  /** How often what moves is read again. */
  readonly everyMs: number | undefined
}

export function Report({ campaign, everyMs }: ReportProps) {
  return (
    <>
      <ProgressSection campaign={campaign} />
      <Figures campaign={campaign} everyMs={everyMs} />
      <Links campaign={campaign} />
      <People campaign={campaign} everyMs={everyMs} />
    </>
  )
}

function ProgressSection({ campaign }: CampaignProps) {
  const say = useSay()
  const times = useTimes()
  const { whole } = useNumbers()
  const { counts, waiting, paused_by: by } = campaign
  const done = counts.audience - counts.pending
  const said = say(words.ofAudience, { done: whole(done), all: whole(counts.audience) })
  return (
    <Section title={say(words.progress)}>
      <Progress
        value={counts.audience === 0 ? 0 : (done / counts.audience) * 100}
        aria-label={said}
        mb="sm"
      />
      <Text role="status">{said}</Text>
      {waiting && (
        <Text>
          {say(words.waits, {
            reason: sayOf(say, waitTexts, waiting.reason),
            until: times.full(waiting.until),
          })}
        </Text>
      )}
      {campaign.status === 'paused' && by && (
        <Text>{say(words.pausedBy, { by: sayOf(say, pauserTexts, by) })}</Text>
      )}
    </Section>
  )
}

type Stats = Extract<Answer<'project.campaigns.stats'>, { released: number }>

function Figures({ campaign, everyMs }: ReportProps) {
  const say = useSay()
  const query = useApi(
    'project.campaigns.stats',
    { id: campaign.id },
    everyMs === undefined ? {} : { everyMs },
  )
  return (
    <Section title={say(words.figures)}>
      <Loaded query={query} lines={3}>
        {stats => <Tiles stats={stats as Stats} mode={campaign.status} />}
      </Loaded>
      <Text size="sm" c="dimmed" mt="sm">
        {say(words.openedAbout)}
      </Text>
    </Section>
  )
}

function Tiles({ stats }: { stats: Stats; mode: string }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const { released, delivered, captured, bounced, skipped } = stats
  const sum = (counts: Readonly<Record<string, number>>) =>
    Object.values(counts).reduce((all, one) => all + one, 0)
  const of = delivered + captured
  const rate = (n: number) => (of === 0 ? whole(n) : `${whole(n)} (${share(n / of)})`)
  return (
    <dl className="facts">
      <Fact name={say(words.released)}>{whole(released)}</Fact>
      <Fact name={say(words.skipped)}>{whole(sum(skipped))}</Fact>
      {captured > 0 ? (
        <Fact name={say(words.captured)}>{whole(captured)}</Fact>
      ) : (
        <Fact name={say(words.delivered)}>{whole(delivered)}</Fact>
      )}
      <Fact name={say(words.bounced)}>{whole(sum(bounced))}</Fact>
      <Fact name={say(words.opened)}>{rate(stats.opened.people)}</Fact>
      <Fact name={say(words.clicked)}>{rate(stats.clicked.people)}</Fact>
      <Fact name={say(words.complained)}>{whole(stats.complained)}</Fact>
      <Fact name={say(words.left)}>{whole(sum(stats.unsubscribed))}</Fact>
    </dl>
  )
}

type Link = Answer<'project.campaigns.links'>['data'][number]

function Links({ campaign }: CampaignProps) {
  const say = useSay()
  const query = useApi('project.campaigns.links', { id: campaign.id })
  const columns = useLinkColumns(campaign.id)
  return (
    <Section title={say(words.links)} flush>
      <Loaded query={query} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <None>{say(words.noLinks)}</None>
          ) : (
            <DataTable
              label={say(words.links)}
              columns={columns}
              rows={data}
              idOf={row => String(row.n)}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function useLinkColumns(id: string): readonly Column<Link>[] {
  const { whole } = useNumbers()
  return useMemo(
    () => [
      {
        id: 'url',
        head: words.link,
        cell: row => <span className="break">{row.mended_url ?? row.url}</span>,
        onPhone: 'title',
      },
      {
        id: 'people',
        head: words.people,
        cell: row => whole(row.people),
        sortBy: row => row.people,
        isTight: true,
        isNumber: true,
      },
      {
        id: 'machines',
        head: words.machines,
        cell: row => whole(row.machines),
        isTight: true,
        isNumber: true,
        isDim: true,
      },
      {
        id: 'actions',
        head: common.actions,
        isHeadHidden: true,
        cell: row => <MendButton id={id} link={row} />,
        isTight: true,
      },
    ],
    [whole, id],
  )
}

function MendButton({ id, link }: { id: string; link: Link }) {
  const say = useSay()
  const title = say(words.mendWhat, { url: link.url })
  return (
    <DialogButton look="row" label={say(words.mend)} title={title} ariaLabel={title}>
      {close => <MendForm id={id} link={link} close={close} />}
    </DialogButton>
  )
}

function MendForm({ id, link, close }: { id: string; link: Link; close: () => void }) {
  const say = useSay()
  const form = useApiForm('project.campaigns.mendLink', {
    stale: ['project.campaigns'],
    initial: { url: link.mended_url ?? link.url },
    input: ({ url }) => ({ id, n: String(link.n), body: { url: url.trim() || null } }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      <TextInput
        {...form.field('url')}
        label={say(words.link)}
        description={say(words.mendAbout)}
        data-autofocus
      />
    </ApiForm>
  )
}

type Row = Answer<'project.campaigns.recipients'>['data'][number]

function People({ campaign, everyMs }: ReportProps) {
  const say = useSay()
  const query = useApi(
    'project.campaigns.recipients',
    { id: campaign.id, limit: 100 },
    everyMs === undefined ? {} : { everyMs },
  )
  const columns = useRowColumns()
  return (
    <Section title={say(words.recipients)} flush>
      <Loaded query={query} lines={4}>
        {({ data, has_more: hasMore }) =>
          data.length === 0 ? (
            <None>{say(words.noRecipients)}</None>
          ) : (
            <SimpleGrid cols={1}>
              <DataTable
                label={say(words.recipients)}
                columns={columns}
                rows={data}
                idOf={row => row.contact_id}
                hasMore={hasMore}
              />
            </SimpleGrid>
          )
        }
      </Loaded>
    </Section>
  )
}

function useRowColumns(): readonly Column<Row>[] {
  const say = useSay()
  return useMemo(
    () => [
      { id: 'email', head: common.email, cell: row => row.email, onPhone: 'title' },
      {
        id: 'state',
        head: common.status,
        cell: row => sayOf(say, rowStateTexts, row.state),
        isTight: true,
      },
      {
        id: 'why',
        head: words.why,
        cell: row => (row.reason ? sayOf(say, reasonTexts, row.reason.split(':')[0]!) : '–'),
        isTight: true,
        isDim: true,
      },
    ],
    [say],
  )
}
