/**
 * A new campaign: a draft is made at once, as whom the last one wrote, and opened in this page's place.
 * One of today in which nothing was written yet is taken instead of another.
 */
import { useEffect, useRef } from 'react'
import { Temporal } from 'temporal-polyfill'
import { useApi, useChange } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate, useSearch } from '../../routing/routing.tsx'
import { Refused, Waiting } from '../../ui/show.tsx'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { campaigns as words } from './texts.ts'

export function Made() {
  const say = useSay()
  const times = useTimes()
  const where = useWhere()
  const navigate = useNavigate()
  // What the page that led here has chosen already.
  const { template, topic, segment } = useSearch()
  const last = useApi('project.campaigns.list', { limit: 1 })
  const create = useChange('project.campaigns.create', 'project.campaigns')
  const isAsked = useRef(false)
  const isReady = !last.isPending
  // biome-ignore lint/correctness/useExhaustiveDependencies: made once, however often this is drawn
  useEffect(() => {
    if (!isReady || isAsked.current) return
    isAsked.current = true
    const newest = last.data?.data[0]
    const open = (id: string) =>
      // In its place: the button Back leads to where somebody came from, and makes no other.
      navigate({ to: where.to(`/campaigns/${id}`), replace: true })
    const day = times.day(Temporal.Now.plainDateISO(times.zone).toString())
    const name = say(words.unnamed, { day })
    const isChosen = [template, topic, segment].some(one => one !== undefined)
    if (newest && !isChosen && newest.name === name && isUntouched(newest)) {
      void open(newest.id)
      return
    }
    const from = newest?.from
    const body = {
      name,
      ...(from ? { from } : {}),
      ...(template ? { content: { template_id: template } } : {}),
      ...(topic ? { topic_id: topic, audience: { topics: [topic] } } : {}),
      ...(segment ? { audience: { segments: [segment] } } : {}),
    }
    create.mutateAsync({ body }).then(
      ({ id }) => open(id),
      () => {},
    )
  }, [isReady])
  return create.error ? <Refused error={create.error} /> : <Waiting lines={8} />
}

const isUntouched = ({ status, content, topic_id: topic, audience, tags }: Campaign): boolean =>
  status === 'draft' &&
  content === null &&
  topic === null &&
  Object.keys(audience ?? {}).length === 0 &&
  Object.keys(tags ?? {}).length === 0
