/** Makes one of the ready sequences: what it needs, its letters, then its steps and rules. */
import { useChange } from '../../api/hooks.ts'
import { useSpeech } from '../../ui/words.tsx'
import { type Needs, type SeriesName, seriesOf, templateOf } from './ready.ts'
import type { Language } from './ready-letters.ts'

interface Order {
  /** The sequence, which is empty. */
  readonly id: string
  readonly series: SeriesName
  readonly topicId: string | null
  /** Where buttons lead. */
  readonly site: string
}

/** Throws ApiError where a call is refused; the sequence is a draft without steps then. */
export function useReady(): (wanted: Order) => Promise<void> {
  const { language } = useSpeech()
  const makeNeeds = useNeeds(language)
  const make = useChange('project.templates.create', 'project.templates')
  const publish = useChange('project.templates.publish', 'project.templates')
  const update = useChange('project.sequences.update', 'project.sequences')
  return async ({ id, series, topicId, site }) => {
    const { letters, needs, rules } = seriesOf[series]
    const segmentId = await makeNeeds(needs)
    const templates = new Map<string, string>()
    for (const [name, letter] of Object.entries(letters)) {
      const { id: made } = await make.mutateAsync({ body: templateOf(letter, { site, language }) })
      await publish.mutateAsync({ id: made })
      templates.set(name, made)
    }
    const body = rules({ topicId, segmentId, templateOf: name => templates.get(name)! })
    await update.mutateAsync({ id, body })
  }
}

/** Answers the id of the segment, if one is needed; one of its name serves again. */
function useNeeds(language: Language): (needs: Needs) => Promise<string | null> {
  const property = useChange('project.contactProperties.create', 'project.contactProperties')
  const segment = useChange('project.segments.create', 'project.segments')
  return async needs => {
    if (needs.property) {
      const { key, label } = needs.property
      await property.mutateAsync({ body: { key, label, type: 'date' } })
    }
    if (!needs.segment) return null
    const { name, filter } = needs.segment
    const body = { name: name[language], kind: 'dynamic', filter, tracked: true } as const
    return (await segment.mutateAsync({ body })).id
  }
}
