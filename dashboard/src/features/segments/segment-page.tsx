import { Button } from '@mantine/core'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Segment } from '../../api/shapes.ts'
import { DuplicateButton } from '../../ui/duplicate-button.tsx'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Loaded, PageTitle, Refused, Tag } from '../../ui/show.tsx'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay } from '../../ui/words.tsx'
import { People } from './people.tsx'
import { ChangeForm, CreateForm } from './segment-form.tsx'
import { segments as words } from './texts.ts'

export const SegmentPage = () => (
  <NewOrKnown to="/segments" words={words} create={CreateForm} known={Known} />
)

interface OfSegment {
  readonly segment: Segment
}

/** A campaign to these people, called as they are; everything else is asked there. */
function UseInCampaign({ segment: { id, name } }: OfSegment) {
  const say = useSay()
  const open = useOpenMade('/campaigns')
  const make = useChange('project.campaigns.create', 'project.campaigns')
  // Most people write as who they wrote as the last time.
  const last = useApi('project.campaigns.list', { limit: 1 })
  const from = last.data?.data[0]?.from
  const body = { name, audience: { segments: [id] }, ...(from ? { from } : {}) }
  return (
    <>
      <Button
        variant="default"
        loading={make.isPending}
        onClick={() => make.mutate({ body }, { onSuccess: made => void open(made) })}
      >
        {say(words.useInCampaign)}
      </Button>
      <Refused error={make.error} />
    </>
  )
}

function Duplicate({ segment: { name, filter } }: OfSegment) {
  const say = useSay()
  const make = useChange('project.segments.create', 'project.segments')
  const body = { name: say(words.copyOf, { name }), kind: 'dynamic' as const, filter: filter! }
  return (
    <DuplicateButton
      call="project.segments.create"
      words={words}
      to="/segments"
      run={() => make.mutateAsync({ body })}
    />
  )
}

function Known({ id }: { id: string }) {
  const say = useSay()
  const query = useApi('project.segments.get', { id })
  return (
    <Loaded query={query} lines={8}>
      {segment => (
        <>
          <PageTitle title={segment.name}>
            <Tag tone="info">{say(words[segment.kind])}</Tag>
            <UseInCampaign segment={segment} />
            {segment.filter && <Duplicate segment={segment} />}
          </PageTitle>
          <ChangeForm segment={segment} />
          <People segment={segment} />
        </>
      )}
    </Loaded>
  )
}
