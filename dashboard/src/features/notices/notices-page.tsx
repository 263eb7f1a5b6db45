/** What the account was told, and which of it one wants by email. */
import { useApi } from '../../api/hooks.ts'
import { PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { LettersSection } from './letters-section.tsx'
import { NoticeList } from './notice-list.tsx'
import { notices as words } from './texts.ts'

export function NoticesPage() {
  const say = useSay()
  const { isPending } = useApi('notices.list')
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <NoticeList />
      {/* Below a list that may be long: it is not to be pushed down by it. */}
      {!isPending && <LettersSection />}
    </>
  )
}
