/** What waits in the queue: by kind of work, by destination, and how fast each may be sent to. */

import { Button, Group } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { notify } from '../../ui/notify.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link, Loaded, None, Section } from '../../ui/show.tsx'
import type { Column } from '../../ui/table-model.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { type Text, useSay } from '../../ui/words.tsx'
import { LaneTable } from '../deliverability/lane-table.tsx'
import { HeldMail, HoldButton, ReturnButton } from './held-mail.tsx'
import { everyMs } from './pace.ts'
import { operator as words } from './texts.ts'

type Queue = Answer<'operator.queue.get'>

export function QueuePanel() {
  const say = useSay()
  const query = useApi('operator.queue.get', undefined, { everyMs })
  return (
    <Loaded query={query}>
      {({ kinds, destinations, sampled, lanes }) => (
        <>
          <HeldMail />
          <Section title={say(words.queue)} flush>
            <KindTable kinds={kinds} />
          </Section>
          <Section
            title={say(words.destinations)}
            {...(sampled ? { about: say(words.sampled) } : {})}
            flush
          >
            <DestinationTable destinations={destinations} />
          </Section>
          <Section title={say(words.lanes)} flush>
            <LaneTable lanes={lanes} />
          </Section>
        </>
      )}
    </Loaded>
  )
}

/** Kinds of work by their names in the database. */
const kindTexts: Readonly<Record<string, Text>> = {
  delivery: words.kindDelivery,
  bulk: words.kindBulk,
  webhook: words.kindWebhook,
  bulk_webhook: words.kindBulkWebhook,
  fan_out: words.kindFanOut,
  sequence: words.kindSequence,
  dates: words.kindDates,
  campaign: words.kindCampaign,
  import: words.kindImport,
  membership: words.kindMembership,
  pending: words.kindPending,
  sighting: words.kindSighting,
  captured: words.kindCaptured,
  simulated: words.kindCaptured,
  standstill: words.kindStandstill,
}

function KindTable({ kinds }: { kinds: Queue['kinds'] }) {
  const say = useSay()
  const rows = useMemo(
    () =>
      kinds.map(({ kind, oldest_due_at: at, ...counts }) => {
        const known = kindTexts[kind]
        return { id: known ? say(known) : kind, at, ...counts }
      }),
    [kinds, say],
  )
  const columns = useDepthColumns(words.kind, words.oldest)
  return <DataTable label={say(words.queue)} columns={columns} rows={rows} />
}

function DestinationTable({ destinations }: { destinations: Queue['destinations'] }) {
  const say = useSay()
  const rows = useMemo(
    () => destinations.map(({ domain, next_due_at: at, ...more }) => ({ id: domain, at, ...more })),
    [destinations],
  )
  const depths = useDepthColumns(words.destination, words.next)
  const columns = useMemo(
    (): readonly Column<Destination>[] => [
      ...depths,
      {
        id: 'hour',
        head: words.deferredHour,
        cell: row => <DeferredOf hour={row.last_hour} />,
        sortBy: row => shareOf(row.last_hour),
        isTight: true,
        isNumber: true,
      },
      { id: 'accounts', head: words.whose, cell: row => <Whose row={row} /> },
      {
        id: 'retry',
        head: words.retry,
        isHeadHidden: true,
        cell: row => <DestinationActions domain={row.id} />,
        isTight: true,
      },
    ],
    [depths],
  )
  if (rows.length === 0) return <None>{say(words.idle)}</None>
  return <DataTable label={say(words.destinations)} columns={columns} rows={rows} />
}

interface Destination
  extends Depth,
    Pick<Queue['destinations'][number], 'accounts' | 'last_hour'> {}

type Hour = Destination['last_hour']

const shareOf = ({ answers, deferred }: Hour): number | null =>
  answers === 0 ? null : deferred / answers

/** How much of what servers answered in the last hour was: later. */
function DeferredOf({ hour }: { hour: Hour }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const deferred = shareOf(hour)
  if (deferred === null) return '–'
  const counted = { deferred: whole(hour.deferred), answers: whole(hour.answers) }
  return <span title={say(words.deferredOf, counted)}>{share(deferred)}</span>
}

/** Whose mail waits there. */
function Whose({ row }: { row: Destination }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  return row.accounts.map(({ id, name, waiting, last_hour: hour }) => {
    const deferred = shareOf(hour)
    return (
      <div key={id} className="wrap">
        <Link to={`/operator/accounts/${id}`}>{name}</Link> · {whole(waiting)}
        {deferred !== null && ` · ${say(words.deferredShare, { share: share(deferred) })}`}
      </div>
    )
  })
}

function DestinationActions({ domain }: { domain: string }) {
  return (
    <Group gap={6} wrap="nowrap">
      <Retry domain={domain} />
      <HoldButton part={{ domain }} name={inOwnLetters(domain)} look="row" />
      <ReturnButton part={{ domain }} name={inOwnLetters(domain)} look="row" />
    </Group>
  )
}

function Retry({ domain }: { domain: string }) {
  const say = useSay()
  const { mutate, isPending } = useChange('operator.queue.retry', 'operator.queue')
  const run = () =>
    mutate(
      { body: { domain } },
      {
        onSuccess: ({ moved }) => notify(say(words.retried, { n: moved, domain })),
        onError: ({ message }) => notify(message, { isBad: true }),
      },
    )
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      onClick={run}
      aria-label={say(words.retryAt, { domain })}
    >
      {say(words.retry)}
    </Button>
  )
}

/** How much waits somewhere, and a moment that matters there. */
interface Depth {
  readonly id: string
  readonly waiting: number
  readonly due: number
  readonly at: string | null
}

function useDepthColumns(name: Text, moment: Text): readonly Column<Depth>[] {
  const { whole } = useNumbers()
  return useMemo(() => {
    const count = (id: 'waiting' | 'due'): Column<Depth> => ({
      id,
      head: words[id],
      cell: row => whole(row[id]),
      sortBy: row => row[id],
      isTight: true,
      isNumber: true,
    })
    return [
      {
        id: 'name',
        head: name,
        cell: row => inOwnLetters(row.id),
        sortBy: row => row.id,
        onPhone: 'title',
      },
      count('waiting'),
      count('due'),
      {
        id: 'at',
        head: moment,
        cell: row => (row.at ? <Time at={row.at} /> : '–'),
        sortBy: row => row.at,
        isTight: true,
      },
    ]
  }, [name, moment, whole])
}
