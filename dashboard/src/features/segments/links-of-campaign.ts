/** The links of a campaign, as short as they can be told apart by. */
import { useMemo } from 'react'
import { useApi } from '../../api/hooks.ts'

interface NumberedLink {
  readonly n: number
  readonly name: string
}

const maxLength = 60

const shortLink = (url: string): string => {
  const name = url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')
  return name.length > maxLength ? `${name.slice(0, maxLength)}…` : name
}

/** Undefined: no campaign is meant, or they are on their way. */
export function useLinksOf(campaign: string | undefined): readonly NumberedLink[] | undefined {
  const { data } = useApi(
    'project.campaigns.links',
    { id: campaign ?? '' },
    { enabled: campaign !== undefined },
  )
  return useMemo(() => data?.data.map(({ n, url }) => ({ n, name: shortLink(url) })), [data])
}
