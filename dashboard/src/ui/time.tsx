/** Moments, spans and numbers, in the zone of the account and the language of the page. */
import { useMemo } from 'react'
import { useSession } from '../api/hooks.ts'
import { type Numbers, numbersOf, spanOf, type Times, timesOf } from './format.ts'
import { useSpeech } from './words.tsx'

export function useTimes(): Times {
  const { language } = useSpeech()
  const zone = useSession().data?.account.time_zone ?? 'UTC'
  return useMemo(() => timesOf(language, zone), [language, zone])
}

export function Time({ at, form = 'short' }: { at: string; form?: 'short' | 'full' | 'clock' }) {
  const times = useTimes()
  return (
    <time dateTime={at} title={`${times.full(at)} (${times.zone})`} className="moment">
      {times[form](at)}
    </time>
  )
}

export function useSpan(): (ms: number) => string {
  const { language } = useSpeech()
  return ms => spanOf(ms, language)
}

export function useNumbers(): Numbers {
  const { language } = useSpeech()
  return useMemo(() => numbersOf(language), [language])
}
