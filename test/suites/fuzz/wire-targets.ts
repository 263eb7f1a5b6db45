/** What servers of strangers say: SMTP replies, DNS answers, MTA-STS policies, DKIM records. */
import assert from 'node:assert/strict'
import { parseDkimRecord, publishesKey } from '#kernel/mail/dkim-record.ts'
import { decodeMessage, typeNumbers } from '#kernel/world/real/dns-message.ts'
import { readAll } from '#kernel/world/real/dns-records.ts'
import {
  type Classification,
  classify,
  type ReplyWords as Judged,
} from '#protocol/replies/classify.ts'
import { reportedReply } from '#protocol/replies/reported-reply.ts'
import { parseStsPolicy, stsAllows } from '#protocol/smtp/mta-sts.ts'
import { maxTextLength, ReplyParser, type SmtpReply } from '#protocol/smtp/reply.ts'
import {
  dkimRecords,
  dkimWords,
  dnsAnswers,
  dnsWords,
  replies,
  replyWords,
  stsPolicies,
  stsWords,
} from './seeds.ts'
import type { Target } from './target.ts'

type Taken = SmtpReply | string

function repliesIn(input: Buffer, pieceBytes: number): Taken[] {
  const parser = new ReplyParser()
  const taken: Taken[] = []
  for (let at = 0; at < input.length; at += pieceBytes) {
    parser.push(input.subarray(at, at + pieceBytes))
    for (let one = parser.take(); one !== undefined; one = parser.take()) {
      taken.push(one)
      if (typeof one === 'string') {
        assert.equal(parser.take(), one, 'broken once, it stays broken')
        return taken
      }
    }
  }
  return taken
}

/** Harmful on a screen or in the database. */
export const unsafe = /[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]/

/** A conversation has no more, and an input that is read as many takes longer for it. */
const maxJudged = 20

function checkReply(input: Buffer): void {
  const whole = repliesIn(input, Math.max(1, input.length))
  assert.deepEqual(repliesIn(input, 1 + (input.length % 97)), whole, 'pieces change nothing')
  let judged = 0
  for (const reply of whole) {
    if (typeof reply === 'string') continue
    assert.ok(reply.code >= 200 && reply.code <= 599)
    assert.ok(reply.text.length <= maxTextLength && reply.text.isWellFormed())
    assert.doesNotMatch(reply.text, unsafe)
    if (reply.enhanced !== null) {
      assert.match(reply.enhanced, /^[245]\.\d{1,3}\.\d{1,3}$/)
      assert.equal(reply.enhanced[0], String(reply.code)[0])
    }
    if (reply.code >= 400 && judged++ < maxJudged) checkVerdict(reply)
  }
}

const isForGood = (verdict: Classification): boolean => verdict.class !== 'temporary'

function checkVerdict(reply: Judged): void {
  const verdict = classify(reply)
  const digit = reply.code === null ? reply.enhanced?.[0] : String(reply.code)[0]
  // Without either, the words may hold an enhanced code; for good only where they do.
  const isPermanent =
    digit === undefined ? /5\.\d+\.\d/.test(reply.text) && isForGood(verdict) : digit === '5'
  assert.equal(isForGood(verdict), isPermanent, `${digit} became ${verdict.class}`)
  assert.equal(verdict.suppress, verdict.class === 'address_dead')
  // Classifying is what takes the time here.
  if (reply.text.length % 8 === 0) {
    assert.deepEqual(classify(reply), verdict, 'the same words, the same verdict')
  }
}

/** The first byte chooses the code and the stage, the rest are the words. */
function checkWords(input: Buffer): void {
  const first = input[0] ?? 0
  const code = [421, 450, 452, 550, 554][first % 5]!
  const text = input.toString('utf8', 1).toWellFormed()
  checkVerdict({ code, enhanced: null, text, stage: first < 128 ? 'rcpt' : 'mail' })
  const reported = reportedReply(text.slice(0, 20), text)
  checkVerdict(reported)
}

function checkDns(input: Buffer): void {
  let message: ReturnType<typeof decodeMessage>
  try {
    message = decodeMessage(input)
  } catch (error) {
    // Whatever does not add up is an Error, which the caller calls malformed.
    assert.ok(error instanceof Error && !(error instanceof assert.AssertionError))
    return
  }
  assert.ok(message.rcode >= 0 && message.rcode <= 15)
  for (const type of Object.keys(typeNumbers) as (keyof typeof typeNumbers)[]) {
    const ours = message.answers.filter(answer => answer.type === type)
    for (const value of readAll(type, ours)) {
      if (type === 'MX') assert.ok((value as { exchange: string }).exchange.length <= 253)
      if (type === 'CNAME' || type === 'PTR') assert.match(value as string, /^[!-~]{1,253}$/)
    }
  }
  for (const { ttlSeconds } of message.answers) assert.ok(ttlSeconds >= 0)
}

function checkSts(input: Buffer): void {
  const policy = parseStsPolicy(input.toString('utf8'))
  if (policy === null) return
  assert.ok(policy.mode === 'none' || policy.mx.length > 0, 'a binding policy names hosts')
  assert.ok(policy.maxAgeSeconds >= 0 && policy.maxAgeSeconds <= 31_557_600)
  const written = [
    'version: STSv1',
    `mode: ${policy.mode}`,
    ...policy.mx.map(mx => `mx: ${mx}`),
    `max_age: ${policy.maxAgeSeconds}`,
  ]
  assert.deepEqual(parseStsPolicy(written.join('\n')), policy, 'written again it reads the same')
  for (const mx of policy.mx) {
    const host = mx.replace(/^\*/, 'one')
    assert.ok(stsAllows(policy, host) && stsAllows(policy, host.toUpperCase()), `${mx} allows it`)
  }
  const deep = 'two.labels.more.that.nobody.names'
  assert.ok(!stsAllows(policy, `${deep}.evil.test`) || policy.mx.some(mx => mx.includes('evil')))
}

function checkDkimRecord(input: Buffer): void {
  const text = input.toString('latin1')
  const parsed = parseDkimRecord(text)
  if (!parsed.ok) {
    assert.ok(parsed.why.en !== '' && parsed.why.pt !== '')
    return
  }
  const { keyType, publicKey, revoked, bits } = parsed.record
  assert.equal(revoked, bits === 0)
  assert.equal(publicKey, Buffer.from(publicKey, 'base64').toString('base64'))
  assert.ok(publishesKey(text, text), 'a record publishes its own key')
  const again = `v=DKIM1; k=${keyType}; p=${publicKey}`
  assert.ok(publishesKey(again, text), 'written again it is the same key')
}

export const wireTargets: readonly Target[] = [
  {
    name: 'smtp-reply',
    about: 'replies of receiving servers (src/protocol/smtp/reply.ts)',
    seeds: replies,
    words: replyWords,
    maxBytes: 16_384,
    check: checkReply,
  },
  {
    name: 'verdict',
    about: 'the words of a reply and of a Diagnostic-Code (src/protocol/replies/classify.ts)',
    seeds: replies.map(reply => `a${reply}`),
    words: replyWords,
    maxBytes: 8192,
    check: checkWords,
  },
  {
    name: 'dns',
    about: 'answers of name servers (src/kernel/world/real/dns-message.ts)',
    seeds: dnsAnswers,
    words: dnsWords,
    maxBytes: 4096,
    check: checkDns,
  },
  {
    name: 'mta-sts',
    about: 'MTA-STS policies (src/protocol/smtp/mta-sts.ts)',
    seeds: stsPolicies,
    words: stsWords,
    maxBytes: 65_536,
    check: checkSts,
  },
  {
    name: 'dkim-record',
    about: 'published DKIM keys (src/kernel/mail/dkim-record.ts)',
    seeds: dkimRecords,
    words: dkimWords,
    maxBytes: 9000,
    check: checkDkimRecord,
  },
]
