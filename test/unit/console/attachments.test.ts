/** The files of an email, as whoever looks into the dashboard saves them. */
import assert from 'node:assert/strict'
import { after, before, describe, it, test } from 'node:test'
import { savedAs } from '#faces/console/saved-as.ts'
import { show } from '#kernel/base/ids.ts'
import { trustDomain } from '#sending/domains/check-domain.ts'
import { createDomain } from '#sending/domains/domains.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { createKey } from '#tenants/accounts/keys.ts'
import { testDatabase } from '../../support/database.ts'
import { handOver, idIn, loggedIn, submissionStage } from '../../support/submission.ts'
import {
  addMember,
  letter,
  makeTenant,
  newBrowser,
  type Stage,
  startStage,
  type Tenant,
} from './stage.ts'

const { db } = await testDatabase()

const base64 = (bytes: Buffer | string): string => Buffer.from(bytes).toString('base64')

describe('A file of an email', () => {
  let stage: Stage
  let tenant: Tenant
  before(async () => {
    stage = await startStage(db)
    tenant = await makeTenant(stage)
  })
  after(() => stage.api.close())

  const send = async (attachments: readonly object[]) => {
    const sent = await tenant.browser.ask(
      'POST',
      `${tenant.base}/test/emails`,
      letter({ attachments }),
    )
    assert.equal(sent.status, 202, sent.text)
    return `${tenant.base}/test/emails/${sent.body.id}`
  }
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 0xff, 0xfe, 0x0d, 0x0a])

  test('is saved byte for byte, and shown by no browser', async () => {
    const email = await send([
      { filename: 'page.html', content: base64('<script>x</script>'), content_type: 'text/html' },
      { filename: 'relatório.pdf', content: base64(pdf), content_type: 'application/pdf' },
    ])
    const page = await tenant.browser.ask('GET', `${email}/attachments/0`)
    assert.equal(page.text, '<script>x</script>')
    const file = await tenant.browser.ask('GET', `${email}/attachments/1`)
    assert.deepEqual([file.status, file.bytes], [200, pdf])
    for (const { headers } of [page, file]) {
      assert.equal(headers.get('content-type'), 'application/octet-stream')
      assert.equal(headers.get('x-content-type-options'), 'nosniff')
      assert.equal(headers.get('cache-control'), 'no-store')
      assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
      assert.match(headers.get('content-security-policy')!, /default-src 'none'; sandbox/)
    }
    assert.equal(
      file.headers.get('content-disposition'),
      `attachment; filename="relatorio.pdf"; filename*=UTF-8''relat%C3%B3rio.pdf`,
    )
  })

  test('that is large comes whole', async () => {
    const bytes = Buffer.alloc(3 * 1024 * 1024, 'malote ')
    const email = await send([{ filename: 'a.bin', content: base64(bytes) }])
    const file = await tenant.browser.ask('GET', `${email}/attachments/0`)
    assert.ok(file.bytes.equals(bytes))
  })

  test('is not there under another place, nor for anybody else', async () => {
    const email = await send([{ filename: 'a.txt', content: base64('Ana') }])
    for (const n of ['1', '9999', '-1', '0x0', '00000', 'a', '0.0', '%30%00']) {
      const reply = await tenant.browser.ask('GET', `${email}/attachments/${n}`)
      assert.equal(reply.status, 404, n)
    }
    const path = `${email}/attachments/0`
    const other = await makeTenant(stage)
    assert.equal((await other.browser.ask('GET', path)).status, 404)
    const own = path.replace(tenant.base, other.base)
    assert.equal((await other.browser.ask('GET', own)).status, 404)
    assert.equal((await tenant.browser.ask('GET', path.replace('/test/', '/live/'))).status, 404)
    assert.equal((await newBrowser(stage).ask('GET', path)).status, 401)
    const reader = await addMember(stage, tenant, 'reader')
    assert.equal((await reader.ask('GET', path)).text, 'Ana')
  })
})

describe('A file of a message by SMTP', () => {
  it('is saved as it was in it, whether or not the message has a key', async t => {
    const on = await submissionStage(t)
    const { service } = on
    const { world, port } = service
    const who = { email: 'ana@loja.test', password: 'correta pilha de cavalos' }
    const { accountId: _, projectId } = await createAccount(world, { ...who, plan: 'pro' })
    await trustDomain(world, (await createDomain(world, { projectId, name: 'loja.test' })).id)
    const { key } = await createKey(world, { projectId, mode: 'test', scope: 'send' })
    const caller = await loggedIn(on, key)
    const origin = `http://127.0.0.1:${port}`
    const entered = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify(who),
    })
    const cookie = entered.headers.get('set-cookie')!.split(';')[0]!
    for (const more of ['', 'X-Malote-Idempotency-Key: order-1\n']) {
      const message = `${more}From: hello@loja.test
To: ana@here.test
Subject: Files
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

Hi
--b
Content-Type: image/png; name="../evil.png"
Content-Disposition: attachment; filename="../evil.png"
Content-Transfer-Encoding: base64

${base64(Buffer.from([0, 1, 254, 255]))}
--b--
`
      const id = idIn(await handOver(caller, ['ana@here.test'], message))
      const path = `/api/projects/${show('prj', projectId)}/test/emails/${id}/attachments/0`
      const file = await fetch(`${origin}${path}`, { headers: { cookie } })
      assert.equal(file.status, 200)
      assert.deepEqual([...Buffer.from(await file.arrayBuffer())], [0, 1, 254, 255])
      assert.doesNotMatch(file.headers.get('content-disposition')!, /[/\\]|%2F/)
    }
  })
})

describe('The name that a browser saves a file under', () => {
  const names: Readonly<Record<string, string>> = {
    'fatura nº 7.pdf': `attachment; filename="fatura no 7.pdf"; filename*=UTF-8''fatura%20n%C2%BA%207.pdf`,
    '../../etc/passwd': `attachment; filename="_.._etc_passwd"; filename*=UTF-8''_.._etc_passwd`,
    'a"; filename="b.exe': `attachment; filename="a_; filename=_b.exe"; filename*=UTF-8''a_%3B%20filename%3D_b.exe`,
    'a\r\nSet-Cookie: x=y': `attachment; filename="a__Set-Cookie_ x=y"; filename*=UTF-8''a__Set-Cookie_%20x%3Dy`,
    'fatura\u202efdp.exe': `attachment; filename="faturafdp.exe"; filename*=UTF-8''faturafdp.exe`,
    "it's (1)*.txt": `attachment; filename="it's (1)_.txt"; filename*=UTF-8''it%27s%20%281%29_.txt`,
    '100%.txt': `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`,
    '.': `attachment; filename="attachment-1"; filename*=UTF-8''attachment-1`,
    '\ud800': `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`,
  }
  for (const [name, header] of Object.entries(names)) {
    it(`is made of ${JSON.stringify(name)}`, () => {
      assert.equal(savedAs(name, 'attachment-1'), header)
    })
  }

  it('keeps its ending where it is long', () => {
    assert.match(savedAs(`${'x'.repeat(400)}.pdf`, 'a'), /^attachment; filename="x{146}\.pdf"; /)
  })
})
