/** For whoever runs the installation: accounts, queue, nodes, addresses, doctor, what operators changed, metrics. */
import { useMe } from '../../api/hooks.ts'
import { Lost } from '../../app/lost.tsx'
import { PageTitle } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useSay } from '../../ui/words.tsx'
import { AuditRecords, useAuditFilters } from '../audit/audit-records.tsx'
import { AccountsPanel } from './accounts-panel.tsx'
import { BillingPanel } from './billing-panel.tsx'
import { DoctorPanel, useDoctorMark } from './doctor-panel.tsx'
import { MetricsPanel } from './metrics-panel.tsx'
import { NodesPanel } from './nodes-panel.tsx'
import { QueuePanel } from './queue-panel.tsx'
import { SourcesPanel } from './sources-panel.tsx'
import { sources } from './sources-words.ts'
import { operator as words } from './texts.ts'

const tabs = [
  { id: 'accounts', label: words.accounts, content: () => <AccountsPanel /> },
  { id: 'queue', label: words.queue, content: () => <QueuePanel /> },
  { id: 'nodes', label: words.nodes, content: () => <NodesPanel /> },
  { id: 'addresses', label: sources.title, content: () => <SourcesPanel /> },
  { id: 'doctor', label: words.doctor, content: () => <DoctorPanel /> },
  { id: 'audit', label: words.audit, content: () => <OperatorAudit /> },
  { id: 'metrics', label: words.metrics, content: () => <MetricsPanel /> },
]
/** Acts about money are for who owns the operator's account. */
const ofOwner = { id: 'billing', label: words.billing, content: () => <BillingPanel /> }

function OperatorAudit() {
  return <AuditRecords call="operator.audit" asked={useAuditFilters()} />
}

export function OperatorPage() {
  const me = useMe()
  if (!me.operator) return <Lost />
  return <Panels isOwner={me.billing !== null && me.user.role === 'owner'} />
}

function Panels({ isOwner }: { isOwner: boolean }) {
  const say = useSay()
  const mark = useDoctorMark()
  const marked = tabs.map(tab => (tab.id === 'doctor' ? { ...tab, mark } : tab))
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <AddressTabs tabs={isOwner ? [...marked, ofOwner] : marked} />
    </>
  )
}
