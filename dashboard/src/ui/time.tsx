/** Moments, in the zone of the account and the language of the page. */
import { useMemo } from 'react'
import { useSession } from '../api/hooks.ts'
import { type Language, useSpeech } from './words.tsx'

export interface Times {
  /** 21 Nov 2026, 14:03:22 */
  readonly full: (at: string) => string
  /** 14:03 today, otherwise 21 Nov, 14:03 */
  readonly short: (at: string) => string
  /** 21 Nov */
  readonly day: (date: string) => string
  /** 14:03:22 */
  readonly clock: (at: string) => string
  readonly zone: string
}

const locales: Record<Language, string> = { en: 'en-GB', pt: 'pt-BR' }

export function useTimes(): Times {
  const { language } = useSpeech()
  const zone = useSession().data?.account.time_zone ?? 'UTC'
  return useMemo(() => timesOf(language, zone), [language, zone])
}

function timesOf(language: Language, timeZone: string): Times {
  const form = (options: Intl.DateTimeFormatOptions, zone = timeZone) => {
    const format = new Intl.DateTimeFormat(locales[language], { ...options, timeZone: zone })
    return (at: string) => format.format(new Date(at))
  }
  const full = form({ dateStyle: 'medium', timeStyle: 'medium' })
  const time = form({ hour: '2-digit', minute: '2-digit' })
  const dayTime = form({ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })
  const date = form({ dateStyle: 'short' })
  return {
    full,
    short: at => (date(at) === date(new Date().toISOString()) ? time(at) : dayTime(at)),
    day: form({ day: 'numeric', month: 'short' }, 'UTC'),
    clock: form({ hour: '2-digit', minute: '2-digit', second: '2-digit' }),
    zone: timeZone,
  }
}

export function Time({ at, form = 'short' }: { at: string; form?: 'short' | 'full' | 'clock' }) {
  const times = useTimes()
  return (
    <time
      dateTime={at}
      title={`${times.full(at)} (${times.zone})`}
      style={{ whiteSpace: 'nowrap' }}
    >
      {times[form](at)}
    </time>
  )
}

/** A span of time in the largest units that matter: 820 ms, 4.2 s, 3 min 20 s, 2 h 5 min. */
export function useSpan(): (ms: number) => string {
  const { language } = useSpeech()
  return ms => span(ms, locales[language])
}

function span(ms: number, locale: string): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`
  const seconds = ms / 1000
  if (seconds < 60) return `${seconds.toLocaleString(locale, { maximumFractionDigits: 1 })} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return withRest(`${minutes} min`, Math.floor(seconds % 60), 's')
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return withRest(`${hours} h`, minutes % 60, 'min')
  return withRest(`${Math.floor(hours / 24)} d`, hours % 24, 'h')
}

const withRest = (whole: string, rest: number, unit: string): string =>
  rest === 0 ? whole : `${whole} ${rest} ${unit}`

/** Numbers as the language writes them. */
export function useNumbers() {
  const { language } = useSpeech()
  return useMemo(() => {
    const locale = locales[language]
    const whole = new Intl.NumberFormat(locale)
    const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
    return {
      whole: (n: number) => whole.format(n),
      share: (n: number | null) => (n === null ? '–' : share.format(n)),
      bytes: (n: number) =>
        n < 1024
          ? `${n} B`
          : n < 1024 * 1024
            ? `${whole.format(Math.round(n / 102.4) / 10)} kB`
            : `${whole.format(Math.round(n / 104_857.6) / 10)} MB`,
    }
  }, [language])
}
