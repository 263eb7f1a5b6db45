/** Everything that happened around one person, letters and consents, in one list. */
import { Text } from '@mantine/core'
import { nameAmong, useAll, useList } from '../../api/lists.ts'
import type { HistoryItem } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Link, Loaded, Section, type Tone, toneOf } from '../../ui/show.tsx'
import { statusTexts } from '../../ui/texts.ts'
import { Time } from '../../ui/time.tsx'
import { useSay, type Text as Words } from '../../ui/words.tsx'
import { actionTexts } from '../consent/texts.ts'
import { peopleTexts } from '../webhooks/texts.ts'
import { person as words } from './texts.ts'

const otherTypes: Readonly<Record<string, { readonly word: Words; readonly tone: Tone }>> = {
  letter: { word: words.letter, tone: 'info' },
  'consent.joined': { word: actionTexts.joined, tone: 'good' },
  'consent.asked': { word: actionTexts.asked, tone: 'wait' },
  'consent.confirmed': { word: actionTexts.confirmed, tone: 'good' },
  'consent.left': { word: actionTexts.left, tone: 'bad' },
  'consent.imported': { word: actionTexts.imported, tone: 'info' },
  'consent.blocked': { word: actionTexts.blocked, tone: 'bad' },
}

/** What this version does not know keeps the name that it has. */
function lookOf(type: string): { readonly word: Words; readonly tone: Tone } {
  if (type in statusTexts) {
    const state = type as keyof typeof statusTexts
    return { word: statusTexts[state], tone: toneOf[state] }
  }
  if (type in peopleTexts) {
    return { word: peopleTexts[type as keyof typeof peopleTexts], tone: 'calm' }
  }
  return otherTypes[type] ?? { word: { en: type, pt: type }, tone: 'calm' }
}

export function ContactHistory({ id }: { id: string }) {
  const say = useSay()
  const list = useList('project.contacts.timeline', { id })
  return (
    <>
      <Section title={say(words.history)} about={say(words.historyAbout)}>
        <Loaded query={list}>
          {items =>
            items.length === 0 ? (
              <Text c="dimmed">{say(words.noHistory)}</Text>
            ) : (
              <ol className="timeline">
                {items.map(item => (
                  <Step key={item.id} item={item} />
                ))}
              </ol>
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}

interface StepProps {
  readonly item: HistoryItem
}

/** Which form the person sent. */
function FormLink({ id }: { id: string }) {
  const where = useWhere()
  const { data: forms } = useAll('project.forms.list')
  const name = nameAmong(forms, id) ?? id
  return (
    <Text span size="sm">
      <Link to={where.to(`/forms/${id}`)}>{name}</Link>
    </Text>
  )
}

/** Which campaign or sequence wrote. */
function SourceLink({ item: { campaign_id: campaign, sequence_id: sequence } }: StepProps) {
  const say = useSay()
  const where = useWhere()
  if (campaign === undefined && sequence === undefined) return null
  return (
    <Text span size="sm">
      <Link to={where.to(campaign ? `/campaigns/${campaign}` : `/sequences/${sequence}`)}>
        {say(campaign ? words.seeCampaign : words.seeSequence)}
      </Link>
    </Text>
  )
}

function Step({ item }: StepProps) {
  const say = useSay()
  const where = useWhere()
  const { word, tone } = lookOf(item.type)
  const formId = item.type === 'form.submitted' ? item.data?.form_id : undefined
  return (
    <li data-tone={tone}>
      <div className="step-head">
        <span className="step-name">{say(word)}</span>
        <Text span size="sm" c="dimmed">
          <Time at={item.at} form="full" />
        </Text>
        {typeof formId === 'string' && <FormLink id={formId} />}
        <SourceLink item={item} />
        {item.email_id && (
          <Text span size="sm">
            <Link to={where.to(`/emails/${item.email_id}`)}>{say(words.seeEmail)}</Link>
          </Text>
        )}
      </div>
      {item.explanation && (
        <Text size="sm" mt={2} className="wrap">
          {item.explanation}
        </Text>
      )}
    </li>
  )
}
