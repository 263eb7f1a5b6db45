/** Only those who did something with another campaign, or did not: for writing again. */
import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useApi } from '../../api/hooks.ts'
import { useSay } from '../../ui/words.tsx'
import { type Deed, deeds } from './draft.ts'
import type { PartProps } from './part.ts'
import { againTexts } from './report-texts.ts'
import { campaigns as words } from './texts.ts'

const maxOffered = 50

export function Among({ draft, set, own }: Pick<PartProps, 'draft' | 'set'> & { own: string }) {
  const say = useSay()
  const { deed, deedOf } = draft
  const sent = useSent(own, deedOf)
  if (sent.length === 0) return null
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="md">
      <NativeSelect
        label={say(words.among)}
        description={say(words.amongAbout)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={deed}
        onChange={event => set({ ...draft, deed: event.currentTarget.value as Deed | '' })}
        data={[
          { value: '', label: say(words.amongAny) },
          ...deeds.map(value => ({ value, label: say(againTexts[value]) })),
        ]}
      />
      {deed !== '' && (
        <NativeSelect
          label={say(words.ofCampaign)}
          value={deedOf}
          onChange={event => set({ ...draft, deedOf: event.currentTarget.value })}
          data={[
            { value: '', label: say(words.chooseCampaign) },
            ...sent.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </SimpleGrid>
  )
}

/** Those that have gone out, and the one that is chosen however old it is. */
function useSent(own: string, chosen: string) {
  const { data } = useApi('project.campaigns.list', { limit: maxOffered })
  const sent = (data?.data ?? []).filter(one => one.id !== own && one.started_at !== null)
  const isThere = sent.some(one => one.id === chosen)
  const known = useApi(
    'project.campaigns.get',
    { id: chosen },
    { enabled: chosen !== '' && !isThere },
  )
  return isThere || !known.data ? sent : [...sent, known.data]
}
