/** On the page of a contact: why they got one of the campaigns, or did not. */
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { report as words } from './report-texts.ts'
import { campaigns } from './texts.ts'
import { WhyOne } from './why-one.tsx'

const maxOffered = 50

export function WhyOfContact({ contact }: { contact: string }) {
  const say = useSay()
  const [id, setId] = useState('')
  const { data } = useApi('project.campaigns.list', { limit: maxOffered })
  const sent = (data?.data ?? []).filter(one => one.started_at !== null)
  if (sent.length === 0) return null
  return (
    <Section title={say(words.whyCampaign)}>
      <NativeSelect
        aria-label={say(campaigns.ofCampaign)}
        value={id}
        onChange={event => setId(event.currentTarget.value)}
        data={[
          { value: '', label: say(campaigns.chooseCampaign) },
          ...sent.map(one => ({ value: one.id, label: one.name })),
        ]}
        maw={420}
        mb="sm"
      />
      {id && <WhyOne campaign={id} contact={contact} />}
    </Section>
  )
}
