/**
 * Live pages: server-sent events (WHATWG HTML §9.2) of emails that are new or have changed. Whoever
 * listens to a project shares one question to the database per second, in the order of commits and
 * only as far as all transactions have ended, so that nothing is missed; a project that nobody
 * listens to costs nothing.
 */
import { Readable } from 'node:stream'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import type { World } from '#kernel/world/world.ts'
import type { FiguresOf } from '#sending/stats/traffic-store.ts'
import { changedEmails, currentHorizon } from './store.ts'

export interface LiveUpdates {
  /** The events of a project from now on, as text for the wire. */
  open(owner: FiguresOf): Readable
  /** Ends all streams: the server stops, or nobody may listen any more. */
  close(): void
}

const askEveryMs = 1_000
const heartbeatMs = 15_000
/** Events of a project in a second that are told one by one; beyond it: look for yourself. */
const maxTold = 500
/** Pages that one node holds open for a project. */
const maxListeners = 200
/** A browser that takes nothing for so long is cut off; it comes back by itself. */
const maxBuffered = 256 * 1024

interface Feed {
  readonly listeners: Set<Readable>
  readonly stopping: AbortController
}

export function createLiveUpdates(world: Pick<World, 'db' | 'clock' | 'log'>): LiveUpdates {
  return new Updates(world)
}

/** One question to the database for all who look at the same project. */
class Updates implements LiveUpdates {
  readonly #world: Pick<World, 'db' | 'clock' | 'log'>
  readonly #feeds = new Map<string, Feed>()

  constructor(world: Pick<World, 'db' | 'clock' | 'log'>) {
    this.#world = world
  }

  open({ projectId, mode }: FiguresOf): Readable {
    const key = `${projectId} ${mode}`
    if ((this.#feeds.get(key)?.listeners.size ?? 0) >= maxListeners) throw tooMany()
    const join = (listener: Readable) => this.#join(key, { projectId, mode }, listener)
    const leave = (listener: Readable) => this.#leave(key, listener)
    // A HEAD request never reads, so it never listens either.
    return new Readable({
      read() {
        join(this)
      },
      destroy(error, done) {
        leave(this)
        done(error)
      },
    })
  }

  close(): void {
    for (const feed of this.#feeds.values()) {
      for (const listener of [...feed.listeners]) listener.push(null)
      feed.stopping.abort()
    }
    this.#feeds.clear()
  }

  #join(key: string, owner: FiguresOf, listener: Readable): void {
    let feed = this.#feeds.get(key)
    if (feed?.listeners.has(listener)) return
    if (!feed) {
      feed = { listeners: new Set(), stopping: new AbortController() }
      this.#feeds.set(key, feed)
      void this.#watch(owner, feed)
    }
    feed.listeners.add(listener)
    listener.push('retry: 2000\n: here you are\n\n')
  }

  #leave(key: string, listener: Readable): void {
    const feed = this.#feeds.get(key)
    if (!feed?.listeners.delete(listener) || feed.listeners.size > 0) return
    feed.stopping.abort()
    this.#feeds.delete(key)
  }

  async #watch(owner: FiguresOf, feed: Feed): Promise<void> {
    const { clock, db, log } = this.#world
    const { signal } = feed.stopping
    let seen: string | null = null
    let quietSince = clock.monotonic()
    while (!signal.aborted) {
      try {
        const horizon = await currentHorizon(db)
        const isNew = seen !== null && seen !== horizon
        const text = isNew ? await news(this.#world, owner, seen!, horizon) : ''
        seen = horizon
        const now = clock.monotonic()
        if (text !== '' || now - quietSince >= heartbeatMs) {
          quietSince = now
          push(feed, text === '' ? ': still here\n\n' : text)
        }
      } catch (error) {
        log.warn({ error: String(error) }, 'a live page was not brought up to date')
      }
      await clock.sleep(askEveryMs, signal).catch(() => undefined)
    }
  }
}

function push({ listeners }: Feed, text: string): void {
  for (const listener of [...listeners]) {
    if (listener.readableLength > maxBuffered) listener.destroy()
    else listener.push(text)
  }
}

async function news(
  world: Pick<World, 'db'>,
  owner: FiguresOf,
  fromXid: string,
  toXid: string,
): Promise<string> {
  const limit = maxTold + 1
  const { emails, events } = await changedEmails(world.db, owner, { fromXid, toXid, limit })
  if (events > maxTold) return event('refresh', {})
  return emails
    .map(email =>
      event('email', {
        id: show('msg', email.id),
        status: email.status,
        created_at: email.created_at.toISOString(),
        last_event_at: email.last_event_at.toISOString(),
      }),
    )
    .join('')
}

export const event = (name: string, data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

const tooMany = () =>
  new Refusal('rate_limited', {
    why: {
      en: 'Too many pages listen to this project. Close some.',
      pt: 'Páginas demais acompanham este projeto. Feche algumas.',
    },
    headers: { 'Retry-After': '10' },
  })
