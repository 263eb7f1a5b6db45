/**
 * Sites that nobody may link to: the operator's file (one host a line, what follows # is a comment),
 * read again when it changes, and DNS blocklists (RFC 5782 §2.2: `name.list` resolves to
 * 127.0.0.0/8 where the name is listed). A name is listed with everything below it. What cannot be
 * asked in time is taken for clean: a blocklist that is down must not stop mail.
 */
import { readFileSync, statSync } from 'node:fs'
import { getDomain } from 'tldts'
import type { Part } from '#kernel/world/runtime.ts'
import type { World } from '#kernel/world/world.ts'

type Outside = Pick<World, 'clock' | 'dns' | 'log' | 'runtime' | 'settings'>

/** Whether there is any list to ask. */
export function hasBlocklists({ settings }: Pick<World, 'settings'>): boolean {
  return settings.MALOTE_BLOCKLIST_FILE !== '' || settings.MALOTE_DNS_BLOCKLISTS.length > 0
}

/** The first of these hosts that is on a list, or null. */
export async function findBlocked(world: Outside, hosts: Iterable<string>): Promise<string | null> {
  const distinct = [...new Set(hosts)]
  return findInFile(world, distinct) ?? findInDns(world, distinct)
}

/** The first that the operator's file names; nobody is asked. */
export function findInFile(world: Outside, hosts: readonly string[]): string | null {
  const file = fileOf(world)
  return hosts.find(host => parents(host).some(name => file.has(name))) ?? null
}

function parents(host: string): string[] {
  const labels = host.split('.')
  return labels.map((_, i) => labels.slice(i).join('.'))
}

// The file ---------------------------------------------------------------------------------------

interface CachedList {
  readonly lookedAt: number
  readonly version: string
  readonly hosts: ReadonlySet<string>
}

const lookEveryMs = 1_000
const listFile: Part<{ cached: CachedList | null }, unknown> = {
  name: 'blocklist file',
  make: () => ({ cached: null }),
}

function fileOf(world: Outside): ReadonlySet<string> {
  const { clock, log, settings } = world
  const path = settings.MALOTE_BLOCKLIST_FILE
  if (path === '') return new Set()
  const file = world.runtime.get(listFile, world)
  const before = file.cached
  const now = clock.monotonic()
  if (before && now - before.lookedAt < lookEveryMs) return before.hosts
  try {
    const { mtimeMs, size, ino } = statSync(path)
    const version = `${mtimeMs} ${size} ${ino}`
    const hosts = before?.version === version ? before.hosts : readHosts(readFileSync(path, 'utf8'))
    file.cached = { lookedAt: now, version, hosts }
    return hosts
  } catch (error) {
    // Half an editor's save: what was known stays in force.
    log.warn({ path, error: (error as Error).message }, 'the blocklist file could not be read')
    const hosts = before?.hosts ?? new Set<string>()
    file.cached = { lookedAt: now, version: '', hosts }
    return hosts
  }
}

function readHosts(text: string): Set<string> {
  const hosts = new Set<string>()
  for (const line of text.split(/\r?\n/)) {
    const name = line
      .replace(/#.*/, '')
      .trim()
      .toLowerCase()
      .replace(/^\*?\.|\.$/g, '')
    if (name === '') continue
    hosts.add(URL.parse(`http://${name}`)?.hostname ?? name)
  }
  return hosts
}

// DNS --------------------------------------------------------------------------------------------

/** For all look-ups of one email together. */
const dnsTimeoutMs = 1_000
const maxAsked = 20
const rememberMs = 5 * 60_000
const maxRemembered = 20_000
interface CachedAnswer {
  readonly listed: boolean
  readonly until: number
}

const listAnswers: Part<Map<string, CachedAnswer>, unknown> = {
  name: 'DNS blocklist answers',
  make: () => new Map(),
}

async function findInDns(world: Outside, hosts: readonly string[]): Promise<string | null> {
  const lists = world.settings.MALOTE_DNS_BLOCKLISTS
  if (lists.length === 0) return null
  // Lists of domains hold what is registered, and are asked about nothing else.
  const names = [...new Set(hosts.flatMap(host => getDomain(host) ?? []))].slice(0, maxAsked)
  const asked = names.flatMap(name => lists.map(list => ({ name, query: `${name}.${list}` })))
  let found: string | null = null
  const answers = asked.map(async ({ name, query }) => {
    if (await isListed(world, query)) found ??= name
  })
  const late = new AbortController()
  const deadline = world.clock.sleep(dnsTimeoutMs, late.signal).catch(() => undefined)
  await Promise.race([Promise.all(answers), deadline])
  late.abort()
  return found
}

async function isListed(world: Outside, query: string): Promise<boolean> {
  const known = world.runtime.get(listAnswers, world)
  const now = world.clock.monotonic()
  const before = known.get(query)
  if (before && before.until > now) return before.listed
  const answer = await world.dns.a(query)
  if (answer.kind === 'failure') return false
  // 127.255.255.0/24 means that the list refuses to answer us, not that the name is on it.
  const listed =
    answer.kind === 'answer' &&
    answer.records.some(one => one.startsWith('127.') && !one.startsWith('127.255.255.'))
  if (known.size >= maxRemembered) known.clear()
  known.set(query, { listed, until: now + rememberMs })
  return listed
}
