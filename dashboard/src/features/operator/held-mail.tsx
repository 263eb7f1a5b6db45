/** Mail that the operator holds back, lets go, or returns: of an account, or to a domain. */

import { NativeSelect, Text, Textarea, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi, useChange } from '../../api/hooks.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { type ButtonLook, DialogButton, Opener } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Link, Loaded, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { held as words } from './held-words.ts'
import { everyMs } from './pace.ts'
import { operator } from './texts.ts'

interface PartProps {
  readonly part: { readonly account_id: string } | { readonly domain: string }
  /** Of the account or the domain. */
  readonly name: string
  readonly look?: ButtonLook
}

type Close = { readonly close: () => void }

export function HoldButton({ look = 'default', ...props }: PartProps) {
  const say = useSay()
  const title = say(words.holdOf, { name: props.name })
  return (
    <DialogButton look={look} label={say(words.hold)} title={title} ariaLabel={title}>
      {close => <HoldForm {...props} close={close} />}
    </DialogButton>
  )
}

const hourChoices = [1, 4, 24]

function HoldForm({ part, name, close }: PartProps & Close) {
  const say = useSay()
  const form = useApiForm('operator.holds.create', {
    stale: ['operator.holds'],
    initial: { hours: '1', pt: '', en: '' },
    params: { 'reason.pt': 'pt', 'reason.en': 'en' },
    input: ({ hours, pt, en }) => ({
      body: {
        ...part,
        hours: hours === '' ? null : Number(hours),
        ...(pt || en ? { reason: { pt, en } } : {}),
      },
    }),
    onDone: () => {
      close()
      notify(say(words.nowHeld, { name }))
    },
  })
  const choices = [
    ...hourChoices.map(n => ({ value: String(n), label: say(words.hours, { n }) })),
    { value: '', label: say(words.untilLetGo) },
  ]
  return (
    <ApiForm form={form} action={say(words.hold)} onCancel={close}>
      <Text size="sm">{say(words.holdAbout)}</Text>
      <NativeSelect {...form.field('hours')} label={say(words.howLong)} data={choices} />
      <Reasons form={form} isRequired={form.values.pt !== '' || form.values.en !== ''} />
      <Text size="sm" c="dimmed">
        {say(words.reasonAbout)}
      </Text>
    </ApiForm>
  )
}

interface ReasonsProps {
  readonly form: { readonly field: (name: 'pt' | 'en') => object }
  readonly isRequired: boolean
}

function Reasons({ form, isRequired }: ReasonsProps) {
  const say = useSay()
  const look = { required: isRequired, maxLength: 500, autosize: true, minRows: 2 }
  return (
    <>
      <Textarea {...form.field('pt')} {...look} label={say(operator.reasonPt)} lang="pt-BR" />
      <Textarea {...form.field('en')} {...look} label={say(operator.reasonEn)} lang="en" />
    </>
  )
}

export function ReturnButton({ look = 'default', ...props }: PartProps) {
  const say = useSay()
  const title = say(words.giveBackOf, { name: props.name })
  return (
    <DialogButton look={look} label={say(words.giveBack)} title={title} ariaLabel={title}>
      {close => <Returning {...props} close={close} />}
    </DialogButton>
  )
}

function Returning(props: PartProps & Close) {
  const query = useApi('operator.waiting.get', props.part)
  return (
    <Loaded query={query}>
      {({ waiting }) => <ReturnForm {...props} count={Math.min(waiting, maxReturned)} />}
    </Loaded>
  )
}

/** Of a call. */
const maxReturned = 5_000

function ReturnForm({ part, close, count }: PartProps & Close & { readonly count: number }) {
  const say = useSay()
  const { whole } = useNumbers()
  const form = useApiForm('operator.waiting.return', {
    stale: ['operator.queue', 'operator.waiting', 'operator.accounts'],
    initial: { typed: '', pt: '', en: '' },
    params: { 'reason.pt': 'pt', 'reason.en': 'en', count: 'typed' },
    input: ({ pt, en }) => ({ body: { ...part, count, reason: { pt, en } } }),
    onDone: ({ returned }) => {
      close()
      notify(say(words.returned, { n: returned }))
    },
  })
  if (count === 0) return <Text size="sm">{say(words.nothing)}</Text>
  return (
    <ApiForm form={form} action={say(words.giveBack)} onCancel={close}>
      <Text size="sm">
        {say(words.giveBackAbout, { n: count })}{' '}
        {count === maxReturned && say(words.atMost, { n: count })}
      </Text>
      <Reasons form={form} isRequired />
      <TextInput
        {...form.field('typed')}
        label={say(common.typeToGoOn, { text: whole(count) })}
        required
        // As it is shown, in groups of three, or without them.
        pattern={String(count).replace(/\B(?=(\d{3})+$)/g, '[.,\\s]?')}
        inputMode="numeric"
        autoComplete="off"
      />
    </ApiForm>
  )
}

type Hold = Answer<'operator.holds.list'>['data'][number]

/** What is held back at the moment; nothing where nothing is. */
export function HeldMail() {
  const say = useSay()
  const { data } = useApi('operator.holds.list', undefined, { everyMs })
  const columns = useHoldColumns()
  if (!data || data.data.length === 0) return null
  return (
    <Section title={say(words.title)} flush>
      <DataTable label={say(words.title)} columns={columns} rows={data.data} />
    </Section>
  )
}

function useHoldColumns(): readonly Column<Hold>[] {
  const { language } = useSpeech()
  return useMemo(
    () => [
      { id: 'what', head: words.what, cell: hold => <What hold={hold} />, onPhone: 'title' },
      {
        id: 'since',
        head: words.since,
        cell: hold => <Time at={hold.created_at} />,
        isTight: true,
      },
      {
        id: 'until',
        head: words.until,
        cell: hold => <Until hold={hold} />,
        isTight: true,
      },
      {
        id: 'reason',
        head: words.reason,
        cell: hold => <span className="wrap">{hold.reason?.[language] ?? '–'}</span>,
      },
      {
        id: 'go',
        head: words.letGo,
        isHeadHidden: true,
        cell: hold => <LetGo hold={hold} />,
        isTight: true,
        onPhone: 'corner',
      },
    ],
    [language],
  )
}

function What({ hold: { account, domain } }: { hold: Hold }) {
  if (account === null) return <span className="wrap">{inOwnLetters(domain ?? '')}</span>
  return <Link to={`/operator/accounts/${account.id}`}>{account.name}</Link>
}

function Until({ hold: { until } }: { hold: Hold }) {
  const say = useSay()
  return until === null ? say(words.untilLetGo) : <Time at={until} />
}

function LetGo({ hold }: { hold: Hold }) {
  const say = useSay()
  const { mutate } = useChange('operator.holds.delete', 'operator.holds', 'operator.queue')
  const run = () =>
    mutate(
      { hold_id: hold.id },
      {
        onSuccess: () => notify(say(words.gone)),
        onError: ({ message }) => notify(message, { isBad: true }),
      },
    )
  const name = hold.account?.name ?? inOwnLetters(hold.domain ?? '')
  const ariaLabel = say(words.letGoOf, { name })
  return <Opener look="row" label={say(words.letGo)} ariaLabel={ariaLabel} open={run} />
}
