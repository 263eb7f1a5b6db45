/**
 * What can be learnt from how long a refusal takes: nothing, is the claim (reliability bars A8, X5).
 * Keys that share the shown prefix of a real one, or all but its last character, against keys of
 * chance, and log-ins with a known against an unknown address, each through the whole server without
 * a socket; |t| < 4.5. Two controls with a known difference show that it would be seen. A script
 * and no test: a busy machine can only blur it, but it takes minutes.
 *
 *     node scripts/run.mjs test/suites/battery/timing.ts --requests 100000 --log-ins 2000
 *
 * A log-in spends tens of milliseconds in argon2id, whose own spread hides whatever the look-up
 * adds; no number of them that one could send says more than a few thousand.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import type { Db } from '#kernel/world/db.ts'
import { createAccount } from '#tenants/accounts/accounts.ts'
import { optionsOf } from '../../../scripts/options.ts'
import { createDatabase } from '../../support/database.ts'
import * as dashboard from '../../unit/console/stage.ts'
import { makeAccount, setStage } from './stage.ts'
import { largestT, maxT, type Timed } from './welch.ts'

/** Asks once with an input of a kind; the input is made beforehand, outside of the measurement. */
interface Subject {
  readonly name: string
  readonly times: number
  readonly isControl?: boolean
  readonly make: (kind: 0 | 1) => () => Promise<void>
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const characters = (count: number): string =>
  Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What the dashboard shows of a key. */
const shownLength = 14

async function keySubjects(db: Db, times: number): Promise<Subject[]> {
  const stage = await setStage(db)
  const { projectId } = await makeAccount(stage.world)
  const { key: real } = await stage.key(projectId)
  const ask = (key: string) => async () => {
    const headers = { authorization: `Bearer ${key}` }
    const { statusCode } = await stage.api.inject({ method: 'GET', url: '/v1/emails/x', headers })
    if (statusCode !== 401) throw new Error(`a wrong key was answered ${statusCode}`)
  }
  const chance = (): string => `svc_live_${characters(real.length - 9)}`
  const sharing = (length: number): string =>
    real.slice(0, length) + characters(real.length - length)
  /** Never the real one. */
  const wrong = (length: number): string => {
    const key = sharing(length)
    return key === real ? wrong(length) : key
  }
  const against = (length: number) => (kind: 0 | 1) => ask(kind === 0 ? wrong(length) : chance())
  return [
    { name: 'key: its shown prefix', times, make: against(shownLength) },
    { name: 'key: all but its last character', times, make: against(real.length - 1) },
    {
      name: 'control: a key of another length',
      times: Math.min(times, 10_000),
      isControl: true,
      make: kind => ask(kind === 0 ? `${chance()}0` : chance()),
    },
  ]
}

/** Many addresses, so that no line about one of them is always warm. */
const addresses = 20
const password = 'correct horse battery'

async function logInSubjects(db: Db, times: number): Promise<Subject[]> {
  const stage = await dashboard.startStage(db)
  const known = names('k')
  const unknown = names('u')
  const cheap = names('c')
  for (const email of [...known, ...cheap]) await createAccount(stage.world, { email, password })
  const half = await hash(password, { memoryCost: 19_456, timeCost: 1, parallelism: 1 })
  await db.query('update members set password_hash = $1 where email = any($2)', [half, cheap])
  const guess = (email: string) => async () => {
    const { statusCode, payload } = await stage.api.inject({
      method: 'POST',
      url: '/api/session',
      headers: { origin: 'http://dash.test', 'content-type': 'application/json' },
      payload: JSON.stringify({ email, password: randomBytes(12).toString('hex') }),
    })
    if (statusCode !== 401) throw new Error(`${email} was answered ${statusCode} ${payload}`)
  }
  const of = (list: readonly string[]): string => list[randomInt(list.length)]!
  const fresh = (then: () => Promise<void>) => {
    // Tries are counted by the wall clock: this one is the first in a long time.
    stage.turn(2 * 3_600_000)
    return then
  }
  return [
    {
      name: 'log-in: a known address',
      times,
      make: kind => fresh(guess(of(kind === 0 ? known : unknown))),
    },
    {
      name: 'control: a hash of half the cost',
      times: Math.min(times, 500),
      isControl: true,
      make: kind => fresh(guess(of(kind === 0 ? cheap : known))),
    },
  ]
}

const names = (letter: string): string[] =>
  Array.from({ length: addresses }, (_, i) => `${letter}${i}@example.org`)

/** Which kind comes next is chance; what has warmed up is measured. */
async function measure({ times, make }: Subject): Promise<Timed[]> {
  const warmUp = Math.ceil(times / 20)
  const timed: Timed[] = []
  for (let i = 0; i < times + warmUp; i++) {
    const kind = randomInt(2) as 0 | 1
    const ask = make(kind)
    const begun = process.hrtime.bigint()
    await ask()
    const ms = Number(process.hrtime.bigint() - begun) / 1e6
    if (i >= warmUp) timed.push({ kind, ms })
  }
  return timed
}

function middle(timed: readonly Timed[], kind: 0 | 1): number {
  const all = timed.filter(one => one.kind === kind).map(one => one.ms)
  return all.sort((a, b) => a - b)[all.length >> 1]!
}

async function judge(subject: Subject): Promise<boolean> {
  const timed = await measure(subject)
  const t = largestT(timed)
  const isSeen = Math.abs(t) >= maxT
  const isGood = isSeen === (subject.isControl ?? false)
  const medians = ([0, 1] as const).map(kind => `${(middle(timed, kind) * 1000).toFixed(1)} µs`)
  const bar = subject.isControl ? `at least ${maxT}` : `below ${maxT}`
  const figures = `n ${timed.length}, medians ${medians.join(' and ')}, |t| ${Math.abs(t).toFixed(2)}`
  console.log(`${subject.name.padEnd(34)} ${figures} (${bar})${isGood ? '' : '  NOT MET'}`)
  return isGood
}

const { values: given } = optionsOf(import.meta.url, {
  options: {
    requests: { type: 'string', default: '100000' },
    'log-ins': { type: 'string', default: '2000' },
  },
})
const database = await createDatabase({ connections: 4 })
const subjects = [
  ...(await keySubjects(database.db, Number(given.requests))),
  ...(await logInSubjects(database.db, Number(given['log-ins']))),
]
let isGood = true
for (const subject of subjects) isGood = (await judge(subject)) && isGood
await database.drop()
process.exit(isGood ? 0 : 1)
