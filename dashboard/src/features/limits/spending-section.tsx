/** For owners: the tax id, and what mail beyond the plan has cost and may cost, where it costs. */
import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { sessionKey } from '../../api/hooks.ts'
import type { Limits } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { amountOf, typedAmount, typedTaxId } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useNumbers } from '../../ui/time.tsx'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { limits as words } from './texts.ts'

/** Above it there is none that a tax id could lead to. */
const maxLevel = 3

interface DataProps {
  readonly data: Limits
}

export function SpendingSection({ data }: DataProps) {
  const say = useSay()
  const { money } = useNumbers()
  const { spent, limit, currency } = data.spending
  const form = useSpendingForm(data)
  // Where nobody collects there is no price, unless a limit or a cost of before says otherwise.
  const costs = limit !== null || Number(spent) > 0
  return (
    <Section title={say(costs ? words.spending : words.company)}>
      {costs && (
        <Text mb="sm">
          {say(words.spent)}: {money(spent, currency)}
        </Text>
      )}
      <ApiForm form={form} action={say(common.save)}>
        {costs && (
          <TextInput
            {...form.field('limit')}
            label={`${say(words.spendLimit)} (${currency})`}
            description={say(words.spendAbout)}
            inputMode="decimal"
            maw={420}
          />
        )}
        <TextInput
          {...form.field('taxId')}
          label={say(words.taxId)}
          description={say(data.trust_level < maxLevel ? words.taxAbout : words.taxForms)}
          maw={420}
        />
      </ApiForm>
    </Section>
  )
}

function useSpendingForm({ spending, evidence }: Limits) {
  const say = useSay()
  const client = useQueryClient()
  const { language } = useSpeech()
  return useApiForm('account.update', {
    stale: ['limits'],
    initial: {
      limit: typedAmount(spending.limit ?? '', language),
      taxId: typedTaxId(evidence.tax_id ?? ''),
    },
    params: { spend_limit: 'limit', tax_id: 'taxId' },
    input: ({ limit, taxId }) => ({
      body: {
        // What is no amount goes as it is, for the server to say so.
        spend_limit: limit.trim() === '' ? null : (amountOf(limit, language) ?? limit.trim()),
        // Left out where there is none and none is given.
        ...((taxId.trim() || evidence.tax_id) && { tax_id: taxId.trim() || null }),
      },
    }),
    onDone: () => {
      void client.invalidateQueries({ queryKey: sessionKey })
      notify(say(common.saved))
    },
  })
}
