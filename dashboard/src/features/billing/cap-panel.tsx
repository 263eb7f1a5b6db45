/** The most that mail beyond the plan may cost, said as recipients; who changed it; the company. */
import { Text, TextInput } from '@mantine/core'
import { useMemo } from 'react'
import type { Answer } from '../../api/calls.ts'
import { planTitles } from '../../api/generated.ts'
import { useApi } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { amountOf, typedAmount } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Loaded, None, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import type { Column } from '../../ui/table-model.ts'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers } from '../../ui/time.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { CompanySection } from './company-section.tsx'
import { centsOf, leftOf, recipientsFor, smallerOf, stopOf } from './rates.ts'
import { billing as words } from './texts.ts'
import { type Billing, useMoneyMoved } from './use-billing.ts'

interface DataProps {
  readonly data: Billing
}

export function CapPanel() {
  const query = useApi('billing.get')
  return (
    <Loaded query={query} lines={6}>
      {data => (
        <>
          <CapSection data={data} />
          <CompanySection email={data.billing_email} />
          <History currency={data.currency} />
        </>
      )}
    </Loaded>
  )
}

function CapSection({ data }: DataProps) {
  const say = useSay()
  const { language } = useSpeech()
  const { money } = useNumbers()
  const moved = useMoneyMoved()
  const plans = useApi('plans.list')
  const plan = plans.data?.data.find(one => one.plan === data.plan)
  const price = data.overage_per_1000
  const form = useApiForm('account.update', {
    initial: { limit: typedAmount(data.cap ?? '', language) },
    params: { spend_limit: 'limit' },
    input: ({ limit }) => ({
      // What is no amount goes as it is, for the server to say so.
      body: {
        spend_limit: limit.trim() === '' ? null : (amountOf(limit, language) ?? limit.trim()),
      },
    }),
    onDone: ({ spend_limit: cap }) => {
      moved()
      notify(savedWords(cap))
    },
  })
  const typed = amountOf(form.values.limit, language)
  const savedWords = (cap: string | null): string => {
    if (cap === null) return say(words.capRemoved)
    const inForce = smallerOf(cap, data.credit)
    const isLess = centsOf(inForce) < centsOf(cap)
    const amount = money(inForce, data.currency)
    return say(isLess ? words.capSavedLess : words.capSaved, {
      cap: money(cap, data.currency),
      amount,
    })
  }
  return (
    <Section title={say(words.cap)}>
      {plan && price === null && (
        <Text mb="sm">{say(words.noCapHere, { plan: planTitles[data.plan] })}</Text>
      )}
      {price !== null && centsOf(price) > 0 && <Meaning data={data} cap={typed} price={price} />}
      <ApiForm form={form} action={say(common.save)}>
        <TextInput
          {...form.field('limit')}
          label={`${say(words.cap)} (${data.currency})`}
          description={`${say(words.capAbout)} ${say(words.notUnder)}`}
          inputMode="decimal"
          maw={420}
        />
      </ApiForm>
    </Section>
  )
}

/** The typed limit in recipients, with what holds in this period where that is something else. */
function Meaning({ data, cap, price }: DataProps & { cap: string | null; price: string }) {
  const say = useSay()
  const { money } = useNumbers()
  if (cap === null || Number(cap) < 0) return <Text mb="sm">{say(words.off)}</Text>
  const inForce = smallerOf(cap, data.credit)
  const isSpent = centsOf(data.cost) > centsOf(inForce)
  const left = leftOf(data)
  const n = recipientsFor(inForce, price, data.cost_exact)
  const stop = stopOf(data)
  const max = n > 0 ? words.max : words.maxNone
  return (
    <>
      {left > 0 && <Text mb="xs">{say(words.leftFirst, { n: left })}</Text>}
      <Text mb="xs" fw={550}>
        {stop ? say(words[stop]) : say(max, { amount: money(inForce, data.currency), n })}
      </Text>
      {centsOf(inForce) < centsOf(cap) && (
        <Text mb="xs">{say(words.bound, { amount: money(inForce, data.currency) })}</Text>
      )}
      {isSpent && (
        <Text mb="xs">{say(words.keptUntil, { amount: money(data.cost, data.currency) })}</Text>
      )}
    </>
  )
}

type Change = Answer<'billing.changes.list'>['data'][number]

function History({ currency }: { currency: string }) {
  const say = useSay()
  const query = useAll('billing.changes.list')
  const columns = useHistoryColumns(currency)
  return (
    <Section title={say(words.history)} flush>
      <Loaded query={query} lines={3}>
        {rows =>
          rows.length === 0 ? (
            <None>{say(words.noHistory)}</None>
          ) : (
            <DataTable
              label={say(words.history)}
              columns={columns}
              rows={rows}
              idOf={row => row.at + row.kind}
            />
          )
        }
      </Loaded>
    </Section>
  )
}

function useHistoryColumns(currency: string): readonly Column<Change>[] {
  const say = useSay()
  const { money } = useNumbers()
  const members = useApi('members.list')
  const people = members.data?.data
  return useMemo(() => {
    const value = (row: Change, part: string | null) => {
      if (part === null) return '–'
      return row.kind === 'cap'
        ? money(part, currency)
        : (planTitles[part as Billing['plan']] ?? part)
    }
    const nameOf = (id: string) => {
      const member = people?.find(one => one.id === id)
      // Whoever runs the installation is a member of another account.
      return member?.name || member?.email || (people ? say(words.noMember) : '')
    }
    return [
      {
        id: 'what',
        head: words.what,
        cell: row => say(row.kind === 'cap' ? words.cap : words.plan),
        onPhone: 'title',
      },
      { id: 'before', head: words.before, cell: row => value(row, row.from), isTight: true },
      { id: 'after', head: words.after, cell: row => value(row, row.to), isTight: true },
      {
        id: 'who',
        head: words.who,
        cell: row => (row.by === null ? say(words.system) : nameOf(row.by)),
        isTight: true,
      },
      { id: 'at', head: words.when, cell: row => <Time at={row.at} />, isTight: true, isDim: true },
    ]
  }, [say, money, currency, people])
}
