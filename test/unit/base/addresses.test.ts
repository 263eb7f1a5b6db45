/** Which addresses are internal, where a network ends, and the one spelling of an address. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  canonicalAddress,
  inNetworks,
  isInternal,
  networkAround,
  parseNetwork,
  parseNetworks,
} from '#kernel/base/addresses.ts'

/** Internal networks (RFC 6890 and its updates): before, first, last, behind. */
const internal4 = [
  ['-', '0.0.0.0', '0.255.255.255', '1.0.0.0'],
  ['9.255.255.255', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
  ['100.63.255.255', '100.64.0.0', '100.127.255.255', '100.128.0.0'],
  ['126.255.255.255', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
  ['169.253.255.255', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
  ['172.15.255.255', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
  ['191.255.255.255', '192.0.0.0', '192.0.0.255', '192.0.1.0'],
  ['192.0.1.255', '192.0.2.0', '192.0.2.255', '192.0.3.0'],
  ['192.31.195.255', '192.31.196.0', '192.31.196.255', '192.31.197.0'],
  ['192.52.192.255', '192.52.193.0', '192.52.193.255', '192.52.194.0'],
  ['192.88.98.255', '192.88.99.0', '192.88.99.255', '192.88.100.0'],
  ['192.167.255.255', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
  ['192.175.47.255', '192.175.48.0', '192.175.48.255', '192.175.49.0'],
  ['198.17.255.255', '198.18.0.0', '198.19.255.255', '198.20.0.0'],
  ['198.51.99.255', '198.51.100.0', '198.51.100.255', '198.51.101.0'],
  ['203.0.112.255', '203.0.113.0', '203.0.113.255', '203.0.114.0'],
  ['223.255.255.255', '224.0.0.0', '255.255.255.255', '-'],
] as const

const internal6 = [
  '::',
  '::1',
  '1fff:ffff::',
  '2001::',
  '2001:1ff:ffff::1',
  '2001:db8::',
  '2001:db8:ffff:ffff::1',
  '3fff::',
  '3fff:fff::1',
  '2620:4f:8000::1',
  '4000::',
  'fd00::1',
  'fe80::1%eth0',
  'ff02::1',
]

const public6 = [
  '2000::1',
  '2001:200::1',
  '2001:db7:ffff::1',
  '2001:db9::1',
  '2606:4700:4700::1111',
  '2620:4f:7fff::1',
  '2620:4f:8001::1',
  '3ffe::1',
  '3fff:1000::1',
]

/** The forms in which IPv6 carries an IPv4 address, of the two of its halves in hexadecimal. */
const carriers: readonly ((a: string, b: string) => string)[] = [
  (a, b) => `::ffff:${a}:${b}`,
  (a, b) => `64:ff9b::${a}:${b}`,
  (a, b) => `2002:${a}:${b}::1`,
]

const hex = (...bytes: number[]): string => Buffer.from(bytes).toString('hex')

describe('An address is internal', () => {
  it('in the networks of RFC 6890, from the first to the last of each', () => {
    for (const [before, first, last, behind] of internal4) {
      for (const one of [first, last]) assert.equal(isInternal(one), true, one)
      for (const one of [before, behind]) if (one !== '-') assert.equal(isInternal(one), false, one)
    }
    for (const one of internal6) assert.equal(isInternal(one), true, one)
    for (const one of public6) assert.equal(isInternal(one), false, one)
  })

  it('where IPv6 carries an internal one', () => {
    for (const carried of carriers) {
      assert.equal(isInternal(carried('7f00', '1')), true, carried('7f00', '1'))
      assert.equal(isInternal(carried('a9fe', 'a9fe')), true)
      assert.equal(isInternal(carried('808', '808')), false, carried('808', '808'))
    }
    // 96 bits of the prefix: what lies beside it carries nothing.
    assert.equal(isInternal('64:ff9b::1:808:808'), true)
    assert.equal(isInternal('2003::1'), false)
  })

  it('as an ISATAP interface, of whatever network and with either of its marks', () => {
    assert.equal(isInternal('2606:4700::5efe:808:808'), true)
    assert.equal(isInternal('2606:4700::200:5efe:808:808'), true)
    assert.equal(isInternal('2606:4700::5eff:808:808'), false)
    assert.equal(isInternal('2606:4700::100:5efe:808:808'), false)
  })

  it('where it is no address, so that a mistake refuses', () => {
    for (const text of [
      '',
      'localhost',
      '8.8.8',
      '8.8.8.8.',
      '08.8.8.8',
      '8.8.8.8/32',
      '[2606::1]',
    ]) {
      assert.equal(isInternal(text), true, text)
    }
  })

  it('unless its network is allowed, which allows no other', () => {
    const allowed = parseNetworks('10.1.0.0/16, fd00::/8')
    assert.equal(isInternal('10.1.2.3', allowed), false)
    assert.equal(isInternal('::ffff:10.1.2.3', allowed), false)
    assert.equal(isInternal('fd12::1', allowed), false)
    assert.equal(isInternal('10.2.0.0', allowed), true)
    assert.equal(isInternal('fe80::1', allowed), true)
    assert.equal(isInternal('x', allowed), true)
  })
})

describe('A network', () => {
  it('is an address, or one with a length that its width has', () => {
    for (const text of [
      '10.0.0.1',
      '0.0.0.0/0',
      '10.0.0.0/32',
      '::/0',
      '::1/128',
      '::ffff:10.0.0.0/96',
      '::ffff:10.0.0.0/128',
    ]) {
      assert.ok(parseNetwork(text), text)
    }
    assert.equal(parseNetwork('10.0.0.1').length, 32)
    assert.equal(parseNetwork('::1').length, 128)
    assert.equal(parseNetwork('::ffff:10.0.0.0').length, 32)
    assert.equal(parseNetwork('::ffff:10.0.0.0/104').length, 8)
    for (const text of ['10.0.0.0/33', '::1/129', '::ffff:10.0.0.0/95', '::ffff:10.0.0.0/129']) {
      assert.throws(() => parseNetwork(text), {
        message: `"${text}" has a prefix length out of range`,
      })
    }
    for (const text of [
      '',
      'x',
      '10.0.0.0/',
      '10.0.0.0/x',
      '10.0.0.0/8/8',
      '10.0.0.0/-1',
      '10.0.0.0/0008',
      '10.0.0/8',
      'fe80::1%eth0',
    ]) {
      assert.throws(() => parseNetwork(text), {
        message: `"${text}" is not an IP address or CIDR range`,
      })
    }
  })

  it('holds what its length says, and nothing of the other width', () => {
    const networks = parseNetworks(' 203.0.113.128/25,, 2001:db8::/33 ,198.51.100.7')
    assert.equal(networks.length, 3)
    const inside = ['203.0.113.128', '203.0.113.255', '2001:db8:7fff::', '198.51.100.7']
    const outside = ['203.0.113.127', '203.0.114.0', '2001:db8:8000::', '198.51.100.6', 'x', '']
    for (const one of inside) assert.equal(inNetworks(one, networks), true, one)
    for (const one of outside) assert.equal(inNetworks(one, networks), false, one)
    assert.equal(inNetworks('::1', parseNetworks('0.0.0.0/0')), false)
    assert.equal(inNetworks('1.1.1.1', parseNetworks('::/0')), false)
    assert.equal(inNetworks('1.1.1.1', []), false)
  })

  it('of one party is the /24, or the /64, around its address', () => {
    const same = (a: string, b: string): boolean => networkAround(a) === networkAround(b)
    assert.ok(same('203.0.113.0', '203.0.113.255'))
    assert.ok(same('203.0.113.0', '::ffff:203.0.113.9'))
    assert.ok(same('2001:db8:1:2::', '2001:db8:1:2:ffff:ffff:ffff:ffff'))
    assert.ok(!same('203.0.113.255', '203.0.114.0'))
    assert.ok(!same('2001:db8:1:2::', '2001:db8:1:3::'))
    assert.ok(!same('0.0.1.0', '0:0:0:1::'), 'of different widths')
    assert.equal(networkAround('unknown'), 'unknown')
  })
})

describe('An address has one spelling', () => {
  const spellings: Record<string, readonly string[]> = {
    '203.0.113.7': [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '::FFFF:CB00:7107',
      '0:0:0:0:0:ffff:cb00:7107',
    ],
    '2001:db8::1': [
      '2001:db8::1',
      '2001:0DB8:0:0:0:0:0:1',
      '2001:db8::0.0.0.1',
      '2001:db8::1%eth0',
    ],
    '::': ['::', '0::0', '0:0:0:0:0:0:0:0'],
    '::1:2:1f02:304': ['::1:2:31.2.3.4'],
    'not an address': ['not an address'],
  }
  for (const [one, others] of Object.entries(spellings)) {
    it(`which is ${one}`, () => {
      for (const other of others) assert.equal(canonicalAddress(other), one, other)
    })
  }

  it('for each of 256 bytes in each of its four places', () => {
    for (let byte = 0; byte < 256; byte++) {
      for (const bytes of [
        [byte, 1, 2, 3],
        [1, byte, 2, 3],
        [1, 2, byte, 3],
        [1, 2, 3, byte],
      ]) {
        const [a, b] = [hex(...bytes.slice(0, 2)), hex(...bytes.slice(2))]
        assert.equal(canonicalAddress(`::ffff:${a}:${b}`), bytes.join('.'))
      }
    }
  })
})
