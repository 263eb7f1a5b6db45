/** Whom invoices are for: the tax id, and an address that gets them too. */
import { TextInput } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { useApiForm } from '../../ui/form.tsx'
import { typedTaxId } from '../../ui/format.ts'
import { notify } from '../../ui/notify.ts'
import { Loaded, Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { billing as words } from './texts.ts'

interface CompanySectionProps {
  readonly email: string | null
}

export function CompanySection({ email }: CompanySectionProps) {
  const query = useApi('limits.get')
  return (
    <Loaded query={query} lines={3}>
      {({ evidence }) => <CompanyForm taxId={evidence.tax_id} email={email} />}
    </Loaded>
  )
}

function CompanyForm(known: CompanySectionProps & { readonly taxId: string | null }) {
  const say = useSay()
  const form = useApiForm('account.update', {
    stale: ['limits', 'billing'],
    initial: { taxId: typedTaxId(known.taxId ?? ''), email: known.email ?? '' },
    params: { tax_id: 'taxId', billing_email: 'email' },
    input: ({ taxId, email }) => ({
      body: {
        billing_email: email.trim() || null,
        // Left out where there is none and none is given.
        ...((taxId.trim() || known.taxId) && { tax_id: taxId.trim() || null }),
      },
    }),
    onDone: () => notify(say(common.saved)),
  })
  return (
    <Section title={say(words.company)}>
      <ApiForm form={form} action={say(common.save)}>
        <TextInput
          {...form.field('taxId')}
          label={say(words.taxId)}
          description={say(words.taxAbout)}
          maw={420}
        />
        <TextInput
          {...form.field('email')}
          label={say(words.billingEmail)}
          description={say(words.billingEmailAbout)}
          type="email"
          maw={420}
        />
      </ApiForm>
    </Section>
  )
}
