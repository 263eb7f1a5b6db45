/** One account as its operator sees it: what it sends, where to, what comes of it, how it stands. */
import { Text } from '@mantine/core'
import { planTitles } from '../../api/generated.ts'
import { useApi, useMe } from '../../api/hooks.ts'
import { Lost } from '../../app/lost.tsx'
import { useParams } from '../../routing/routing.tsx'
import { Badge, Fact, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { Time, useNumbers, useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { AccountActions, useNameOf } from './account-table.tsx'
import { HoldButton, ReturnButton } from './held-mail.tsx'
import { everyMs } from './pace.ts'
import { PauseButtons, PausedNote } from './pause-form.tsx'
import {
  CauseTable,
  DayTable,
  DestinationTable,
  ProjectTable,
  type Report,
} from './report-tables.tsx'
import { Share } from './sent-columns.tsx'
import { operator as words } from './texts.ts'

export function AccountPage() {
  const say = useSay()
  const me = useMe()
  const { account: id = '' } = useParams()
  const query = useApi('operator.accounts.report', { account_id: id }, { everyMs })
  if (!me.operator) return <Lost />
  return (
    <>
      <Text size="sm" mb={6}>
        <Link to="/operator">{say(words.accounts)}</Link>
      </Text>
      <Loaded query={query} lines={10}>
        {report => <Shown report={report} />}
      </Loaded>
    </>
  )
}

interface ReportProps {
  readonly report: Report
}

function Shown({ report }: ReportProps) {
  const say = useSay()
  const { account, paused } = report
  return (
    <>
      <Title account={account} />
      <PausedNote account={account} {...paused} />
      <Week report={report} />
      <Section title={say(words.byDay)} about={say(words.inUtc)} flush>
        <DayTable rows={report.days} />
      </Section>
      <Section title={say(words.causes)} about={say(words.last7)} flush>
        <CauseTable rows={report.causes} />
      </Section>
      <Section title={say(words.destinations)} about={say(words.last7)} flush>
        <DestinationTable rows={report.destinations} />
      </Section>
      <Section title={say(words.projects)} about={say(words.last7)} flush>
        <ProjectTable rows={report.projects} />
      </Section>
      <Trust report={report} />
    </>
  )
}

function Title({ account }: Pick<Report, 'account'>) {
  const name = useNameOf(account)
  const times = useTimes()
  if (account.closed_at !== null) {
    return <PageTitle title={name} about={times.full(account.closed_at)} />
  }
  return (
    <PageTitle title={name} about={account.email}>
      {account.pause !== 'none' && <Badge state={account.pause} />}
      <PauseButtons account={account} />
      <HoldButton part={{ account_id: account.id }} name={name} />
      <ReturnButton part={{ account_id: account.id }} name={name} />
      <AccountActions account={account} />
    </PageTitle>
  )
}

function Week({ report: { account, week, waiting } }: ReportProps) {
  const say = useSay()
  const numbers = useNumbers()
  return (
    <Section title={say(words.last7)}>
      <dl className="facts">
        <Fact name={say(words.sent)}>{numbers.whole(week.accepted)}</Fact>
        <Fact name={say(words.hard)}>
          <Share sent={week} harm="hard" numbers={numbers} />
        </Fact>
        <Fact name={say(words.complained)}>
          <Share sent={week} harm="complained" numbers={numbers} />
        </Fact>
        <Fact name={say(words.deferred)}>{numbers.whole(week.deferred)}</Fact>
        <Fact name={say(words.waiting)}>
          {say(words.waitingOf, { n: waiting.waiting, due: waiting.due })}
        </Fact>
        <Fact name={say(words.plan)}>{planTitles[account.plan]}</Fact>
        <Fact name={say(words.level)}>{account.trust_level}</Fact>
        <Fact name={say(words.members)}>{numbers.whole(account.members)}</Fact>
        <Fact name={say(common.created)}>
          <Time at={account.created_at} />
        </Fact>
      </dl>
    </Section>
  )
}

function Trust({ report: { trust } }: ReportProps) {
  const say = useSay()
  if (trust.length === 0) return null
  return (
    <Section title={say(words.trustChanges)}>
      {trust.map(({ at, from, to, text }) => (
        <Text key={at} size="sm" mb={6} className="wrap">
          <Time at={at} /> · {from} → {to} · {text}
        </Text>
      ))}
    </Section>
  )
}
