/** Two cells in the test's process, an account in the first of them, and what it looks like from outside. */
import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { openKeyring } from '#boot/keyring.ts'
import { type MovedAccount, moveAccount, type ToCell } from '#boot/move-account/move-account.ts'
import { sealAll } from '#boot/sealing.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { useKeyring } from '#kernel/world/sealed.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { type TestDatabase, testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import type { MxOptions } from '../../unit/smtp/mx.ts'

export const zones = {
  'here.test': { MX: ['10 mx.here.test'] },
  'mx.here.test': { A: ['127.0.0.1'] },
  // Where each cell's pages are: names, under which a page is not everybody's by itself.
  'a1.pages.test': { A: ['127.0.0.1'] },
  'b7.pages.test': { A: ['127.0.0.1'] },
} as const
export const secret = 'a secret that both cells have, of thirty-two bytes'

export interface Cell {
  readonly tag: string
  readonly service: TestService
  readonly url: string
  readonly inbound: number
}

export interface Moved {
  readonly accountId: Uuid
  readonly projectId: Uuid
  readonly memberId: Uuid
  readonly key: string
  readonly domain: string
}

export interface Cells {
  readonly a1: Cell
  readonly b7: Cell
  readonly directory: TestDatabase
  readonly moved: Moved
  readonly move: MovedAccount
  readonly to: ToCell
}

async function startCell(
  t: TestContext,
  tag: string,
  { directory, mx }: { readonly directory: string; readonly mx: MxOptions },
): Promise<Cell> {
  const [port, inbound] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${port}`
  const service = await startTestService(t, {
    zones,
    mx,
    names: { owner: `owner@${tag}.test`, domain: `${tag}-shop.test` },
    settings: {
      PORT: String(port),
      MALOTE_CELL: tag,
      MALOTE_SECRET: secret,
      MALOTE_BASE_URL: `http://${tag}.pages.test:${port}`,
      MALOTE_DIRECTORY_URL: directory,
      MALOTE_INBOUND_PORT: String(inbound),
      MALOTE_RETURN_PATH_DOMAIN: `bounces.${tag}.malote.test`,
      MALOTE_LEASE_SECONDS: '5',
    },
  })
  await openKeyring(service.world.db, service.world.settings)
  await lookAround(service.world, service.world.directory!)
  return { tag, service, url, inbound }
}

export async function twoCells(t: TestContext, mx: MxOptions = {}): Promise<Cells> {
  const directory = await testDatabase(t, { isBare: true })
  t.after(() => useKeyring({ keys: [], place: '' }))
  const [a1, b7] = [
    await startCell(t, 'a1', { directory: directory.url, mx }),
    await startCell(t, 'b7', { directory: directory.url, mx }),
  ]
  const { world } = a1.service
  const made = await createAccount(world, {
    email: 'ana@people.test',
    plan: 'enterprise',
    trustLevel: 3,
    language: 'en',
  })
  const domain = await createDomain(world, { projectId: made.projectId, name: 'ana.test' })
  await trustDomain(world, domain.id)
  const { projectId } = made
  const { key } = await createKey(world, { projectId, mode: 'live', scope: 'admin', rate: 0 })
  await lookAround(world, world.directory!)
  await sealAll(world)
  const moved = { ...made, key, domain: 'ana.test' }
  const move = {
    accountId: moved.accountId,
    cell: 'a1',
    returnPath: world.settings.MALOTE_RETURN_PATH_DOMAIN,
    from: urlOf(a1),
    directory: world.directory!,
    clock: world.clock,
    tell() {},
  }
  const to = { cell: 'b7', database: urlOf(b7), url: b7.url, moveId: world.ids.next() }
  return { a1, b7, directory, moved, move, to }
}

export const urlOf = ({ service }: Cell): string => service.databaseUrl()

/** By the old key, wherever it leads. */
export const calling =
  ({ key }: Moved, { url }: Cell) =>
  async (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        'accept-language': 'en',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
    const read: any = await answer.json()
    return { status: answer.status, headers: answer.headers, body: read }
  }

const lists = [
  'emails',
  'suppressions',
  'domains',
  'webhooks',
  'templates',
  'contacts',
  'topics',
  'segments',
  'campaigns',
  'sequences',
]

/** All that the account's lists say, page by page; records for DNS name the cell, which changes. */
export async function readAll(call: ReturnType<typeof calling>): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {}
  for (const list of lists) {
    const rows: { id: string }[] = []
    for (;;) {
      const after = rows.length === 0 ? '' : `&starting_after=${rows.at(-1)!.id}`
      const { status, body } = await call('GET', `/v1/${list}?limit=3${after}`)
      assert.equal(status, 200, `${list}: ${JSON.stringify(body)}`)
      rows.push(...body.data)
      if (!body.has_more) break
    }
    read[list] = JSON.parse(
      JSON.stringify(rows).replaceAll(/\b(a1|b7)\.(malote|pages)\.test/g, 'cell'),
    )
    if (list === 'emails') {
      for (const { id } of rows) read[id] = (await call('GET', `/v1/emails/${id}`)).body
    }
  }
  return read
}

class BrokenOff extends Error {}

/** A mover that dies where a step begins: nothing more is asked, and what was open is rolled back. */
export async function dyingAt(cells: Cells, step: string): Promise<boolean> {
  const at = (name: string): void => {
    if (name === step) throw new BrokenOff(step)
  }
  try {
    await moveAccount({ ...cells.move, at }, cells.to)
    return false
  } catch (error) {
    if (!(error instanceof BrokenOff)) throw error
    return true
  }
}
