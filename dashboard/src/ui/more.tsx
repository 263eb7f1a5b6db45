/** The next page of a list: by itself when one gets there, or by the button. */
import { Button, Center } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { common } from './texts.ts'
import { useSay } from './words.tsx'

interface PagedList {
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  readonly fetchNextPage: () => unknown
}

export function MoreButton({ list }: { list: PagedList }) {
  const say = useSay()
  const mark = useRef<HTMLDivElement>(null)
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list
  useEffect(() => {
    const element = mark.current
    if (!element || !hasNextPage || isFetchingNextPage) return
    const watcher = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) void fetchNextPage()
      },
      { rootMargin: '400px' },
    )
    watcher.observe(element)
    return () => watcher.disconnect()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  if (!hasNextPage) return null
  return (
    <Center ref={mark} py="sm">
      <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {say(common.more)}
      </Button>
    </Center>
  )
}
