/** What the content check stops, and above all what it lets pass. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, describe, test } from 'node:test'
import { readSettings } from '#kernel/base/config.ts'
import type { Db } from '#kernel/world/db.ts'
import type { HttpRequest, HttpResult } from '#kernel/world/http.ts'
import { checkContent } from '#sending/content/content-check.ts'
import { looksLikeBrand, namedHost } from '#sending/content/phishing.ts'
import { prepare } from '#sending/intake/prepare.ts'
import type { EmailBody } from '#sending/intake/schema.ts'
import { sendBatch } from '#sending/intake/send.ts'
import { type FakeParts, fakeDns, fakeWorld } from '../../support/fake-world.ts'

const nothing: Db = {
  query: () => Promise.reject(new Error('the content check asks no database')),
  transaction: () => Promise.reject(new Error('the content check asks no database')),
  close: async () => {},
}

const world = (parts: Partial<FakeParts> = {}) => fakeWorld({ db: nothing, ...parts })

function email(more: Partial<EmailBody>) {
  const body = { from: 'hello@shop.com.br', to: ['ana@here.test'], subject: 'Olá', ...more }
  return prepare(body as EmailBody, 0)
}

async function judge(html: string, from = 'hello@shop.com.br'): Promise<string | null> {
  return (await checkContent(world(), email({ html, from })))?.reason ?? null
}

const link = (href: string, text: string): string => `<p>x <a href="${href}">${text}</a> y</p>`
const mismatch = (host: string): string => `phishing_link_mismatch: ${host}`

/** More that only a tokenizer can read than is read by one, and more than is read in full. */
const oddAnchors = '<a '.repeat(20_000)

describe('a link whose text names another site than its target is stopped', () => {
  const stopped: readonly (readonly [name: string, html: string, host: string])[] = [
    ['a URL', link('https://evil.test/login', 'https://www.bank.com/login'), 'evil.test'],
    ['a bare host', link('https://evil.test', 'www.bank.com'), 'evil.test'],
    ['a host with a path', link('https://evil.test', 'bank.com/login'), 'evil.test'],
    ['a URL within words', link('https://evil.test', 'see https://bank.com now'), 'evil.test'],
    [
      'markup within the text',
      link('https://evil.test', '<b>www.ba</b>nk<i>.com</i>'),
      'evil.test',
    ],
    ['entities', link('https://evil.test', 'www&#46;bank&#x2e;com'), 'evil.test'],
    ['an entity with a name', link('https://evil.test', 'www.bank&period;com'), 'evil.test'],
    ['invisible characters', link('https://evil.test', 'www.ba\u200bnk.c\u00adom'), 'evil.test'],
    ['wide characters', link('https://evil.test', 'ｗｗｗ．ｂａｎｋ．ｃｏｍ'), 'evil.test'],
    ['a Japanese dot', link('https://evil.test', 'bank。com'), 'evil.test'],
    ['a host in front of an @', link('https://www.bank.com@evil.test/', 'our site'), 'evil.test'],
    ['a longer name', link('https://bank.com.evil.test/', 'bank.com'), 'bank.com.evil.test'],
    ['no quotes', '<a href=https://evil.test/>bank.com</a>', 'evil.test'],
    ['quotes within quotes', `<a title='x>"y' href="https://evil.test">bank.com</a>`, 'evil.test'],
    [
      'a false end in a title',
      '<a title="</a>" href="https://evil.test">bank.com</a>',
      'evil.test',
    ],
    [
      'a second href in a title',
      `<a title=" href='https://bank.com'" href="https://evil.test">bank.com</a>`,
      'evil.test',
    ],
    [
      'an href of drawings in front',
      '<a xlink:href="https://bank.com" href="https://evil.test">bank.com</a>',
      'evil.test',
    ],
    ['upper case and blanks', '<A\n HREF = "HTTPS://EVIL.TEST" >BANK.COM</A>', 'evil.test'],
    ['an encoded target', link('&#104;ttps://evil.test', 'bank.com'), 'evil.test'],
    ['no scheme', link('//evil.test/x', 'bank.com'), 'evil.test'],
    ['backslashes', link('https:\\\\evil.test', 'bank.com'), 'evil.test'],
    ['no end tag', '<a href="https://evil.test">bank.com', 'evil.test'],
    ['odd anchors in front', `${oddAnchors}>${link('https://evil.test', 'bank.com')}`, 'evil.test'],
    [
      'odd anchors in front of an odd one',
      `${oddAnchors}><a title="</a>" href="&#104;ttps://evil.test">ba<b>nk.com`,
      'evil.test',
    ],
    ['a host of no registry', link('https://evil.test', 'https://bank.example/login'), 'evil.test'],
    [
      'another general ending',
      link('https://login.example.org', 'https://example.com'),
      'login.example.org',
    ],
    ['an address of numbers', link('http://203.0.113.7/', 'bank.com'), '203.0.113.7'],
    ['a short link', link('https://bit.ly/abc', 'www.bank.com'), 'bit.ly'],
    [
      'another tenant of one host',
      link('https://evil.github.io', 'bank.github.io'),
      'evil.github.io',
    ],
  ]
  for (const [name, html, host] of stopped) {
    test(name, async () => assert.equal(await judge(html), mismatch(host)))
  }
})

describe('a link that only looks a little like that passes', () => {
  const fine: readonly (readonly [name: string, html: string])[] = [
    ['the same host', link('https://example.com/a?b', 'https://example.com/a')],
    ['www or not', link('https://www.example.com', 'example.com')],
    ['another subdomain', link('https://login.example.com.br/x', 'www.example.com.br')],
    ['the ending of a country', link('https://www.example.com.br', 'example.com')],
    ['upper case', link('https://example.com', 'Example.COM')],
    ['umlauts', link('https://xn--mnchen-3ya.de', 'münchen.de')],
    [
      'the redirector of the sender',
      link('https://click.shop.com.br/r/77', 'www.instagram.com/shop'),
    ],
    [
      'a known rewriter',
      link(
        'https://nam02.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com',
        'example.com',
      ),
    ],
    ['words', link('https://evil.test', 'Click here. Now!')],
    ['no space after a full stop', link('https://other.test', 'Leia mais.Clique aqui')],
    ['a file', link('https://other.test/f', 'invoice.pdf')],
    ['a technology', link('https://other.test', 'Node.js')],
    ['a price', link('https://other.test', 'R$ 10.00')],
    ['an address', link('mailto:ana@bank.com', 'ana@bank.com')],
    ['an address to a page', link('https://other.test', 'ana@bank.com')],
    ['a place in the page', link('#top', 'bank.com')],
    ['a telephone', link('tel:+55', 'bank.com')],
    ['an anchor without a target', '<a name="x">bank.com</a>'],
    ['an image', link('https://other.test', '<img alt="bank.com" src="x">')],
    ['text outside of the link', `bank.com ${link('https://other.test', 'here')} bank.com`],
    ['an abbreviation', '<abbr title="x">bank.com</abbr>'],
    ['text after an image map', '<map><area href="https://other.test"></map>bank.com'],
    ['an article', '<article>bank.com</article>'],
  ]
  for (const [name, html] of fine) {
    test(name, async () => assert.equal(await judge(html), null))
  }
})

describe('asking for secrets beside a link to an imitated name is stopped', () => {
  const imitations = [
    'paypa1.com',
    'paypal-login.com',
    'secure-itau.com.br',
    'rnicrosoft.com',
    'xn--pypal-4ve.com',
    'paypal.com.account.test',
    'payypal.com',
    'amazno.com',
    'nubannk.com.br',
    'g00gle.com',
  ]
  for (const host of imitations) {
    test(host, async () => {
      assert.equal(looksLikeBrand(host), true)
      const html = `<p>Verify your account or lose it.</p>${link(`https://${host}/x`, 'Go on')}`
      assert.equal(await judge(html), `credential_bait: ${host}`)
      const map = `Verify your account. <map><area\nshape="rect" href=https://${host}></map>`
      assert.equal(await judge(map), `credential_bait: ${host}`)
      assert.equal(await judge(`${oddAnchors}>${map}`), `credential_bait: ${host}`)
      const harmless = `<p>We met at the fair.</p>${link(`https://${host}/x`, 'Go on')}`
      assert.equal(await judge(harmless), null, 'without bait it is only a name')
    })
  }

  const honest = [
    'paypal.com',
    'www.paypal.com',
    'itau.com.br',
    'amazon.co.uk',
    'amazonaws.com',
    'apple.com',
    'pineapple.com',
    'caixas.com.br',
    'stones.com',
    'shop.com.br',
    'googleapis.com',
    'chased.com',
  ]
  for (const host of honest) {
    test(`${host} imitates nobody`, () => assert.equal(looksLikeBrand(host), false))
  }

  test('in Portuguese too', async () => {
    const html = `Confirme sua senha: ${link('https://itau-seguro.com/', 'entrar')}`
    assert.equal(await judge(html), 'credential_bait: itau-seguro.com')
  })

  test('a company that is called nearly like another may reset passwords', async () => {
    const html = `Reset your password: ${link('https://app.amazonn.com/', 'reset')}`
    assert.equal(await judge(html, 'no-reply@amazonn.com'), null)
  })

  test('a sender whose own name is written with look-alikes may not', async () => {
    const html = `Reset your password: ${link('https://paypa1.com/', 'reset')}`
    assert.equal(await judge(html, 'no-reply@paypa1.com'), 'credential_bait: paypa1.com')
  })

  test('in a plain text', async () => {
    const text = 'Your account has been suspended: https://paypal-login.com/x.'
    const found = await checkContent(world(), email({ text }))
    assert.equal(found?.reason, 'credential_bait: paypal-login.com')
  })
})

test('the host that a text names', () => {
  const cases: readonly (readonly [string, string | null])[] = [
    ['example.com', 'example.com'],
    ['Example.com/x?y', 'example.com'],
    ['http://example.com:8080/', 'example.com'],
    ['https://bank.example/x', 'bank.example'],
    ['bank.example', null],
    ['example', null],
    ['10.5', null],
    ['v1.2.3', null],
    ['hello world.com', null],
    ['a@example.com', null],
    ['index.html', null],
    ['', null],
  ]
  for (const [text, host] of cases) assert.equal(namedHost(text), host, text)
})

describe('blocklists', () => {
  const folder = mkdtemp(path.join(tmpdir(), 'malote-blocklist-'))
  after(async () => rm(await folder, { recursive: true }))
  const html = link('https://www.bad.example/x', 'here')

  test('the file stops its hosts and all below them, and is read again when it changes', async () => {
    const file = path.join(await folder, 'hosts')
    await writeFile(file, '# ours\nother.test\n*.bad.example # since May\n')
    const one = world({ env: { MALOTE_BLOCKLIST_FILE: file } })
    const found = await checkContent(one, email({ html }))
    assert.equal(found?.reason, 'blocklisted_link: www.bad.example')
    const near = email({ html: link('https://notbad.example', 'here') })
    assert.equal(await checkContent(one, near), null)
    await writeFile(file, 'nobody.test\n')
    await one.clock.advance(2_000)
    assert.equal(await checkContent(one, email({ html })), null)
    await rm(file)
    await one.clock.advance(2_000)
    assert.equal(await checkContent(one, email({ html })), null)
    assert.equal(one.complaints.length, 1)
  })

  test('DNS lists are asked about what is registered', async () => {
    const dns = fakeDns({ 'bad.example.list.test': ['127.0.0.2'] })
    const one = world({ dns, env: { MALOTE_DNS_BLOCKLISTS: 'list.test' } })
    const found = await checkContent(one, email({ html }))
    assert.equal(found?.reason, 'blocklisted_link: bad.example')
  })

  test('a DNS list that refuses to answer, or answers too late, stops nothing', async () => {
    const refusing = fakeDns({ 'bad.example.list.test': ['127.255.255.254'] })
    const env = { MALOTE_DNS_BLOCKLISTS: 'list.test' }
    assert.equal(await checkContent(world({ dns: refusing, env }), email({ html })), null)
    const silent = { ...fakeDns({}), a: () => new Promise<never>(() => {}) }
    const one = world({ dns: silent, env })
    const pending = checkContent(one, email({ html }))
    await one.clock.advance(1_000)
    assert.equal(await pending, null)
  })
})

describe('the spam filter', () => {
  const env = { MALOTE_SPAM_CHECK_URL: 'http://127.0.0.1:11333' }
  const answering = (status: number, body: unknown) => {
    const asked: HttpRequest[] = []
    const request = async (one: HttpRequest): Promise<HttpResult> => {
      asked.push(one)
      const bytes = Buffer.from(JSON.stringify(body))
      return { kind: 'answer', status, headers: {}, body: bytes, truncated: false }
    }
    return { asked, one: world({ http: { request }, env }) }
  }

  test('stops what it rejects', async () => {
    const { asked, one } = answering(200, { action: 'reject', score: 20 })
    const found = await checkContent(one, email({ text: 'Buy now' }))
    assert.deepEqual(found, { reason: 'spam_check' })
    assert.equal(asked[0]!.url, 'http://127.0.0.1:11333/checkv2')
    assert.match(String(asked[0]!.body), /^From: hello@shop\.com\.br\r$/m)
    assert.match(String(asked[0]!.body), /Buy now/)
  })

  test('stops nothing else, and nothing while it is down', async () => {
    for (const [status, body] of [
      [200, { action: 'add header' }],
      [200, 'nonsense'],
      [500, { action: 'reject' }],
    ] as const) {
      assert.equal(await checkContent(answering(status, body).one, email({ text: 'Hi' })), null)
    }
    const down: HttpResult = { kind: 'failure', reason: 'timeout', message: 'no answer' }
    const one = world({ http: { request: async () => down }, env })
    assert.equal(await checkContent(one, email({ text: 'Hi' })), null)
  })
})

test('settings that name no list leave the network alone', async () => {
  const one = world({ settings: readSettings({}) })
  assert.equal(await checkContent(one, email({ html: link('https://a.test', 'x') })), null)
})

describe('html made to take long takes milliseconds', () => {
  const anchor = '<a href="https://e.test/">.'
  const bombs: Record<string, string> = {
    'tags that never end': (anchor.repeat(150) + '<'.repeat(8192)).repeat(100),
    'anchors that never end': anchor.repeat(10_000),
    'odd anchors, and targets that never end': '<a '.repeat(450) + 'href='.repeat(5000),
    'open tags before bait': `<a href="https://paypa1.com/">x</a>${'<'.repeat(200_000)}`,
  }
  for (const [name, html] of Object.entries(bombs)) {
    test(name, async () => {
      const start = process.threadCpuUsage()
      await judge(html)
      const { user, system } = process.threadCpuUsage(start)
      assert.ok(user + system < 3_500_000, `${(user + system) / 1000} ms`)
    })
  }

  test('a text of links', async () => {
    const text = Array.from({ length: 170_000 }, (_, i) => `http://x${i}.e${i}.test/`).join(' ')
    const start = process.threadCpuUsage()
    await checkContent(world(), email({ text }))
    const { user, system } = process.threadCpuUsage(start)
    assert.ok(user + system < 2_500_000, `${(user + system) / 1000} ms`)
  })

  test('a batch takes a breath at each large email', async () => {
    let breaths = 0
    const { clock, ...rest } = world()
    const one = { ...rest, clock: { ...clock, now: () => 0, sleep: async () => void breaths++ } }
    const tenant = { mode: 'test', projectId: 'p', accountId: 'a' }
    const batch = (size: number) => {
      const html = 'a'.repeat(size)
      const body = { from: 'hello@shop.com.br', to: ['ana@here.test'], subject: 'Olá', html }
      return sendBatch({ world: one, tenant } as never, Array(3).fill(body) as EmailBody[])
    }
    // Whatever comes of it: there is no database.
    await assert.rejects(batch(1000))
    assert.equal(breaths, 0)
    await assert.rejects(batch(100_000))
    assert.equal(breaths, 3)
  })
})

describe('a large content', () => {
  /** Larger than what is looked through here, of links that only a tokenizer can read. */
  const filling = '<p>a word</p> <a title=x href=https://shop.com.br/>ours</a> '.repeat(8_000)
  const bait = link('https://evil.test/login', 'https://www.bank.com/login')

  /** What is said of it, and how often this thread got on to something else meanwhile. */
  async function judged(html: string, given: Partial<FakeParts> = {}) {
    let turns = 0
    let isOver = false
    const turn = (): void => {
      if (isOver) return
      turns++
      setImmediate(turn)
    }
    setImmediate(turn)
    const found = await checkContent(world(given), email({ html }))
    isOver = true
    return { reason: found?.reason ?? null, turns }
  }

  test('is looked through by another thread, with the same result', async () => {
    const large = await judged(`${filling}${bait}`)
    assert.equal(large.reason, mismatch('evil.test'))
    assert.ok(large.turns > 0)
    assert.deepEqual(await judged(bait), { reason: mismatch('evil.test'), turns: 0 })
    assert.equal((await judged(filling)).reason, null)
  })

  test('is compared with the lists', async t => {
    const folder = await mkdtemp(path.join(tmpdir(), 'malote-large-'))
    t.after(() => rm(folder, { recursive: true }))
    const file = path.join(folder, 'list')
    await writeFile(file, 'listed.test\n')
    const env = { MALOTE_BLOCKLIST_FILE: file }
    const listed = `${filling}${link('https://www.listed.test/', 'here')}`
    assert.equal((await judged(listed, { env })).reason, 'blocklisted_link: www.listed.test')
    assert.equal((await judged(listed)).reason, null)
    assert.equal((await judged(filling, { env })).reason, null)
  })
})
