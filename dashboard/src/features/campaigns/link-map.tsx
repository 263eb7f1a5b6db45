/** The letter with what each of its links came to, as people saw it. */
import { NativeSelect } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLook } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Loaded } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { framed } from '../letters/frame.ts'
import { withHeat } from './heat.ts'
import { report as words } from './report-texts.ts'
import type { Link } from './stats.ts'
import { campaigns } from './texts.ts'

interface LinkMapProps {
  readonly campaign: Campaign
  readonly links: readonly Link[]
  /** Of how many letters the figures are shares. */
  readonly got: number
}

export function LinkMap({ campaign, links, got }: LinkMapProps) {
  const say = useSay()
  const variants = campaign.ab?.variants ?? []
  const [variant, setVariant] = useState(variants[0]?.key ?? '')
  const body = variant ? { variant } : {}
  const query = useLook('project.campaigns.preview', { id: campaign.id, body })
  return (
    <>
      {variants.length > 1 && (
        <NativeSelect
          label={say(campaigns.variant)}
          value={variant}
          onChange={event => setVariant(event.currentTarget.value)}
          data={variants.map(({ key }) => ({ value: key, label: key.toUpperCase() }))}
          maw={200}
          mb="sm"
        />
      )}
      <Loaded query={query} lines={6}>
        {({ html }) => <HeatFrame html={html ?? ''} links={links} got={got} />}
      </Loaded>
    </>
  )
}

function HeatFrame({ html, links, got }: Omit<LinkMapProps, 'campaign'> & { html: string }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const page = useMemo(() => {
    const badge = (people: number) =>
      got > 0 ? `${whole(people)} · ${share(people / got)}` : whole(people)
    return withHeat(html, links, badge)
  }, [html, links, got, whole, share])
  return (
    <PageFrame html={framed(page, false)} className="preview link-map" title={say(words.linkMap)} />
  )
}
