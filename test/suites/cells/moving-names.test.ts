/**
 * Whose the names of an account are while it goes to another cell: the old one's until it is open in
 * the new one, and the new one's before anybody hears that the move is done. No look of a cell at the
 * directory has a part in it: they would set it right later, and until then lead people wrongly.
 */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { moveAccount } from '#boot/move-account/move-account.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { calling, twoCells } from './moving.ts'

it('The names of an account go with it, as soon as it is open there and not before', async t => {
  const { a1, b7, directory, moved, move, to } = await twoCells(t)
  const { world } = a1.service
  const { accountId } = moved
  const call = calling(moved, a1)
  // It may be put back, so it is nobody else's.
  const { body: deleted } = await call('POST', '/v1/domains', { name: 'deleted.ana.test' })
  assert.equal((await call('DELETE', `/v1/domains/${deleted.id}`)).status, 200)
  // Ways in that name no address.
  const { memberId } = moved
  await world.db.query(
    `insert into passkeys (account_id, id, member_id, credential_id, public_key, counter, transports,
       name, created_at)
     values ($1, $2, $3, decode('c0ffee', 'hex'), ''::bytea, 0, '{}', 'Phone', now())`,
    [accountId, world.ids.next(), memberId],
  )
  await world.db.query(
    `insert into member_identities (issuer, subject, account_id, member_id, email, linked_at, seen_at)
     values ('https://id.test', 'ana', $1, $2, 'ana@people.test', now(), now())`,
    [accountId, memberId],
  )
  await lookAround(world, world.directory!)
  const cellsOf = async (names: readonly string[]): Promise<Record<string, string>> => {
    const rows = await directory.db.query<{ name: string; cell: string }>(
      'select name, cell from directory_names where name = any($1)',
      [names],
    )
    return Object.fromEntries(rows.map(({ name, cell }) => [name, cell]))
  }
  const names = [
    'ana@people.test',
    'ana.test',
    'deleted.ana.test',
    accountId,
    'c0ffee',
    'https://id.test\nana',
  ]
  const allIn = (cell: string) => Object.fromEntries(names.map(name => [name, cell]))
  const seen: Record<string, Record<string, string>> = {}
  const at = async (step: string): Promise<void> => {
    if (!['begin', 'out', 'open', 'named', 'done'].includes(step)) return
    // A cell that has lost its rows, and one that has got them, look at any moment.
    if (step === 'out' || step === 'open') {
      for (const { service } of [a1, b7]) await lookAround(service.world, service.world.directory!)
    }
    seen[step] = await cellsOf(names)
  }
  await moveAccount({ ...move, at }, to)
  assert.deepEqual(seen, {
    begin: allIn('a1'),
    out: allIn('a1'),
    open: allIn('a1'),
    named: allIn('b7'),
    done: allIn('b7'),
  })
  assert.deepEqual(await cellsOf(['owner@a1.test', 'owner@b7.test', 'a1-shop.test']), {
    'owner@a1.test': 'a1',
    'owner@b7.test': 'b7',
    'a1-shop.test': 'a1',
  })
})
