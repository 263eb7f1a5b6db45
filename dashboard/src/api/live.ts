/**
 * News of emails as they happen, by server-sent events. While the stream is down the page asks
 * every few seconds instead; the browser keeps trying to connect.
 */
import { useEffect, useEffectEvent, useState } from 'react'
import { locate } from './calls.ts'
import { lookAgain } from './connection.ts'
import type { EmailStatus, Mode } from './shapes.ts'
import { useWhere } from './where.ts'

interface EmailNews {
  readonly id: string
  readonly status: EmailStatus
  readonly created_at: string
  readonly last_event_at: string
}

const askEveryMs = 3_000
/** News come in bursts; a page needs to be drawn once for each. */
const gatherMs = 250

/**
 * Calls `onNews` with what has changed in a mode, the page's if none is given, or with null for
 * "look for yourself".
 */
export function useLive(onNews: (news: readonly EmailNews[] | null) => void, mode?: Mode): boolean {
  const where = useWhere()
  const { url } = locate('project.stream.get', {
    project_id: where.project,
    mode: mode ?? where.mode,
  })
  const [isLive, setLive] = useState(false)
  const tell = useEffectEvent(onNews)
  useEffect(() => {
    const source = new EventSource(url)
    let gathered: EmailNews[] = []
    let timer: ReturnType<typeof setTimeout> | undefined
    let wasDown = false
    source.onopen = () => {
      setLive(true)
      // What happened in between was told to nobody.
      if (wasDown) tell(null)
      wasDown = false
    }
    source.onerror = () => {
      setLive(false)
      wasDown = true
      void lookAgain()
    }
    source.addEventListener('email', event => {
      gathered.push(JSON.parse(event.data) as EmailNews)
      timer ??= setTimeout(() => {
        timer = undefined
        const news = gathered
        gathered = []
        tell(news)
      }, gatherMs)
    })
    // Too much to list, or the session has ended: whoever asks finds out.
    source.addEventListener('refresh', () => tell(null))
    source.addEventListener('end', () => tell(null))
    const poll = setInterval(() => {
      if (source.readyState !== EventSource.OPEN && !document.hidden) tell(null)
    }, askEveryMs)
    return () => {
      source.close()
      clearTimeout(timer)
      clearInterval(poll)
    }
  }, [url])
  return isLive
}
