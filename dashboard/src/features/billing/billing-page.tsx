/** What the account pays for and has used, for its owners; there is no such page where nobody collects. */
import { useMe } from '../../api/hooks.ts'
import { Lost } from '../../app/lost.tsx'
import { Loaded, PageTitle } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useSay } from '../../ui/words.tsx'
import { CapPanel } from './cap-panel.tsx'
import { InvoicesPanel } from './invoices-panel.tsx'
import { PlanCards } from './plan-cards.tsx'
import { StandingSection } from './standing-section.tsx'
import { billing as words } from './texts.ts'
import { UsageBar } from './usage-bar.tsx'
import { UsagePanel } from './usage-panel.tsx'
import { useBilling } from './use-billing.ts'

const tabs = [
  { id: 'plan', label: words.plan, content: () => <PlanPanel /> },
  { id: 'usage', label: words.usage, content: () => <UsagePanel /> },
  { id: 'cap', label: words.cap, content: () => <CapPanel /> },
  { id: 'invoices', label: words.invoices, content: () => <InvoicesPanel /> },
]

export function BillingPage() {
  const say = useSay()
  const me = useMe()
  if (!me.billing || me.user.role !== 'owner') return <Lost />
  return (
    <>
      <PageTitle title={say(words.title)} />
      <UsageBar />
      <AddressTabs tabs={tabs} />
    </>
  )
}

function PlanPanel() {
  const query = useBilling()
  return (
    <Loaded query={query} lines={8}>
      {data => (
        <>
          <StandingSection data={data} />
          <PlanCards data={data} />
        </>
      )}
    </Loaded>
  )
}
