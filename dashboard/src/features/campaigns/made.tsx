/** A new campaign: a draft is made at once, as whom the last one wrote, and opened in this page's place. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { Temporal } from 'temporal-polyfill'
import { useApi, useChange } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { Refused, Waiting } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { campaigns as words } from './texts.ts'

/** What the page that led here has chosen already. */
interface StartingChoice {
  readonly template?: string
  readonly topic?: string
  readonly segment?: string
}

export function Made() {
  const say = useSay()
  const times = useTimes()
  const where = useWhere()
  const navigate = useNavigate()
  const { template, topic, segment } = useSearch({ strict: false }) as StartingChoice
  const last = useApi('project.campaigns.list', { limit: 1 })
  const create = useChange('project.campaigns.create', 'project.campaigns')
  const isAsked = useRef(false)
  const isReady = !last.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, however often this is drawn
  useEffect(() => {
    if (!isReady || isAsked.current) return
    isAsked.current = true
    const from = last.data?.data[0]?.from
    const body = {
      name: say(words.unnamed, {
        day: times.day(Temporal.Now.plainDateISO(times.zone).toString()),
      }),
      ...(from ? { from } : {}),
      ...(template ? { content: { template_id: template } } : {}),
      ...(topic ? { topic_id: topic, audience: { topics: [topic] } } : {}),
      ...(segment ? { audience: { segments: [segment] } } : {}),
    }
    create.mutateAsync({ body }).then(
      // In its place: the button Back leads to where somebody came from, and makes no other.
      ({ id }) => navigate({ to: where.to(`/campaigns/${id}`), replace: true }),
      () => {},
    )
  }, [isReady])
  return create.error ? <Refused error={create.error} /> : <Waiting lines={8} />
}
