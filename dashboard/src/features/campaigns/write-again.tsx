/** A draft of the same letter to those who did something with the campaign, or did not. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { notify } from '../../ui/notify.ts'
import { Section } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { againTexts, report as words } from './report-texts.ts'
import { type Stats, sumOf } from './stats.ts'

interface WriteAgainProps {
  readonly campaign: Campaign
  readonly stats: Stats
}

type Again = keyof typeof againTexts

/** A name has at most 200 characters. */
const maxNameLength = 150

export function WriteAgain({ campaign, stats }: WriteAgainProps) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const { whole } = useNumbers()
  const copy = useChange('project.campaigns.duplicate', 'project.campaigns')
  const [chosen, setChosen] = useState<Again | null>(null)
  const make = async (audience: Again) => {
    setChosen(audience)
    const name = `${campaign.name.slice(0, maxNameLength)} – ${say(againTexts[audience]).toLowerCase()}`
    try {
      const { id } = await copy.mutateAsync({ id: campaign.id, body: { name, audience } })
      notify(say(words.againMade))
      await navigate({ to: where.to(`/campaigns/${id}`) })
    } catch (error) {
      notify((error as Error).message, { isBad: true })
    } finally {
      setChosen(null)
    }
  }
  const offers = Object.entries(countsOf(campaign, stats)).filter(([, n]) => n > 0)
  if (offers.length === 0) return null
  return (
    <Section title={say(words.again)} about={say(words.againAbout)}>
      <Group gap="xs">
        {offers.map(([audience, n]) => (
          <Button
            key={audience}
            variant="default"
            loading={chosen === audience}
            disabled={chosen !== null}
            onClick={() => void make(audience as Again)}
          >
            {say(againTexts[audience as Again])} · {whole(n)}
          </Button>
        ))}
      </Group>
    </Section>
  )
}

/** Whose openings or clicks were not looked for did neither. */
function countsOf({ tracking }: Campaign, stats: Stats): Partial<Record<Again, number>> {
  const { delivered, captured, opened, clicked, cancelled, skipped, bounced } = stats
  // What was captured and then bounced by a simulator has not arrived.
  const got = captured > 0 ? captured - sumOf(bounced) : delivered
  return {
    ...(tracking.opens ? { not_opened: got - opened.people } : {}),
    ...(tracking.clicks ? { not_clicked: got - clicked.people } : {}),
    ...(tracking.opens ? { opened: opened.people } : {}),
    ...(tracking.clicks ? { clicked: clicked.people } : {}),
    not_received: sumOf(skipped) + cancelled,
  }
}
