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

interface LiveMessage {
  readonly listeners: Set<Readable>
  readonly stopping: AbortController
}

export function createLiveUpdates(world: Pick<World, 'db' | 'clock' | 'log'>): LiveUpdates {
  const posts = new Map<string, LiveMessage>()

  function leave(key: string, listener: Readable): void {
    const post = posts.get(key)
    if (!post?.listeners.delete(listener) || post.listeners.size > 0) return
    post.stopping.abort()
    posts.delete(key)
  }

  function tell(post: LiveMessage, text: string): void {
    for (const listener of [...post.listeners]) {
      if (listener.readableLength > maxBuffered) listener.destroy()
      else listener.push(text)
    }
  }

  async function watch(owner: FiguresOf, post: LiveMessage): Promise<void> {
    const { signal } = post.stopping
    let seen: string | null = null
    let quietSince = world.clock.monotonic()
    while (!signal.aborted) {
      try {
        const horizon = await currentHorizon(world.db)
        const text =
          seen === null || seen === horizon ? '' : await news(world, owner, seen, horizon)
        seen = horizon
        const now = world.clock.monotonic()
        if (text !== '' || now - quietSince >= heartbeatMs) {
          quietSince = now
          tell(post, text === '' ? ': still here\n\n' : text)
        }
      } catch (error) {
        world.log.warn({ error: String(error) }, 'a live page was not brought up to date')
      }
      await world.clock.sleep(askEveryMs, signal).catch(() => undefined)
    }
  }

  return {
    open(owner) {
      const key = `${owner.projectId} ${owner.mode}`
      if ((posts.get(key)?.listeners.size ?? 0) >= maxListeners) throw tooMany()
      // A HEAD request never reads, so it never listens either.
      const listener = new Readable({
        read() {
          let post = posts.get(key)
          if (post?.listeners.has(this)) return
          if (!post) {
            post = { listeners: new Set(), stopping: new AbortController() }
            posts.set(key, post)
            void watch({ projectId: owner.projectId, mode: owner.mode }, post)
          }
          post.listeners.add(this)
          this.push('retry: 2000\n: here you are\n\n')
        },
        destroy(error, done) {
          leave(key, this)
          done(error)
        },
      })
      return listener
    },
    close() {
      for (const post of posts.values()) {
        for (const listener of [...post.listeners]) listener.push(null)
        post.stopping.abort()
      }
      posts.clear()
    },
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
