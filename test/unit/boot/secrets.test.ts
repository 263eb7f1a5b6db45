/** What lies in the database, as a dump shows it, opens nothing without the key beside it. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, describe, it, type TestContext } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { violations } from '#faces/doctor/invariants-store.ts'
import { readSettings } from '#kernel/base/config.ts'
import { nilId, type Uuid } from '#kernel/base/ids.ts'
import type { Db } from '#kernel/world/db.ts'
import { DatabaseRefused } from '#kernel/world/real/embedded-files.ts'
import { sealingKey, UnopenedSeal, useKeyring } from '#kernel/world/sealed.ts'
import type { World } from '#kernel/world/world.ts'
import {
  findKeyPair,
  keepAccountKey,
  keepCertificate,
  takeTurn,
  wantNames,
} from '#platform/certificates/store.ts'
import { noExtras } from '#sending/delivery/personalise.ts'
import { findDelivery, rawMessage } from '#sending/delivery/raw.ts'
import { loadContents } from '#sending/delivery/store.ts'
import { findVerifiedDomain } from '#sending/domains/sender-store.ts'
import type { NewEmail } from '#sending/events/email.ts'
import { writeEmails } from '#sending/outbox/outbox.ts'
import { keptContent } from '#sending/timeline/read-store.ts'
import { forgetSpentLetters } from '#sending/timeline/spent-letters.ts'
import { proposeTotp, selectCredentials } from '#tenants/accounts/members-store.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { systemProject } from '#tenants/installation/system-project.ts'
import { addKey, dropFormerKeys, keyFile, openKeyring } from '../../../src/boot/keyring.ts'
import { sealAll } from '../../../src/boot/sealing.ts'
import { sendSystemMail } from '../../../src/faces/console/send-system-mail.ts'
import { secrets as sealedCheck } from '../../../src/faces/doctor/sealed.ts'
import { makeCertificate } from '../../support/certificates.ts'
import { testDatabase } from '../../support/database.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { until } from '../../support/until.ts'

const none = { keys: [], place: '' }
const here = { keys: [sealingKey('the key of these tests'.repeat(2))], place: 'here' }

/** Every row of every table as text, bytes in hexadecimal digits. */
async function dump(db: Db): Promise<string> {
  const tables = await db.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const rows: string[] = []
  for (const { name } of tables) {
    for (const { row } of await db.query<{ row: string }>(`select t::text as row from ${name} t`)) {
      rows.push(row)
    }
  }
  return rows.join('\n')
}

/** The secret of a webhook as it is shown, and in the spellings of a dump. */
function spellings(shown: string): string[] {
  const base64 = shown.replace('whsec_', '')
  return [base64, Buffer.from(base64, 'base64').toString('hex')]
}

async function receive(t: TestContext) {
  const posts: { body: string; headers: Record<string, string> }[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const bytes of request) body += String(bytes)
    posts.push({ body, headers: request.headers as Record<string, string> })
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}

const zones = { 'here.test': { A: ['127.0.0.1'] } }
const totp = Buffer.from('twenty bytes of totp')

/** A webhook with an idempotency key and a rotation, two-step log-in, a token: all that is secret. */
/** The key of an account at an authority, and of a certificate. */
async function fillCertificates(db: Db): Promise<void> {
  const { cert, key: privateKey } = makeCertificate({ name: 'mail.malote.test' })
  const turn = { directory: 'https://ca.test/directory', by: nilId }
  const now = Date.now()
  await keepAccountKey(db, { directory: turn.directory, privateKey, now })
  await wantNames(db, ['mail.malote.test'], now)
  const account = await takeTurn(db, turn, { now, until: now + 60_000 })
  assert.equal(account!.privateKey, privateKey)
  const issued = { chain: cert, privateKey, startsAt: new Date(now), endsAt: new Date(now + 1) }
  await keepCertificate(db, turn, 'mail.malote.test', { issued, now, nextTryAt: now })
  assert.equal((await findKeyPair(db, 'mail.malote.test'))!.privateKey, privateKey)
}

async function fill(service: TestService, url: string): Promise<string[]> {
  const made = await service.call('POST', '/v1/webhooks', {
    body: { url, events: ['delivered'] },
    headers: { 'idempotency-key': 'once' },
  })
  assert.equal(made.status, 201)
  const again = await service.call('POST', '/v1/webhooks', {
    body: { url, events: ['delivered'] },
    headers: { 'idempotency-key': 'once' },
  })
  assert.equal(again.body.secret, made.body.secret)
  const rotated = await service.call('POST', `/v1/webhooks/${made.body.id}/rotate-secret`)
  const { db } = service.world
  const [member] = await db.query<{ accountId: string; memberId: string }>(
    `insert into members (account_id, id, email, role, created_at)
     values ($1, gen_random_uuid(), 'two@malote.test', 'owner', $2)
     returning account_id as "accountId", id as "memberId"`,
    [service.accountId, new Date()],
  )
  assert.ok(await proposeTotp(db, member!, totp))
  await fillCertificates(db)
  const token = await installationSecret(service.world)
  const link = { to: 'ana@here.test', language: 'en', path: '/reset?token=TheTokenOfAna' } as const
  await sendSystemMail(service.world, 'reset', link)
  return [
    'TheTokenOfAna',
    ...spellings(made.body.secret),
    ...spellings(rotated.body.secret),
    totp.toString('hex'),
    token.toString('hex'),
    'PRIVATE KEY',
  ]
}

async function works(
  service: TestService,
  posts: Awaited<ReturnType<typeof receive>>['posts'],
  shown: string,
): Promise<void> {
  const before = posts.length
  const { db } = service.world
  const sent = await service.call('POST', '/v1/emails', {
    body: { from: 'hello@shop.test', to: ['ana@here.test'], subject: 'Oi', text: 'Oi' },
  })
  assert.equal(sent.status, 202)
  await until(() => Promise.resolve(posts.length > before), 'the post comes')
  const post = posts.at(-1)!
  assert.ok(new Webhook(shown).verify(post.body, post.headers))
  assert.match(service.mx.received.at(-1)!.content.toString(), /^DKIM-Signature:/m)
  const sender = await findVerifiedDomain(db, service.projectId, 'shop.test')
  assert.match(sender!.keys[0]!.privateKeyPem, /^-----BEGIN PRIVATE KEY/)
  assert.deepEqual((await selectCredentials(db, ['two@malote.test']))!.totpSecret, totp)
}

describe('secrets in the database', () => {
  afterEach(() => useKeyring(none))

  it('are sealed as they are written', async t => {
    useKeyring(here)
    const service = await startTestService(t, { zones })
    const { posts, url } = await receive(t)
    const secrets = await fill(service, url)
    const text = await dump(service.world.db)
    for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret lies in plain')
    assert.equal((await sealedCheck(service.world))[0]!.level, 'ok')
    const rotated = await service.call('GET', '/v1/webhooks')
    const id = rotated.body.data[0].id
    const { body } = await service.call('POST', `/v1/webhooks/${id}/rotate-secret`)
    await works(service, posts, body.secret)
  })

  it('of the version before are read, and sealed in the background', async t => {
    // Without jobs: what is sealed here by hand is not sealed by the job before.
    const settings = { MALOTE_ROLES: 'api,deliver,webhooks' }
    const service = await startTestService(t, { zones, settings })
    const { posts, url } = await receive(t)
    const secrets = await fill(service, url)
    const { db } = service.world
    assert.equal((await sealedCheck(service.world))[0]!.level, 'warning')
    useKeyring(here)
    assert.equal((await sealedCheck(service.world))[0]!.level, 'warning')
    const sealed = await sealAll(service.world)
    assert.ok(
      Object.values(sealed).every(count => count > 0),
      JSON.stringify(sealed),
    )
    // An answer that was kept for its repetition is forgotten after a day.
    await db.query('delete from idempotency')
    const text = await dump(db)
    for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret lies in plain')
    assert.equal((await sealedCheck(service.world))[0]!.level, 'ok')
    assert.deepEqual(Object.values(await sealAll(service.world)), [0, 0, 0, 0, 0, 0])
    const shown = (await service.call('GET', '/v1/webhooks')).body.data[0].id
    const { body } = await service.call('POST', `/v1/webhooks/${shown}/rotate-secret`)
    await works(service, posts, body.secret)
  })
})

describe('a letter of the installation', () => {
  it('is sealed while it waits, and arrives with its words and its link', async t => {
    useKeyring(here)
    t.after(() => useKeyring(none))
    const path = '/reset?token=TheTokenOfAna'
    const service = await startTestService(t, { zones, settings: { MALOTE_ROLES: 'api' } })
    const { world } = service
    const { db } = world
    await sendSystemMail(world, 'reset', { to: 'ana@here.test', language: 'en', path })
    assert.doesNotMatch(await dump(db), /TheTokenOfAna|A new password was asked for/)
    const former = { keys: [sealingKey('another key of these tests'.repeat(2)), ...here.keys] }
    useKeyring({ ...former, place: 'here' })
    assert.equal((await sealAll(world)).letters, 1)
    assert.equal((await sealAll(world)).letters, 0)
    useKeyring({ keys: former.keys.slice(0, 1), place: 'here' })
    const projectId = (await systemProject(world))!
    const [{ id } = { id: '' }] = await db.query<{ id: Uuid }>('select id from emails')
    const delivery = await findDelivery(db, { projectId, emailId: id })
    const message = (await rawMessage(world, noExtras, delivery!))!.toString()
    const words = message.replaceAll('=\r\n', '')
    assert.match(words, /A new password was asked for/)
    assert.match(words, /TheTokenOfAna/)
    assert.equal((await keptContent(db, projectId, id))!.text, null)

    // Where the key is missing, it holds up no other mail.
    useKeyring({ keys: here.keys, place: 'here' })
    const other = letterOf(world, projectId)
    await db.transaction(tx => writeEmails(tx, world, [other], { language: () => 'en' }))
    const asked = [id, other.id].map(emailId => ({ projectId, emailId, contentId: null }))
    assert.deepEqual([...(await loadContents(db, asked)).keys()], [other.id])
    await assert.rejects(loadContents(db, asked.slice(0, 1)), UnopenedSeal)
  })

  it('keeps its content, and the token in it, until it has arrived', async t => {
    const service = await startTestService(t, { settings: { MALOTE_ROLES: 'api' } })
    const { world } = service
    const { db } = world
    const projectId = (await systemProject(world))!
    const [arrived, waiting] = [letterOf(world, projectId), letterOf(world, projectId)]
    await db.transaction(tx => writeEmails(tx, world, [arrived, waiting], { language: () => 'en' }))
    const left = async () =>
      (await db.query<{ id: string }>('select email_id as id from email_contents')).map(
        one => one.id,
      )
    await forgetSpentLetters(world)
    assert.equal((await left()).length, 2)
    await db.query("update emails set status = 'delivered' where id = $1", [arrived.id])
    await forgetSpentLetters(world)
    assert.deepEqual(await left(), [waiting.id])
    const rules = await readFile(new URL('../../../db/invariants.sql', import.meta.url), 'utf8')
    const broken = (await violations(db, rules)).map(one => one.name)
    assert.ok(!broken.includes('every email has its content'), 'as doctor sees it')
  })
})

function letterOf(world: World, projectId: string): NewEmail {
  return {
    projectId,
    id: world.ids.next(),
    mode: 'live',
    stream: 'transactional',
    status: 'queued',
    sender: 'Malote <mail@malote.test>',
    senderDomain: 'malote.test',
    addressees: { to: ['ana@here.test'] },
    subject: 'Reset',
    tags: null,
    metadata: null,
    sizeBytes: 10,
    scheduledAt: null,
    createdAt: world.clock.now(),
    content: { text: 'https://malote.test/reset#token' },
    recipients: [{ n: 0, address: 'ana@here.test', state: 'queued' }],
  }
}

describe('the key', () => {
  afterEach(() => useKeyring(none))

  async function folder(t: TestContext): Promise<string> {
    const dir = await mkdtemp(path.join(tmpdir(), 'malote-key-'))
    t.after(() => rm(dir, { recursive: true }))
    return dir
  }

  it('is a file of its owner beside the database, and without it the start says so', async t => {
    const { db } = await testDatabase(t)
    const settings = readSettings({ MALOTE_DATA_DIR: await folder(t) })
    await openKeyring(db, settings)
    assert.equal((await stat(keyFile(settings))).mode & 0o777, 0o600)
    await openKeyring(db, settings)
    const kept = await readFile(keyFile(settings))
    await rm(keyFile(settings))
    await assert.rejects(openKeyring(db, settings), (error: Error) => {
      assert.ok(error instanceof DatabaseRefused)
      assert.match(error.message, /sealed under a key that is not here.*sealing\.key/)
      return !error.message.includes('\n')
    })
    await writeFile(keyFile(settings), `${Buffer.alloc(32).toString('base64')}\n`)
    await assert.rejects(openKeyring(db, settings), DatabaseRefused)
    await writeFile(keyFile(settings), kept)
    await openKeyring(db, settings)
  })

  it('is one and the same for all that start at once for the first time', async t => {
    const settings = readSettings({ MALOTE_DATA_DIR: await folder(t) })
    const { db } = await testDatabase(t)
    const seen = new Set<string>()
    const sql: Pick<Db, 'query'> = {
      async query(text, values) {
        const kept = await readFile(keyFile(settings), 'utf8').catch(() => null)
        if (kept !== null) seen.add(kept)
        return db.query(text, values)
      },
    }
    await Promise.all(Array.from({ length: 8 }, () => openKeyring(sql, settings)))
    assert.equal(seen.size, 1)
    assert.deepEqual(await readdir(settings.MALOTE_DATA_DIR), ['sealing.key'])
  })

  it('is replaced: all is sealed anew, the former one opens for an hour and is gone', async t => {
    const { db } = await testDatabase(t)
    const settings = readSettings({ MALOTE_DATA_DIR: await folder(t) })
    const world = { db, settings, random: { bytes: (n: number) => Buffer.alloc(n, 7) } } as never
    await openKeyring(db, settings)
    const token = await installationSecret(world)
    const former = await readFile(keyFile(settings), 'utf8')
    await addKey(settings)
    assert.deepEqual((await sealAll(world)).token_secret, 1)
    await dropFormerKeys(settings, Date.now())
    assert.ok((await readFile(keyFile(settings), 'utf8')).includes(former))
    await dropFormerKeys(settings, Date.now() + 3_700_000)
    assert.ok(!(await readFile(keyFile(settings), 'utf8')).includes(former))
    await openKeyring(db, settings)
    assert.deepEqual(await installationSecret(world), token)
  })

  it('is MALOTE_SECRET where that is set, and the former one while it is named', async t => {
    const { db } = await testDatabase(t)
    const dir = await folder(t)
    const of = (more: Record<string, string>) =>
      readSettings({ MALOTE_DATA_DIR: dir, DATABASE_URL: 'postgres://x/x', ...more })
    const [first, second] = ['a'.repeat(32), 'b'.repeat(32)]
    await openKeyring(db, of({}))
    await openKeyring(db, of({ MALOTE_SECRET: first }))
    await assert.rejects(openKeyring(db, of({ MALOTE_SECRET: second })), DatabaseRefused)
    await assert.rejects(openKeyring(db, of({})), DatabaseRefused)
    const both = of({ MALOTE_SECRET: second, MALOTE_OLD_SECRETS: first })
    await openKeyring(db, both)
    await sealAll({ db })
    await openKeyring(db, of({ MALOTE_SECRET: second }))
  })
})
