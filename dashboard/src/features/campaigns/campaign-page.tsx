/** One campaign, from its draft to its report; each state shows what can be done next. */
import { useApi, useChange } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { DuplicateButton } from '../../ui/duplicate-button.tsx'
import { Editable } from '../../ui/may.tsx'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import { useSay } from '../../ui/words.tsx'
import { ArchiveButton, RenameButton } from './campaign-actions.tsx'
import { CampaignTag, stateOf } from './campaign-state.tsx'
import { Composer } from './composer.tsx'
import { ForecastSection } from './forecast.tsx'
import { Made } from './made.tsx'
import { useMoment } from './moment.ts'
import { PaceButton } from './pace-button.tsx'
import { Report } from './report.tsx'
import { campaigns as words } from './texts.ts'

const pollMs = 2_000

export const CampaignPage = () => (
  <NewOrKnown to="/campaigns" words={words} create={Made} known={Known} />
)

function Known({ id }: { id: string }) {
  const first = useApi('project.campaigns.get', { id })
  const isMoving = first.data !== undefined && stateOf(first.data).moves
  useApi('project.campaigns.get', { id }, isMoving ? { everyMs: pollMs } : {})
  return (
    <Loaded query={first} lines={8}>
      {campaign => (
        <>
          <PageTitle title={campaign.name}>
            <CampaignTag campaign={campaign} />
            <Actions campaign={campaign} />
          </PageTitle>
          <Stage campaign={campaign} everyMs={isMoving ? pollMs : undefined} />
        </>
      )}
    </Loaded>
  )
}

interface CampaignProps {
  readonly campaign: Campaign
}

function Stage({ campaign, everyMs }: CampaignProps & { readonly everyMs: number | undefined }) {
  const { stage } = stateOf(campaign)
  if (stage === 'draft') {
    return (
      <Editable call="project.campaigns.update">
        <Composer campaign={campaign} />
      </Editable>
    )
  }
  if (stage === 'waiting') return <Scheduled campaign={campaign} />
  return <Report campaign={campaign} everyMs={everyMs} />
}

function Scheduled({ campaign }: CampaignProps) {
  const say = useSay()
  const momentOf = useMoment()
  const { at, time_zone: zone } = (campaign.schedule ?? {}) as { at?: string; time_zone?: string }
  return (
    <>
      {at && <Section>{say(words.scheduledFor, { at: momentOf(at, zone) })}</Section>}
      <ForecastSection campaign={campaign} />
    </>
  )
}

function Actions({ campaign }: CampaignProps) {
  const say = useSay()
  const { id } = campaign
  const state = stateOf(campaign)
  const pause = useChange('project.campaigns.pause', 'project.campaigns')
  const resume = useChange('project.campaigns.resume', 'project.campaigns')
  const cancel = useChange('project.campaigns.cancel', 'project.campaigns')
  const unschedule = useChange('project.campaigns.unschedule', 'project.campaigns')
  return (
    <>
      {allows(state, 'unschedule') && (
        <ConfirmButton
          call="project.campaigns.unschedule"
          title={say(words.unschedule)}
          about={campaign.name}
          run={() => unschedule.mutateAsync({ id })}
        />
      )}
      {allows(state, 'pause') && (
        <ConfirmButton
          call="project.campaigns.pause"
          title={say(words.pause)}
          about={say(words.pauseAbout)}
          run={() => pause.mutateAsync({ id })}
        />
      )}
      {allows(state, 'resume') && (
        <ConfirmButton
          call="project.campaigns.resume"
          title={say(words.resume)}
          about={campaign.name}
          run={() => resume.mutateAsync({ id })}
        />
      )}
      {allows(state, 'cancel') && (
        <ConfirmButton
          call="project.campaigns.cancel"
          tone="danger"
          title={say(words.cancel)}
          about={say(words.cancelAbout)}
          run={() => cancel.mutateAsync({ id })}
        />
      )}
      {state.stage === 'under_way' && <PaceButton campaign={campaign} />}
      {state.stage === 'over' && <ArchiveButton row={campaign} />}
      {state.stage !== 'draft' && <RenameButton campaign={campaign} />}
      {state.stage !== 'draft' && <CopyButton campaign={campaign} />}
    </>
  )
}

function CopyButton({ campaign }: CampaignProps) {
  const copy = useChange('project.campaigns.duplicate', 'project.campaigns')
  return (
    <DuplicateButton
      call="project.campaigns.duplicate"
      words={words}
      to="/campaigns"
      run={() => copy.mutateAsync({ id: campaign.id, body: {} })}
    />
  )
}
