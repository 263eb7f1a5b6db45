/**
 * The certificates as a node shows them: read from the database when it starts and whenever they
 * change, so that a renewed one is in use on all nodes without a restart. What is held is good to
 * the next look, also while the database is away. A stranger's handshake asks the database only for
 * names that are known.
 */
import { createSecureContext, type SecureContext } from 'node:tls'
import { hourMs } from '#kernel/base/durations.ts'
import { hostName } from '#kernel/base/host-name.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { namesOfSettings, usualNames } from './names.ts'
import { certificatesCame } from './renew.ts'
import { certificatesStamp, findKeyPair, type KeyPair, selectIssued, wantNames } from './store.ts'

interface CertificateKeeper {
  /** For a handshake that names a host; null: there is none for it. */
  contextFor(serverName: string): Promise<SecureContext | null>
  /** For those who name none, of this node's own names; null until it has come. */
  usual(): Promise<ServedCertificate | null>
  /** Looks at once. */
  refresh(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

interface ServedCertificate extends KeyPair {
  readonly context: SecureContext
  /** Another one when it has been renewed. */
  readonly stamp: string
}

type Outside = Pick<World, 'clock' | 'db' | 'log' | 'settings' | 'signals'>

interface CertificateSlot {
  readonly issuedAt: number
  shown?: Promise<ServedCertificate | null>
  /** The one that it replaces, until it has been read. */
  before: Promise<ServedCertificate | null> | null
}

const lookEveryMs = 5_000
const sayEveryMs = hourMs

export const certificateKeeper: Part<CertificateKeeper, Outside> = {
  name: 'certificates',
  make: createKeeper,
}

function createKeeper(world: Outside): CertificateKeeper {
  const { clock, db, log, settings, signals } = world
  const shelf = createShelf(world)
  const stopping = new AbortController()
  let saidAt = Number.NEGATIVE_INFINITY
  let running: Promise<void> = Promise.resolve()
  let stopListening = (): void => {}

  async function look(): Promise<void> {
    if (clock.monotonic() - saidAt >= sayEveryMs) {
      await wantNames(db, namesOfSettings(settings), clock.now())
      saidAt = clock.monotonic()
    }
    await shelf.refresh()
  }

  const lookOrSay = (): Promise<void> =>
    look().catch(error => log.warn({ error: String(error) }, 'certificates were not looked at'))

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      await clock.sleep(lookEveryMs, stopping.signal).catch(() => undefined)
      if (!stopping.signal.aborted) await lookOrSay()
    }
  }

  return {
    contextFor: async serverName => (await shelf.shown(hostName(serverName)))?.context ?? null,
    async usual() {
      for (const name of usualNames(settings)) {
        const shown = await shelf.shown(name)
        if (shown !== null) return shown
      }
      return null
    },
    refresh: shelf.refresh,
    async start() {
      await look()
      // Made before the first who connects waits for them.
      await Promise.all(namesOfSettings(settings).map(shelf.shown))
      stopListening = signals.on(certificatesCame, () => void lookOrSay())
      running = run()
    },
    async stop() {
      stopping.abort()
      stopListening()
      await running
    },
  }
}

/** What is known to be there, each read when it is first shown. */
function createShelf({ db, log }: Outside) {
  const held = new Map<string, CertificateSlot>()
  let stamp = ''

  async function refresh(): Promise<void> {
    const now = await certificatesStamp(db)
    if (now === stamp) return
    const issued = await selectIssued(db)
    const names = new Set(issued.map(one => one.name))
    for (const name of held.keys()) if (!names.has(name)) held.delete(name)
    for (const { name, issuedAt } of issued) {
      const before = held.get(name)
      if (before?.issuedAt === issuedAt.getTime()) continue
      held.set(name, { issuedAt: issuedAt.getTime(), before: before?.shown ?? null })
    }
    stamp = now
  }

  /** What cannot be read now is read for the next who asks; meanwhile the one before is shown. */
  function shown(name: string): Promise<ServedCertificate | null> {
    const one = held.get(name)
    if (one === undefined) return Promise.resolve(null)
    one.shown ??= read(name, one).catch((error: unknown) => {
      delete one.shown
      log.warn({ name, error: String(error) }, 'a certificate could not be read')
      return one.before
    })
    return one.shown
  }

  async function read(name: string, one: CertificateSlot): Promise<ServedCertificate | null> {
    const pair = await findKeyPair(db, name)
    if (pair === null) return null
    const context = createSecureContext({ cert: pair.chain, key: pair.privateKey })
    one.before = null
    return { ...pair, context, stamp: `${name} ${one.issuedAt}` }
  }

  return { refresh, shown }
}
