import { useApi } from '../../api/hooks.ts'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Loaded, PageTitle, Tag } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { People } from './people.tsx'
import { ChangeForm, CreateForm } from './segment-form.tsx'
import { segments as words } from './texts.ts'

export const SegmentPage = () => (
  <NewOrKnown to="/segments" words={words} create={CreateForm} known={Known} />
)

function Known({ id }: { id: string }) {
  const say = useSay()
  const query = useApi('project.segments.get', { id })
  return (
    <Loaded query={query} lines={8}>
      {segment => (
        <>
          <PageTitle title={segment.name}>
            <Tag tone="info">{say(words[segment.kind])}</Tag>
          </PageTitle>
          <ChangeForm segment={segment} />
          <People segment={segment} />
        </>
      )}
    </Loaded>
  )
}
