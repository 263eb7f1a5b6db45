/** What went to whom: subject, sender, audience, when, and a look at the letter. */
import { Skeleton } from '@mantine/core'
import { useState } from 'react'
import { useLook } from '../../api/hooks.ts'
import { nameAmong, useAll } from '../../api/lists.ts'
import type { Campaign } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { Fact, Section } from '../../ui/show.tsx'
import { Time } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { LetterPreview } from '../letters/letter-preview.tsx'
import { useTopics } from '../topics/topic-names.ts'
import { FollowUpFact } from './follow-up.tsx'
import { ArchiveAddresses } from './more-part.tsx'
import { report as words } from './report-texts.ts'
import { campaigns } from './texts.ts'
import { Thumb } from './thumb.tsx'

export function SentSection({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const { nameOf } = useTopics()
  const query = useLook('project.campaigns.preview', { id: campaign.id, body: {} })
  const { topic_id: topic, started_at: began, finished_at: ended, from } = campaign
  const html = query.data?.html
  return (
    <Section
      title={say(words.letter)}
      aside={
        <DialogButton label={say(words.seeLetter)} size="xl">
          {() => <Letter id={campaign.id} variants={campaign.ab?.variants ?? []} />}
        </DialogButton>
      }
    >
      <div className="sent">
        {html ? <Thumb html={html} /> : query.isPending && <div className="sent-thumb" />}
        <dl className="facts sent-facts">
          {!query.isError && (
            <Fact name={say(words.subject)}>
              {query.data ? (
                query.data.subject || say(words.noSubject)
              ) : (
                <Skeleton component="span" display="inline-block" h={14} w={180} maw="100%" />
              )}
            </Fact>
          )}
          {from && <Fact name={say(words.from)}>{from}</Fact>}
          <Fact name={say(words.toWhom)}>
            <ToWhom campaign={campaign} />
          </Fact>
          {topic && <Fact name={say(words.topic)}>{nameOf(topic)}</Fact>}
          <FollowUpFact campaign={campaign} />
          {began && (
            <Fact name={say(words.began)}>
              <Time at={began} />
            </Fact>
          )}
          {ended && (
            <Fact name={say(words.ended)}>
              <Time at={ended} />
            </Fact>
          )}
        </dl>
      </div>
      <ArchiveAddresses campaign={campaign} />
    </Section>
  )
}

/** The topics and segments that it was for, by their names. */
function ToWhom({ campaign: { audience } }: { campaign: Campaign }) {
  const say = useSay()
  const { nameOf } = useTopics()
  const { data: segments } = useAll('project.segments.list')
  const named = [
    ...(audience?.topics ?? []).map(nameOf),
    ...(audience?.segments ?? []).map(id => nameAmong(segments, id) ?? id),
  ]
  return audience?.everybody || named.length === 0 ? say(campaigns.everybody) : named.join(', ')
}

interface LetterProps {
  readonly id: string
  readonly variants: readonly { readonly key: string }[]
}

function Letter({ id, variants }: LetterProps) {
  const say = useSay()
  const [person, setPerson] = useState('')
  const [variant, setVariant] = useState(variants[0]?.key ?? '')
  const body = { ...(person ? { contact_id: person } : {}), ...(variant ? { variant } : {}) }
  const query = useLook('project.campaigns.preview', { id, body })
  const choice = {
    label: say(campaigns.variant),
    value: variant,
    set: setVariant,
    data: variants.map(({ key }) => ({ value: key, label: key.toUpperCase() })),
  }
  return (
    <LetterPreview
      isThere
      query={query}
      person={person}
      setPerson={setPerson}
      parts={variants.length > 0 ? [choice] : []}
    />
  )
}
