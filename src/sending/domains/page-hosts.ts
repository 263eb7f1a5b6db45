/**
 * Under which hosts a project's public pages and links are served: the installation's own, and the
 * project's tracking domain. A reader, and whoever keeps lists of bad hosts, takes what a host shows
 * for its owner's: nobody borrows the name of another customer, nor the dashboard's.
 */
import { isIP } from 'node:net'
import type { Settings } from '#kernel/base/config.ts'
import { hostName } from '#kernel/base/host-name.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'
import { findTrackingProject, selectTrackingHosts } from './sender-store.ts'

type Outside = Pick<World, 'db' | 'clock' | 'runtime' | 'settings'>

/** Of an installation's own host: everybody's pages. Of a host that nobody here has proved: unknown. */
type Owner = { readonly projectId: Uuid } | 'everybody' | 'nobody' | 'unknown'

interface CachedHost {
  readonly projectId: Uuid
  readonly until: number
}

/** A domain may be taken away from a project; until then each click asks for the same. */
const keptMs = 1_000
const maxKept = 10_000
const known: Part<Map<string, CachedHost>, unknown> = {
  name: 'hosts of pages',
  make: () => new Map(),
}

/**
 * Whether the project's pages are served under the host of a request (RFC 9110 §7.2), its port
 * aside.
 */
export async function isServedAt(world: Outside, host: string, projectId: Uuid): Promise<boolean> {
  const owner = await ownerOf(world, host)
  return owner === 'everybody' || (typeof owner === 'object' && owner.projectId === projectId)
}

/** The same of a way out of mail, which outlives the domain that it stood under. */
export async function mayLeaveAt(world: Outside, host: string, projectId: Uuid): Promise<boolean> {
  return (await ownerOf(world, host)) === 'unknown' || isServedAt(world, host, projectId)
}

/** Whether a host is this installation's own, under which all pages stand. */
export const isOwnHost = ({ settings }: Pick<World, 'settings'>, host: string): boolean =>
  isOfEverybody(settings, hostName(host))

/** Every host that leads here for a project, as it was found in DNS. */
export const trackingHosts = ({ db }: Pick<World, 'db'>): Promise<string[]> =>
  selectTrackingHosts(db)

async function ownerOf(world: Outside, written: string): Promise<Owner> {
  const host = hostName(written)
  const { settings } = world
  if (isOfEverybody(settings, host)) return 'everybody'
  if (host === hostOf(settings.MALOTE_DASHBOARD_URL)) return 'nobody'
  const projectId = await projectOf(world, host)
  return projectId === null ? 'unknown' : { projectId }
}

/** An address, and a name within one network, are no name that anybody is judged by. */
const isOfEverybody = (settings: Settings, host: string): boolean =>
  host === hostOf(settings.MALOTE_BASE_URL) ||
  settings.MALOTE_PAGE_HOSTS.some(one => hostName(one) === host) ||
  isIP(host.replace(/^\[|\]$/g, '')) > 0 ||
  !host.includes('.') ||
  host.endsWith('.localhost')

const hostOf = (url: string): string => hostName(new URL(url).host)

async function projectOf(world: Outside, host: string): Promise<Uuid | null> {
  const cache = world.runtime.get(known, world)
  const now = world.clock.monotonic()
  const hit = cache.get(host)
  if (hit !== undefined && hit.until > now) return hit.projectId
  const projectId = await findTrackingProject(world.db, host)
  if (cache.size >= maxKept) cache.clear()
  // What nobody has is asked anew: somebody may prove it at this moment.
  if (projectId !== null) cache.set(host, { projectId, until: now + keptMs })
  return projectId
}
