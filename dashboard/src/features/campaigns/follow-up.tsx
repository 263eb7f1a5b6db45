/** The same letter again, days after it, to who did not react: planned together with the campaign. */
import { NativeSelect, SimpleGrid } from '@mantine/core'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Fact, Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { Committed } from './committed.tsx'
import type { FollowUp } from './draft.ts'
import type { PartProps } from './part.ts'
import { againTexts } from './report-texts.ts'
import { followUpTexts as words } from './texts.ts'

export function FollowUpForm({ draft, set, errorOf }: PartProps) {
  const say = useSay()
  const { followUp } = draft
  const put = (change: Partial<FollowUp>) => set({ ...draft, followUp: { ...followUp, ...change } })
  return (
    <details open={followUp.days !== ''} className="part-more">
      <summary className="summary">{say(words.title)}</summary>
      <p className="dim">{say(words.about)}</p>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
        <Committed
          label={say(words.days)}
          placeholder={say(words.none)}
          inputMode="numeric"
          value={followUp.days}
          read={typed => typed.replace(/\D/g, '').replace(/^0+/, '').slice(0, 2)}
          set={days => put({ days })}
          error={errorOf('follow_up.after')}
        />
        <NativeSelect
          label={say(words.to)}
          value={followUp.to}
          onChange={event => put({ to: event.currentTarget.value as FollowUp['to'] })}
          data={(['not_opened', 'not_clicked'] as const).map(value => ({
            value,
            label: say(againTexts[value]),
          }))}
        />
      </SimpleGrid>
      {draft.template === '' && (
        <Committed
          label={say(words.subject)}
          placeholder={say(words.sameSubject)}
          value={followUp.subject}
          set={subject => put({ subject })}
          error={errorOf('follow_up.subject')}
          maxLength={998}
          mt="sm"
        />
      )}
    </details>
  )
}

/** Where it is planned, the way to it. */
export function FollowUpFact({ campaign }: { readonly campaign: Campaign }) {
  const say = useSay()
  const where = useWhere()
  const { follow_up: planned } = campaign
  if (planned === null) return null
  const days = /^P(\d+)D$/.exec(planned.after)?.[1]
  const text = days
    ? say(words.planned, { n: Number(days), who: say(againTexts[planned.to]) })
    : say(againTexts[planned.to])
  return (
    <Fact name={say(words.title)}>
      {planned.campaign_id ? (
        <Link to={where.to(`/campaigns/${planned.campaign_id}`)}>{text}</Link>
      ) : (
        text
      )}
    </Fact>
  )
}
