/** The operator's command for those who own accounts: adopting, helping in, listing, closing. */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { makeFirstAccount } from '#boot/first-start.ts'
import { selectCredentials } from '#tenants/accounts/members-store.ts'
import { isPassword } from '#tenants/accounts/passwords.ts'
import { maloteWith } from '../../support/command.ts'
import { testDatabase } from '../../support/database.ts'
import { fakeWorld } from '../../support/fake-world.ts'

async function setUp(t: TestContext) {
  const { url, db } = await testDatabase(t)
  const home = { DATABASE_URL: url, MALOTE_ALLOW_UNSAFE_DATABASE: 'true' }
  const malote = async (...words: string[]) =>
    JSON.parse((await maloteWith(home, ...words, '--json')).stdout)
  const world = fakeWorld({ db })
  const hasPassword = async (email: string, password: string) =>
    isPassword(world, await selectCredentials(db, [email]), { password, visitor: 'known' })
  return { db, malote, world, home, hasPassword }
}

describe('malote account', () => {
  it('adopts the account of the first start: one account, by name, without limits', async t => {
    const { malote, world, hasPassword, db } = await setUp(t)
    const early = await malote('account', 'adopt', '--email', 'ana@own.test')
    assert.equal(early.error.param, 'account')
    assert.match(early.error.message, /code that a start shows|código que a inicialização mostra/)
    await makeFirstAccount(world)
    const mine = await malote('account', 'adopt', '--email', 'Ana@own.test')
    assert.match(mine.password_link, /\/reset\?token=/)
    const { accounts, has_more } = await malote('account', 'list')
    assert.deepEqual(
      accounts.map((one: Record<string, unknown>) => [
        one.id,
        one.email,
        one.plan,
        one.trust_level,
        one.operator,
        one.closed_at,
      ]),
      [[mine.account_id, 'ana@own.test', 'enterprise', 3, true, null]],
    )
    assert.equal(has_more, false)
    // Again, by another address and with a password; whoever was in is out, by every door.
    await db.query(
      `insert into member_identities
         select 'https://id.test', 'ana', account_id, id, email, now(), now() from members`,
    )
    await db.query(
      `insert into passkeys select account_id, gen_random_uuid(), id, '\\x01', '\\x02', 0, '{}', 'Key',
         now(), null from members`,
    )
    await db.query(
      `insert into address_changes (id, account_id, member_id, previous, next, undo_hash, asked_at,
           confirmed_at, expires_at)
         select gen_random_uuid(), account_id, id, 'old@own.test', email, '\\x01', now(), now(),
           now() + interval '7 days' from members`,
    )
    const again = ['--email', 'ana@new.test', '--password', 'a long password']
    const { password_link } = await malote('account', 'adopt', ...again)
    assert.equal(password_link, undefined)
    assert.equal(await hasPassword('ana@new.test', 'a long password'), true)
    for (const table of ['passkeys', 'member_identities', 'address_changes']) {
      assert.deepEqual(await db.query(`select from ${table}`), [], table)
    }
    const other = await malote('account', 'create', '--email', 'bia@own.test')
    const taken = await malote('account', 'adopt', '--email', 'BIA@own.test')
    assert.deepEqual([taken.error.code, taken.error.param], ['invalid_field', 'email'])
    const all = (await malote('account', 'list')).accounts
    assert.deepEqual(
      all.map((one: Record<string, unknown>) => one.id).toSorted(),
      [mine.account_id, other.account_id].toSorted(),
    )
    const page = await malote('account', 'list', '--limit', '1', '--after', all[0].id)
    assert.deepEqual([page.accounts, page.has_more], [[all[1]], false])
    assert.equal((await malote('account', 'list', '--limit', '1')).has_more, true)
  })

  it('lists changes of address: by them one is kept that no account has', async t => {
    const { malote, db } = await setUp(t)
    await malote('account', 'create', '--email', 'ana@own.test')
    const note = (id: string, rest: string) =>
      db.query(
        `insert into address_changes (id, account_id, member_id, previous, next, asked_at,
           confirmed_at, expires_at)
         select '${id}', account_id, id, ${rest} from members`,
      )
    await note(
      '01900000-0000-7000-8000-000000000001',
      `'old@own.test', email, now() - interval '1 hour', now(), now() + interval '7 days'`,
    )
    await note(
      '01900000-0000-7000-8000-000000000002',
      `email, 'next@own.test', now(), null, now() + interval '1 day'`,
    )
    await note(
      '01900000-0000-7000-8000-000000000003',
      `'over@own.test', email, now(), now(), now() - interval '1 second'`,
    )
    const kept = await malote('account', 'create', '--email', 'old@own.test')
    assert.match(kept.error.message, /until a change that can still be undone/)
    const { accounts } = await malote('account', 'list')
    assert.deepEqual(
      accounts[0].address_changes.map((one: Record<string, string>) => [
        one.from,
        one.to,
        one.state,
        Date.parse(one.until!) > Date.now(),
      ]),
      [
        ['old@own.test', 'ana@own.test', 'can_be_undone', true],
        ['ana@own.test', 'next@own.test', 'waits_for_link', true],
      ],
    )
    assert.match(
      (await malote('account', 'create', '--email', 'over@own.test')).account_id,
      /^acc_/,
    )
  })

  it('helps a member in, by a password or a link', async t => {
    const { malote, hasPassword, db } = await setUp(t)
    await malote('account', 'create', '--email', 'ana@own.test', '--password', 'the first one')
    await db.query(`update members set totp_secret = '\\x01', totp_enabled_at = now()`)
    const { password_link } = await malote('account', 'password', 'ANA@own.test')
    assert.match(password_link, /\/reset\?token=/)
    assert.equal(await hasPassword('ana@own.test', 'the first one'), true)
    await db.query(
      `insert into member_identities
         select 'https://id.test', 'ana', account_id, id, email, now(), now() from members`,
    )
    await db.query(
      `insert into passkeys select account_id, gen_random_uuid(), id, '\\x01', '\\x02', 0, '{}', 'Key',
         now(), null from members`,
    )
    const off = ['--without-two-step', '--without-passkeys', '--without-identity']
    const set = ['--password', 'the second one', ...off]
    assert.equal(
      (await malote('account', 'password', 'ana@own.test', ...set)).email,
      'ana@own.test',
    )
    assert.equal(await hasPassword('ana@own.test', 'the first one'), false)
    assert.equal(await hasPassword('ana@own.test', 'the second one'), true)
    const [row] = await db.query('select totp_enabled_at from members')
    assert.deepEqual(row, { totp_enabled_at: null })
    const [links] = await db.query('select count(*)::int as n from member_tokens')
    assert.deepEqual(links, { n: 0 })
    assert.deepEqual(await db.query('select subject from member_identities'), [])
    assert.deepEqual(await db.query('select name from passkeys'), [])
    const nobody = await malote('account', 'password', 'nobody@own.test')
    assert.deepEqual([nobody.error.code, nobody.error.param], ['invalid_field', 'email'])
    const short = await malote('account', 'password', 'ana@own.test', '--password', 'short')
    assert.equal(short.error.param, 'password')
  })

  it('closes an account: nothing of its people stays, its invoices do', async t => {
    const { malote, db } = await setUp(t)
    const mine = await malote('account', 'create', '--email', 'op@own.test')
    await malote('account', 'set', mine.account_id, '--operator')
    const theirs = await malote('account', 'create', '--email', 'ana@leaves.test', '--name', 'Ana')
    const ofTheirs = ['--project', theirs.project_id]
    await malote('key', 'create', ...ofTheirs, '--mode', 'test', '--scope', 'send')
    await malote('domain', 'create', ...ofTheirs, 'leaves.test')
    const row = await db.query<{ id: string }>(`select id from accounts where name = 'Ana'`)
    await db.query(
      `insert into invoices (account_id, id, number, cause, state, pay_by, currency, total_cents,
         starts_on, ends_on, live, due_at, created_at)
       values ($1, gen_random_uuid(), 1, 'order', 'due', 'invoice', 'BRL', 100,
         now(), now(), true, now(), now())`,
      [row[0]!.id],
    )
    await malote('account', 'set', theirs.account_id, '--tax-id', '11.222.333/0001-81')
    // Who pays, whoever was invited, and what was told by name are people, too.
    await db.query('update standings set billing_email = $2 where account_id = $1', [
      row[0]!.id,
      'accounts@leaves.test',
    ])
    await db.query(
      `insert into invitations (account_id, id, email, role, language, hash, created_at, expires_at)
       values ($1, gen_random_uuid(), 'bia@leaves.test', 'owner', 'pt', '\\x01', now(), now())`,
      [row[0]!.id],
    )
    await db.query(
      `insert into notices (account_id, id, level, code, text, created_at)
       values ($1, gen_random_uuid(), 'info', 'sign_in', '{"en":"Ana","pt":"Ana"}', now())`,
      [row[0]!.id],
    )
    const close = ['account', 'close', theirs.account_id]
    assert.equal((await malote(...close)).error.code, 'missing_field')
    assert.deepEqual(await malote(...close, '--yes'), {
      id: theirs.account_id,
      closed: true,
      projects_ended: 1,
    })
    const ofPeople = ['accounts', 'members', 'invitations', 'notices', 'standings']
    for (const table of [...ofPeople, 'projects', 'domains']) {
      const rows = await db.query(`select t::text as row from ${table} t`)
      for (const { row } of rows) assert.doesNotMatch(String(row), /leaves\.test|Ana/, table)
    }
    assert.deepEqual(await db.query('select id from api_keys'), [])
    const kept = `select i.total_cents::int as cents, s.tax_id is not null as has_tax_id
      from invoices i join standings s using (account_id)`
    assert.deepEqual(await db.query(kept), [{ cents: 100, has_tax_id: true }])
    const { accounts } = await malote('account', 'list')
    assert.deepEqual(
      accounts.map((one: Record<string, unknown>) => [one.email, one.closed_at !== null]),
      [
        ['op@own.test', false],
        [null, true],
      ],
    )
    assert.equal((await malote(...close, '--yes')).error.code, 'resource_not_found')
    const own = await malote('account', 'close', mine.account_id, '--yes')
    assert.deepEqual([own.error.code, own.error.param], ['invalid_field', 'id'])
    // The address is free for another account.
    const back = await malote('account', 'create', '--email', 'ana@leaves.test')
    assert.match(back.account_id, /^acc_/)
  })
})

it('projects, keys and domains are listed', async t => {
  const { malote, home } = await setUp(t)
  const { account_id: account, project_id: project } = await malote(
    ...['account', 'create', '--email', 'ana@own.test'],
  )
  const { projects } = await malote('project', 'list', '--account', account)
  assert.deepEqual([projects.length, projects[0].id, projects[0].name], [1, project, 'Default'])
  const ofProject = ['--project', project]
  const made = await malote('key', 'create', ...ofProject, '--mode', 'live', '--scope', 'read')
  const { keys } = await malote('key', 'list', ...ofProject)
  assert.deepEqual([keys.length, keys[0].id, keys[0].scope], [1, made.id, 'read'])
  assert.doesNotMatch(JSON.stringify(keys), new RegExp(made.key))
  const domain = await malote('domain', 'create', ...ofProject, 'shop.test')
  const { domains } = await malote('domain', 'list', ...ofProject)
  assert.deepEqual(
    domains.map((one: Record<string, unknown>) => [one.id, one.name, one.status, one.verified_at]),
    [[domain.id, 'shop.test', 'pending', null]],
  )
  const none = `prj_${'0'.repeat(32)}`
  for (const words of [
    ['key', 'list', '--project', none],
    ['domain', 'list', '--project', none],
    ['project', 'list', '--account', none.replace('prj', 'acc')],
  ]) {
    assert.equal((await malote(...words)).error.code, 'resource_not_found', words.join(' '))
  }
  const people = await maloteWith(home, 'domain', 'list', ...ofProject)
  assert.match(people.stdout, /shop\.test/)
})
