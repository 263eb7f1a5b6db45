/**
 * Coming in by a passkey or by an identity provider where one is not at home: nobody says who they
 * are before, so it begins at whichever cell, and ends at theirs.
 */
import assert from 'node:assert/strict'
import { describe, it, type TestContext } from 'node:test'
import { openKeyring } from '#boot/keyring.ts'
import { moveAccount } from '#boot/move-account/move-account.ts'
import { sealAll } from '#boot/sealing.ts'
import { useKeyring } from '#kernel/world/sealed.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { lookAround } from '#tenants/accounts/directory/jobs.ts'
import { invite } from '#tenants/identity/invitations.ts'
import { newAuthenticator } from '../../support/authenticator.ts'
import { cookieJar } from '../../support/cookie-jar.ts'
import { testDatabase } from '../../support/database.ts'
import { freePort } from '../../support/free-port.ts'
import { startIdentityProvider } from '../../support/identity-provider.ts'
import { startTestService, type TestService } from '../../support/service.ts'
import { startFront } from './front.ts'
import { secret } from './moving.ts'

const password = 'correct horse battery staple'

async function stage(t: TestContext) {
  const directory = await testDatabase(t, { isBare: true })
  const provider = await startIdentityProvider('/realms/shop')
  t.after(() => provider.close())
  t.after(() => useKeyring({ keys: [], place: '' }))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const start = async (tag: string): Promise<TestService> => {
    const service = await startTestService(t, {
      names: { owner: `owner@${tag}.test`, domain: `${tag}-shop.test` },
      settings: {
        MALOTE_CELL: tag,
        MALOTE_SECRET: secret,
        MALOTE_DASHBOARD_URL: origin,
        MALOTE_DIRECTORY_URL: directory.url,
        MALOTE_OIDC_ISSUER: provider.issuer,
        MALOTE_OIDC_CLIENT_ID: provider.clientId,
        MALOTE_OIDC_CLIENT_SECRET: provider.clientSecret,
        MALOTE_OIDC_ROLE_CLAIM: 'role',
        MALOTE_RETURN_PATH_DOMAIN: `bounces.${tag}.malote.test`,
      },
    })
    await openKeyring(service.world.db, service.world.settings)
    await lookAround(service.world, service.world.directory!)
    return service
  }
  const [a1, b7] = [await start('a1'), await start('b7')]
  const words = [`a1=http://127.0.0.1:${a1.port}`, `b7=http://127.0.0.1:${b7.port}`]
  await startFront(t, words, { port })
  /** Verified, so that a provider may speak for the address. */
  const owner = async ({ world }: TestService, email: string) => {
    const made = await createAccount(world, { email, password, language: 'en' })
    await world.db.query('update members set verified_at = now() where email = $1', [email])
    return made
  }
  const ana = await owner(a1, 'ana@people.test')
  const bia = await owner(b7, 'bia@people.test')
  return { a1, b7, ana, bia, directory, provider, origin, visitor: () => visitor(port, origin) }
}

type At = Awaited<ReturnType<typeof stage>>

/** A browser: it keeps cookies, and says the same again where it is led to (307). */
function visitor(port: number, origin: string) {
  const cookies = cookieJar()
  const places: string[] = []
  const once = async (method: string, path: string, body?: object) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        origin,
        'accept-language': 'en',
        cookie: cookies.line(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    cookies.take(answer)
    return answer
  }
  const ask = async (method: string, path: string, body?: object) => {
    let answer = await once(method, path, body)
    if (answer.status === 307) {
      const place = answer.headers.get('location')!
      places.push(place)
      answer = await once(method, place, body)
      assert.notEqual(answer.status, 307, 'led twice')
    }
    // biome-ignore lint/suspicious/noExplicitAny: tests reach into answers of any shape
    const read: any = await answer.json()
    return { status: answer.status, body: read, retryAfter: answer.headers.get('retry-after') }
  }
  /** Of the cookies that say whose cell. */
  const cellBy = (name: string): string | undefined =>
    cookies.kept.get(`malote_${name}`)?.slice(0, 2)
  return { ask, jar: cookies.kept, places, cellBy }
}

type Visitor = ReturnType<typeof visitor>

/** A passkey of somebody who is logged in by their password. */
async function passkeyOf(at: At, email: string) {
  const authenticator = newAuthenticator(at.origin)
  const browser = at.visitor()
  const entered = await browser.ask('POST', '/api/session', { email, password })
  assert.equal(entered.status, 200, JSON.stringify(entered.body))
  const begun = await browser.ask('POST', '/api/passkeys/begin', { password })
  const made = authenticator.make(begun.body)
  const added = await browser.ask('POST', '/api/passkeys', { name: 'Phone', ...made })
  assert.equal(added.status, 201, JSON.stringify(added.body))
  return { authenticator, browser }
}

type Authenticator = ReturnType<typeof newAuthenticator>

async function comeIn(browser: Visitor, authenticator: Authenticator, query = '') {
  const begun = await browser.ask('POST', '/api/sign-in/passkey')
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  // Many authenticators do not count: nothing but the sign-in itself says that it was used.
  const answer = authenticator.sign(begun.body, { counter: 0 })
  const attempt = browser.jar.get('malote_sign_in')!
  assert.match(attempt, /^(a1|b7)/)
  const place = '/api/sign-in/passkey/answer'
  /** The same answer by a browser that has nothing but the cookie of this sign-in. */
  const comeAgain = async (where: string) => {
    browser.jar.clear()
    browser.jar.set('malote_sign_in', attempt)
    return browser.ask('POST', `${place}${where}`, answer)
  }
  return { comeAgain, reply: await browser.ask('POST', `${place}${query}`, answer) }
}

async function comeByProvider(at: At, browser: Visitor, begin: object = {}) {
  const begun = await browser.ask('POST', '/api/sign-in/provider', begin)
  assert.equal(begun.status, 200, JSON.stringify(begun.body))
  const answer = String(await at.provider.visit(begun.body.url))
  return browser.ask('POST', '/api/sign-in/provider/return', { answer })
}

const saidOf = ({ status, body }: Awaited<ReturnType<Visitor['ask']>>) => [
  status,
  body.user?.email ?? body.error?.code,
]

describe('Who comes by a passkey to a cell that is not theirs', () => {
  it('is led to theirs, and in by the same answer, once', async t => {
    const at = await stage(t)
    const { authenticator } = await passkeyOf(at, 'bia@people.test')
    const browser = at.visitor()
    const { comeAgain, reply } = await comeIn(browser, authenticator)
    assert.deepEqual(saidOf(reply), [200, 'bia@people.test'])
    assert.deepEqual(browser.places, ['/api/sign-in/passkey/answer?cell=b7'])
    assert.deepEqual([browser.cellBy('session'), browser.cellBy('sign_in')], ['b7', undefined])
    assert.equal((await browser.ask('GET', '/api/session')).body.user.email, 'bia@people.test')
    assert.deepEqual(await at.directory.db.query('select from directory_attempts'), [])
    for (const where of ['', '?cell=a1', '?cell=b7']) {
      assert.deepEqual(saidOf(await comeAgain(where)), [403, 'sign_in_failed'], where)
    }

    // Who is at home where they come is led nowhere.
    const own = await passkeyOf(at, 'ana@people.test')
    const home = at.visitor()
    assert.deepEqual(saidOf((await comeIn(home, own.authenticator)).reply), [
      200,
      'ana@people.test',
    ])
    assert.deepEqual(home.places, [])
  })

  it('does not come in by what no cell has begun or handed over', async t => {
    const at = await stage(t)
    const { authenticator } = await passkeyOf(at, 'bia@people.test')
    const browser = at.visitor()
    // Straight to their cell, which knows of no such sign-in.
    const straight = await comeIn(browser, authenticator, '?cell=b7')
    assert.deepEqual(saidOf(straight.reply), [403, 'sign_in_failed'])
    // One that nobody has.
    const strange = at.visitor()
    const nobody = newAuthenticator(at.origin)
    nobody.make({ challenge: 'x', host: 'localhost', user: { id: 'eHh4' } })
    assert.deepEqual(saidOf((await comeIn(strange, nobody)).reply), [403, 'sign_in_failed'])
    assert.deepEqual(strange.places, [])

    // What somebody who can write in the directory alone has put there.
    const forge = async (change: string): Promise<void> => {
      await at.directory.db.query(
        `create or replace function forged() returns trigger language plpgsql as $$
         begin ${change}; return new; end $$`,
      )
      await at.directory.db.query(
        `create or replace trigger forged before insert on directory_attempts
         for each row execute function forged()`,
      )
      const { reply } = await comeIn(at.visitor(), authenticator)
      assert.deepEqual(saidOf(reply), [403, 'sign_in_failed'], change)
      await at.directory.db.query('drop trigger forged on directory_attempts')
    }
    await forge(`new.sealed = convert_to('{"kind":"passkey","claims":null,"cell":"b7","hash":"'
      || encode(new.hash, 'base64') || '"}', 'UTF8')`)
    // Of another sign-in that was really handed over.
    await at.directory.db.query('create table kept (sealed bytea)')
    await forge('insert into kept values (new.sealed); new.hash = sha256(new.hash)')
    await forge('new.sealed = (select sealed from kept limit 1)')
    await forge(`new.sealed = set_byte(new.sealed, 60, get_byte(new.sealed, 60) # 1)`)
    await forge(`new.expires_at = now() - interval '1 minute'`)
    assert.deepEqual(saidOf((await comeIn(at.visitor(), authenticator)).reply), [
      200,
      'bia@people.test',
    ])
  })

  it('is told to come again while the account moves, and is led behind it', async t => {
    const at = await stage(t)
    const { b7, a1, bia } = at
    const { authenticator, browser } = await passkeyOf(at, 'bia@people.test')
    const back = async () => {
      browser.jar.delete('malote_session')
      return (await comeIn(browser, authenticator)).reply
    }
    assert.equal(browser.cellBy('device'), 'b7')
    at.provider.person = { sub: 'bia', email: 'bia@people.test', email_verified: true }
    const seen: Record<string, unknown[]> = {}
    const onTheWay = async (step: string): Promise<void> => {
      if (!['closed', 'out', 'open'].includes(step)) return
      const [byPasskey, byProvider] = [await back(), await comeByProvider(at, at.visitor())]
      seen[step] = [byPasskey, byProvider].map(one => [...saidOf(one), one.retryAfter])
    }
    const moved = {
      accountId: bia.accountId,
      cell: 'b7',
      returnPath: 'bounces.b7.malote.test',
      from: b7.databaseUrl(),
      directory: b7.world.directory!,
      clock: b7.world.clock,
      tell() {},
      at: onTheWay,
    }
    const url = `http://127.0.0.1:${a1.port}`
    // Linked before, so that both ways in are known by themselves.
    assert.deepEqual(saidOf(await comeByProvider(at, at.visitor())), [200, 'bia@people.test'])
    await lookAround(b7.world, b7.world.directory!)
    await sealAll(b7.world)
    const to = { cell: 'a1', database: a1.databaseUrl(), url, moveId: a1.world.ids.next() }
    await moveAccount(moved, to)
    const again = [503, 'service_unavailable', '10']
    assert.deepEqual(seen.closed, [again, again])
    assert.deepEqual(seen.out, [again, again])
    assert.deepEqual(saidOf(await back()), [200, 'bia@people.test'])
    assert.equal(browser.places.at(-1), '/api/sign-in/passkey/answer?cell=a1')
    assert.equal(browser.cellBy('session'), 'a1')
    at.provider.person = { sub: 'bia', email: 'other@people.test', email_verified: false }
    const late = at.visitor()
    late.jar.set('malote_device', `b7${'x'.repeat(41)}`)
    assert.deepEqual(saidOf(await comeByProvider(at, late)), [200, 'bia@people.test'])
    assert.deepEqual(late.places, ['/api/sign-in/provider/return?cell=a1'])
  })
})

describe('Who comes by an identity provider to a cell that is not theirs', () => {
  it('is led to theirs, by their address first and by who they are there from then on', async t => {
    const at = await stage(t)
    at.provider.person = { sub: 'bia', email: 'BIA@people.test', email_verified: true }
    const browser = at.visitor()
    assert.deepEqual(saidOf(await comeByProvider(at, browser)), [200, 'bia@people.test'])
    assert.deepEqual(browser.places, ['/api/sign-in/provider/return?cell=b7'])
    assert.deepEqual([browser.cellBy('session'), browser.cellBy('sign_in')], ['b7', undefined])
    assert.equal(at.provider.calls.filter(one => one.endsWith('/token')).length, 1)
    assert.deepEqual(await at.directory.db.query('select from directory_attempts'), [])

    at.provider.person = { sub: 'bia', email: 'ana@people.test', email_verified: true }
    const later = at.visitor()
    assert.deepEqual(saidOf(await comeByProvider(at, later)), [200, 'bia@people.test'])
    assert.deepEqual(later.places, ['/api/sign-in/provider/return?cell=b7'])

    at.provider.person = { sub: 'ana', email: 'ana@people.test', email_verified: true }
    const home = at.visitor()
    assert.deepEqual(saidOf(await comeByProvider(at, home)), [200, 'ana@people.test'])
    at.provider.person = { sub: 'nobody', email: 'nobody@people.test', email_verified: true }
    assert.deepEqual(saidOf(await comeByProvider(at, home)), [403, 'sign_in_failed'])
    at.provider.person = { sub: 'unsure', email: 'bia@people.test', email_verified: false }
    assert.deepEqual(saidOf(await comeByProvider(at, home)), [403, 'sign_in_failed'])
    assert.deepEqual(home.places, [])
  })

  it('joins by an invitation of another cell there, and nobody joins who is elsewhere', async t => {
    const at = await stage(t)
    const invited = async (email: string, { world }: TestService, { accountId }: At['ana']) => {
      const guest = { accountId, email, role: 'developer', language: 'en' } as const
      return (await invite(world, { ...guest, address: '127.0.0.1' })).token
    }
    const cleo = { sub: 'cleo', email: 'cleo@people.test', email_verified: true, role: 'developer' }
    at.provider.person = cleo
    const browser = at.visitor()
    const invitation = await invited('cleo@people.test', at.b7, at.bia)
    const joined = await comeByProvider(at, browser, { invitation })
    assert.deepEqual(saidOf(joined), [200, 'cleo@people.test'])
    assert.deepEqual(browser.places, ['/api/sign-in/provider?cell=b7'])
    const other = await invited('cleo@people.test', at.a1, at.ana)
    const refused = await comeByProvider(at, at.visitor(), { invitation: other })
    assert.deepEqual(
      [...saidOf(refused), refused.body.error.param],
      [400, 'invalid_field', 'email'],
    )
    // Taken at once, in all cells, by whoever has joined.
    const named = await at.directory.db.query<{ cell: string }>(
      `select cell from directory_names where name = 'cleo@people.test'`,
    )
    assert.deepEqual(named, [{ cell: 'b7' }])
  })
})
