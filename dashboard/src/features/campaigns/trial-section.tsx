/** An A/B test: which variant is ahead, how sure that is, and deciding it by hand. */
import { Text } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { Section } from '../../ui/show.tsx'
import { allows } from '../../ui/state.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { stateOf } from './campaign-state.tsx'
import { campaigns as words } from './texts.ts'

interface Ab {
  readonly variants: readonly { readonly key: string; readonly subject?: string }[]
  readonly result: {
    readonly winner: string | null
    readonly leader: string | null
    readonly probability: number | null
    readonly decided_by: 'test' | 'person'
  } | null
}

export function TrialSection({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const winner = useChange('project.campaigns.winner', 'project.campaigns')
  const { variants, result } = campaign.ab as Ab
  const isOpen = result === null && allows(stateOf(campaign), 'choose_winner')
  return (
    <Section title={say(words.trialTitle)}>
      <Text mb="sm">
        <Verdict result={result} />
      </Text>
      <ul className="reasons">
        {variants.map(({ key, subject }) => (
          <li key={key}>
            <b>{key.toUpperCase()}</b> {subject ?? say(words.asWritten)}{' '}
            {isOpen && (
              <ConfirmButton
                call="project.campaigns.winner"
                look="row"
                label={say(words.choose)}
                title={say(words.chooseWhat, { key: key.toUpperCase() })}
                about={say(words.chooseAbout)}
                run={() => winner.mutateAsync({ id: campaign.id, body: { variant: key } })}
              />
            )}
          </li>
        ))}
      </ul>
    </Section>
  )
}

function Verdict({ result }: Pick<Ab, 'result'>) {
  const say = useSay()
  const { share } = useNumbers()
  if (result === null) return say(words.undecided)
  const { winner, leader, probability, decided_by: by } = result
  if (winner !== null && by === 'person') return say(words.chosen, { key: winner.toUpperCase() })
  const sure = share(probability)
  if (winner !== null) return say(words.won, { key: winner.toUpperCase(), sure })
  return leader === null
    ? say(words.noLeader)
    : say(words.unsure, { key: leader.toUpperCase(), sure })
}
