/** For whoever runs the installation: accounts, queue, nodes, doctor, metrics. */
import { Tabs } from '@mantine/core'
import { useMe } from '../../api/hooks.ts'
import { Lost } from '../../app/lost.tsx'
import { PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { DoctorPanel, MetricsPanel, NodesPanel, QueuePanel } from './operated.tsx'
import { Accounts } from './operated-accounts.tsx'
import { operator as words } from './texts.ts'

const tabs = ['accounts', 'queue', 'nodes', 'doctor', 'metrics'] as const
const panels = {
  accounts: Accounts,
  queue: QueuePanel,
  nodes: NodesPanel,
  doctor: DoctorPanel,
  metrics: MetricsPanel,
}

export function OperatorPage() {
  const say = useSay()
  const me = useMe()
  if (!me.operator) return <Lost />
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <Tabs defaultValue="accounts" keepMounted={false}>
        <Tabs.List mb="md" className="tabs">
          {tabs.map(tab => (
            <Tabs.Tab key={tab} value={tab}>
              {say(words[tab])}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(tab => {
          const Panel = panels[tab]
          return (
            <Tabs.Panel key={tab} value={tab}>
              <Panel />
            </Tabs.Panel>
          )
        })}
      </Tabs>
    </>
  )
}
