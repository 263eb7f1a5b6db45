/** One email: what happened to it, what it says, and what can still be done. */
import { Text } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useApi, useRefresh } from '../../api/hooks.ts'
import { useLive } from '../../api/live.ts'
import { useWhere } from '../../api/where.ts'
import { Link, Loaded, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { EmailActions } from './email-actions.tsx'
import { EmailContents } from './email-contents.tsx'
import { EmailSummary } from './email-summary.tsx'
import { emails } from './texts.ts'

export function EmailPage() {
  const say = useSay()
  const where = useWhere()
  const refresh = useRefresh()
  const { id = '' } = useParams({ strict: false })
  const query = useApi('project.emails.get', { id })
  useLive(news => {
    if (news === null || news.some(one => one.id === id)) void refresh('project.emails', { id })
  })
  return (
    <>
      <Text size="sm" mb={6}>
        <Link to={where.to('/emails')}>{say(emails.title)}</Link>
      </Text>
      <Loaded query={query} lines={8}>
        {email => (
          <>
            <PageTitle title={email.subject || say(emails.noSubject)}>
              <EmailActions email={email} />
            </PageTitle>
            <EmailSummary email={email} />
            <EmailContents email={email} />
          </>
        )}
      </Loaded>
    </>
  )
}
