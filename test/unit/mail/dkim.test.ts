/** DKIM: signatures that an independent verifier accepts, and the published records. */
import assert from 'node:assert/strict'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { before, describe, it } from 'node:test'
import fc from 'fast-check'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { compose } from '#kernel/mail/compose.ts'
import { canonicalize, prepareSignature, type SigningKey, signMessage } from '#kernel/mail/dkim.ts'
import { relaxedBody } from '#kernel/mail/dkim-canonical.ts'
import { signMessageAsync } from '#kernel/mail/dkim-pool.ts'
import { generateKeys, parseDkimRecord, publishesKey } from '#kernel/mail/dkim-record.ts'
import { machineRandom } from '../../support/real-clock.ts'
import { address, anyEmail, sample } from './emails.ts'

const timestamp = 1_795_000_000
const dns = new Map<string, string>()
let keys: SigningKey[] = []

before(async () => {
  const { rsa, ed25519 } = await generateKeys(machineRandom.keyPair)
  keys = [
    { domain: 'example.com', selector: 'r1', algorithm: 'rsa', privateKeyPem: rsa.privateKeyPem },
    {
      domain: 'example.com',
      selector: 'e1',
      algorithm: 'ed25519',
      privateKeyPem: ed25519.privateKeyPem,
    },
  ]
  dns.set('r1._domainkey.example.com', rsa.dnsValue)
  dns.set('e1._domainkey.example.com', ed25519.dnsValue)
})

async function resolver(name: string, type: string): Promise<string[][]> {
  const value = type === 'TXT' ? dns.get(name.toLowerCase()) : undefined
  if (value === undefined) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
  // As published: strings of at most 255 characters.
  return [value.match(/.{1,255}/g)!]
}

/** Each signature as algorithm and verdict. */
async function verdicts(message: Buffer): Promise<string[]> {
  const { results } = await dkimVerify(message, { resolver: resolver as never })
  return results.map(
    one =>
      `${one.algo} ${one.status?.result}${one.status?.comment ? ` (${one.status.comment})` : ''}`,
  )
}

const bothPass = ['rsa-sha256 pass', 'ed25519-sha256 pass']
const email = () =>
  compose({
    ...sample,
    html: '<p>Olá  \t mundo</p>\n\n\n',
    headers: [['List-Unsubscribe', '<https://example.com/u>']],
  })

function signed({ bytes, headerEnd }: { bytes: Buffer; headerEnd: number }): Buffer {
  return Buffer.concat([signMessage(bytes, headerEnd, keys, timestamp), bytes])
}

describe('A signature', () => {
  it('looks like this', () => {
    const { bytes, headerEnd } = email()
    const lines = signMessage(bytes, headerEnd, keys, timestamp).toString().split('\r\n')
    assert.deepEqual(
      lines.slice(0, 6),
      [
        'DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;',
        ' d=example.com; s=r1; t=1795000000;',
        ' h=from:from:to:to:cc:subject:subject:date:date:message-id:message-id:',
        'reply-to:mime-version:mime-version:content-type:content-type:',
        'content-transfer-encoding:list-unsubscribe;',
        ` bh=${canonicalize(bytes, headerEnd).bodyHash};`,
      ].map((line, i) => (i === 3 || i === 4 ? ` ${line}` : line)),
    )
    assert.equal(lines.at(-1), '')
    assert.ok(lines.every(line => line.length <= 78))
    assert.equal(lines.filter(line => line.startsWith('DKIM-Signature: ')).length, 2)
  })

  it('is accepted by an independent verifier, of both kinds, on any email', async () => {
    await fc.assert(
      fc.asyncProperty(anyEmail, async any => {
        const composed = compose({
          ...any,
          from: { ...any.from, domain: 'example.com', email: `${any.from.local}@example.com` },
        })
        assert.deepEqual(await verdicts(signed(composed)), bothPass)
      }),
      { numRuns: 250, seed: 42 },
    )
  })

  it('is accepted on messages with UTF-8 in their headers', async () => {
    const composed = compose({ ...sample, to: [address('José <josé@example.org>')] })
    assert.deepEqual(await verdicts(signed(composed)), bothPass)
  })

  it('is accepted on fields given with long runs of white space, and signs what is sent', async () => {
    const run = ' \t'.repeat(700)
    const composed = compose({
      ...sample,
      headers: [
        ['References', `<a@b>${run}<c@d>`],
        ['List-Help', `<https://example.com/h>${run}(help)`],
        ['X-Two', `a${run}b`],
      ],
    })
    const message = signed(composed)
    assert.ok(
      message
        .toString('latin1')
        .split('\r\n')
        .every(line => line.length <= 998),
    )
    const { fields } = canonicalize(composed.bytes, composed.headerEnd)
    assert.match(fields, /^references:<a@b> <c@d>\r$/m)
    assert.deepEqual(await verdicts(message), bothPass)
  })

  it('is accepted on bodies at the edges of the relaxed form', async () => {
    const bodies = [
      '',
      '\r\n',
      '\r\n\r\n',
      ' \r\n',
      'a',
      'a \r\n',
      ' a\r\n',
      'a\t \tb\r\n \r\n\r\n',
      `${'x'.repeat(4095)} \r\n`,
      `${'x'.repeat(4096)}\r\n`,
      `${'x'.repeat(4095)} y\r\n`,
      `x ${'y'.repeat(5000)}`,
      `${' '.repeat(9000)}\r\n`,
    ]
    for (const body of bodies) {
      const bytes = Buffer.from(
        `From: <a@example.com>\r\nSubject:  two  \r\n\t words \r\n\r\n${body}`,
      )
      const headerEnd = bytes.indexOf('\r\n\r\n') + 2
      assert.deepEqual(
        await verdicts(signed({ bytes, headerEnd })),
        bothPass,
        JSON.stringify(body.slice(0, 20)),
      )
    }
  })

  it('breaks when anything that is shown changes, and when a shown field is added', async () => {
    const message = signed(email()).toString('latin1')
    const changes: [from: string | RegExp, to: string][] = [
      ['Subject: Your order', 'Subject: Your 0rder'],
      ['<maria@example.org>', '<eve@example.org>'],
      ['<p>', '<b>'],
      ['https://example.com/u', 'https://evil.example/u'],
      ['boundary="=_a_0', 'boundary="=_a_1'],
      [/^From:/m, 'From: Eve <eve@example.com>\r\nFrom:'],
      [/^Subject:/m, 'Subject: Win\r\nSubject:'],
      [/^MIME/m, 'Cc: eve@example.com\r\nMIME'],
      [/^MIME/m, 'Reply-To: eve@example.com\r\nMIME'],
      [/^Content-Type/m, 'Content-Type: text/html\r\nContent-Type'],
      [/t=1795000000/g, 't=1795000001'],
    ]
    for (const [from, to] of changes) {
      const changed = message.replace(from, to)
      assert.notEqual(changed, message, String(from))
      const found = await verdicts(Buffer.from(changed, 'latin1'))
      assert.ok(
        found.length === 2 && found.every(one => !one.includes(' pass')),
        `${from}: ${found}`,
      )
    }
    const refolded = message.replace('Subject: Your order', 'subject:Your\r\n\t order  ')
    assert.deepEqual(await verdicts(Buffer.from(refolded, 'latin1')), bothPass)
  })

  it('is the same bytes on a retry, and from the pool', async () => {
    const { bytes, headerEnd } = email()
    const lines = signMessage(bytes, headerEnd, keys, timestamp)
    assert.deepEqual(signMessage(bytes, headerEnd, keys, timestamp), lines)
    assert.deepEqual(
      await signMessageAsync(bytes, headerEnd, { keys, timestampSeconds: timestamp }),
      lines,
    )
    const reversed = await signMessageAsync(bytes, headerEnd, {
      keys: [...keys].reverse(),
      timestampSeconds: timestamp,
    })
    assert.deepEqual(reversed, signMessage(bytes, headerEnd, [...keys].reverse(), timestamp))
    assert.equal(
      (await signMessageAsync(bytes, headerEnd, { keys: [], timestampSeconds: timestamp })).length,
      0,
    )
  })

  it('comes from the pool first for what is transactional', async () => {
    const { bytes, headerEnd } = email()
    const order: string[] = []
    const rsa = keys.filter(key => key.algorithm === 'rsa')
    const sign = async (isBulk: boolean): Promise<void> => {
      await signMessageAsync(bytes, headerEnd, { keys: rsa, timestampSeconds: timestamp, isBulk })
      order.push(isBulk ? 'bulk' : 'first')
    }
    await Promise.all([...Array.from({ length: 300 }, () => sign(true)), sign(false)])
    assert.ok(order.indexOf('first') < 200, `after ${order.indexOf('first')}`)
  })

  it('rejects a key that is none, rather than leaving the message unsigned', async () => {
    const { bytes, headerEnd } = email()
    const broken = [{ ...keys[0]!, privateKeyPem: 'nonsense' }]
    assert.throws(() => signMessage(bytes, headerEnd, broken, timestamp))
    await assert.rejects(
      signMessageAsync(bytes, headerEnd, { keys: broken, timestampSeconds: timestamp }),
    )
  })

  it('refuses to sign two From fields, or at a wrong offset', () => {
    const two = Buffer.from('From: a@b.c\r\nFrom: d@e.f\r\n\r\nx\r\n')
    assert.throws(() => canonicalize(two, two.indexOf('\r\n\r\n') + 2), /exactly one From/)
    const { bytes, headerEnd } = email()
    assert.throws(() => canonicalize(bytes, headerEnd + 2), /empty line/)
  })

  it('prepares exactly the field and the bytes to sign', () => {
    const bytes = Buffer.from('From:  a@b.c \r\nX: y\r\n\r\nC \r\nD \t E\r\n\r\n\r\n')
    const canonical = canonicalize(bytes, bytes.indexOf('\r\n\r\n') + 2)
    assert.equal(canonical.bodyHash, createHash('sha256').update('C\r\nD E\r\n').digest('base64'))
    assert.match(canonical.names, /^from:from:to:cc:/)
    const prepared = prepareSignature(canonical, { ...keys[1]!, timestampSeconds: 1 })
    const input = prepared.signingInput.toString()
    assert.ok(
      input.startsWith(
        'from:a@b.c\r\ndkim-signature:v=1; a=ed25519-sha256; c=relaxed/relaxed; d=example.com; s=e1; t=1; h=from:',
      ),
    )
    assert.ok(input.endsWith(`bh=${canonical.bodyHash}; b=`))
    assert.equal(
      `${prepared.headerTemplate.toLowerCase().replace(/\r\n/g, '').replace(': v=1', ':v=1')}`,
      input.slice(input.indexOf('dkim')).toLowerCase(),
    )
  })
})

describe('The relaxed body', () => {
  /** RFC 6376 §3.4.4 word by word, for comparison. */
  const byTheBook = (body: string): string => {
    const lines = body
      .split('\r\n')
      .map(line => line.replace(/[ \t]+$/, '').replace(/[ \t]+/g, ' '))
    while (lines.length > 0 && lines.at(-1) === '') lines.pop()
    return lines.map(line => `${line}\r\n`).join('')
  }
  it('is what the RFC says, also across the borders of blocks', () => {
    const piece = fc.oneof(
      fc.constantFrom('\r\n', ' ', '\t', ' \r\n', '\r\n\r\n', 'a', ' b', 'c '),
      fc.integer({ min: 4080, max: 4100 }).map(n => 'x'.repeat(n)),
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), pieces => {
        const body = pieces.join('')
        assert.equal(relaxedBody(Buffer.from(body)).toString(), byTheBook(body))
      }),
      { numRuns: 5000, seed: 42 },
    )
  })
})

describe('A published key', () => {
  it('is read as it was made', async () => {
    const { rsa, ed25519 } = await generateKeys(machineRandom.keyPair)
    const one = parseDkimRecord(rsa.dnsValue)
    assert.ok(one.ok)
    assert.deepEqual(
      { ...one.record, publicKey: '' },
      { keyType: 'rsa', bits: 2048, revoked: false, testing: false, publicKey: '' },
    )
    const other = parseDkimRecord(ed25519.dnsValue)
    assert.ok(other.ok)
    assert.deepEqual([other.record.keyType, other.record.bits], ['ed25519', 256])
    assert.ok(!rsa.dnsValue.includes('\n') && rsa.dnsValue.startsWith('v=DKIM1; k=rsa; p=MII'))
    assert.match(ed25519.dnsValue, /^v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=$/)
  })

  it('is recognised however it was pasted, and not when it is another', async () => {
    const { rsa, ed25519 } = await generateKeys(machineRandom.keyPair)
    const p = rsa.dnsValue.slice(rsa.dnsValue.indexOf('p=') + 2)
    for (const same of [
      `p=${p}`,
      `v=DKIM1;p=${p};`,
      ` v = DKIM1 ; t=y:s; h=sha256:sha1; s=email; k=rsa ; p=${p.replace(/.{60}/g, '$& ')} ; n=note`,
    ]) {
      assert.ok(publishesKey(same, rsa.dnsValue), same)
    }
    const another = (await generateKeys(machineRandom.keyPair)).rsa.dnsValue
    for (const other of [
      another,
      ed25519.dnsValue,
      `v=DKIM1; p=${p.slice(0, -8)}`,
      'v=DKIM1; p=',
      'v=spf1 -all',
      '',
    ]) {
      assert.ok(!publishesKey(other, rsa.dnsValue), other)
    }
  })

  it('is also read in the bare RSA form', () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const bare = publicKey.export({ type: 'pkcs1', format: 'der' }).toString('base64')
    const parsed = parseDkimRecord(`v=DKIM1; p=${bare}`)
    assert.ok(parsed.ok && parsed.record.bits === 1024)
  })

  it('is refused with the reason', () => {
    const cases: [string, RegExp][] = [
      ['v=DKIM1; k=rsa', /no p=/],
      ['v=DKIM2; p=x', /v=DKIM1/],
      ['k=rsa; v=DKIM1; p=x', /v=DKIM1/],
      ['v=DKIM1; p', /list of tags/],
      ['v=spf1 include:example.com ~all', /no p=/],
      ['v=DKIM1; p=x; v=DKIM1; p=x', /twice/],
      ['v=DKIM1; k=dsa; p=x', /rsa nor/],
      ['v=DKIM1; h=sha1; p=x', /SHA-256/],
      ['v=DKIM1; s=other; p=x', /not meant/],
      ['v=DKIM1; p=MIIB', /cannot be read/],
      ['v=DKIM1; p=***', /cannot be read/],
      ['v=DKIM1; k=ed25519; p=AAAA', /cannot be read/],
      ['x'.repeat(10_000), /list of tags/],
    ]
    for (const [txt, reason] of cases) {
      const parsed = parseDkimRecord(txt)
      assert.ok(!parsed.ok, txt)
      assert.match(parsed.why.en, reason)
    }
    const revoked = parseDkimRecord('v=DKIM1; p=')
    assert.ok(revoked.ok && revoked.record.revoked)
    const testing = parseDkimRecord('v=DKIM1; t=y; p=')
    assert.ok(testing.ok && testing.record.testing)
  })

  it('never makes the reader throw', () => {
    const piece = fc.constantFrom(
      'v=DKIM1',
      ';',
      '=',
      'p=',
      'k=',
      'rsa',
      'ed25519',
      ' ',
      'MIIBIjANBg',
      'h=',
      ':',
      '\0',
      'é',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map(parts => parts.join('')),
        ),
        txt => {
          parseDkimRecord(txt)
        },
      ),
      { numRuns: 5000, seed: 42 },
    )
  })
})
