/**
 * Getting in without being let in: guesses at passwords, codes and tokens, tokens used twice or too
 * late, cookies from before a change.
 */
import { acceptInvitation, invite } from '#tenants/identity/invitations.ts'
import { tokenMailedTo } from '../../unit/console/stage.ts'
import type { Part } from './part.ts'
import {
  type Arena,
  cookieFrom,
  dashboardUrl,
  freshAddress,
  type Headers_,
  logIn,
  newParty,
  password,
  type Shown,
  tryLogIn,
} from './stage.ts'
import type { Tally } from './tally.ts'
import { until } from './waiting.ts'

const next = 'another horse battery'
const dayMs = 24 * 3_600_000

export const tokens: Part = {
  name: 'tokens',
  about: 'sign-in guessed, tokens used twice and late, sessions after changes',
  async run(arena, tally) {
    await guess(arena, tally)
    await guessTokens(arena, tally)
    await resetTwice(arena, tally)
    await verifyTwice(arena, tally)
    await inviteTwice(arena, tally)
    await changePassword(arena, tally)
    await plantCookie(arena, tally)
  },
}

const post = (arena: Arena, path: string, body: object, headers: Headers_ = {}): Promise<Shown> =>
  arena.ask({
    ...{ method: 'POST', path: `/api${path}`, body },
    headers: { origin: dashboardUrl, 'x-forwarded-for': freshAddress(), ...headers },
  })

const isIn = async (arena: Arena, headers: Headers_): Promise<boolean> =>
  (await arena.ask({ method: 'GET', path: '/api/session', headers })).status === 200

/** From one place, then from many: few are judged, and an unknown address sounds like a known one. */
async function guess(arena: Arena, tally: Tally): Promise<void> {
  const { email } = await newParty(arena)
  const from = freshAddress()
  const begun = performance.now()
  const near = await Promise.all(
    Array.from({ length: 60 }, (_, i) => tryLogIn(arena, { email, password: `guess ${i}` }, from)),
  )
  const judged = near.filter(({ status }) => status === 401).length
  // The sixth waits for two seconds, the next for four: they are in if all of this takes so long.
  const most = 5 + Math.floor(Math.log2((performance.now() - begun) / 2_000 + 1))
  tally.check(
    judged <= most,
    () => `${judged} of 60 guesses from one place were judged, not ${most}`,
  )
  const { email: other } = await newParty(arena)
  let far = 0
  for (let i = 0; i < 140; i++) {
    const reply = await tryLogIn(arena, { email: other, password: 'wrong' })
    if (reply.status === 401) far++
  }
  tally.check(far <= 110, () => `${far} of 140 guesses from many places were judged`)
  const { email: known } = await newParty(arena)
  const answers: string[] = []
  for (const one of [known, 'nobody@party.test', `${'x'.repeat(200)}@party.test`]) {
    const reply = await tryLogIn(arena, { email: one, password: 'wrong' })
    answers.push(`${reply.status} ${reply.text.replaceAll(/req_\w+/g, '')}`)
  }
  tally.check(new Set(answers).size === 1, () => `log-in tells who has an account: ${answers}`)
}

async function guessTokens(arena: Arena, tally: Tally): Promise<void> {
  const paths = [
    '/password/reset',
    '/signup/verify',
    '/invitations/look',
    '/invitations/accept',
    '/address/restore',
    '/domain-link/look',
    '/domain-link/verify',
  ]
  const takeOnlyIt = ['/invitations/look', '/signup/verify', ...paths.slice(-3)]
  for (const path of paths) {
    const from = { 'x-forwarded-for': freshAddress() }
    const statuses: number[] = []
    for (let i = 0; i < 40; i++) {
      const token = String(i).padStart(43, 'A')
      const body = takeOnlyIt.includes(path) ? { token } : { token, password }
      statuses.push((await post(arena, path, body, from)).status)
    }
    const judged = statuses.filter(status => status === 400).length
    tally.check(judged <= 30, () => `${judged} of 40 made-up tokens were looked at by ${path}`)
    tally.check(
      statuses.every(one => one === 400 || one === 429),
      () => `${path}: ${statuses}`,
    )
  }
}

/** Asks for a letter until its token is there. */
async function mailed(arena: Arena, address: string, not = ''): Promise<string> {
  let token: string | undefined
  await until(async () => {
    token = await tokenMailedTo(arena, address)
    return token !== undefined && token !== not
  }, `a letter to ${address}`)
  return token!
}

async function resetTwice(arena: Arena, tally: Tally): Promise<void> {
  const party = await newParty(arena)
  const { email } = party
  const ask = () => post(arena, '/password/forgot', { email })
  await ask()
  const first = await mailed(arena, email)
  await ask()
  const second = await mailed(arena, email, first)
  const verified = await post(arena, '/signup/verify', { token: second })
  tally.check(verified.status === 400, () => 'a token for a password confirms an address')
  const reset = await post(arena, '/password/reset', { token: second, password: next })
  tally.check(reset.status === 200, () => `a good token is refused: ${reset.text}`)
  for (const [about, token] of [
    ['used', second],
    ['older', first],
  ] as const) {
    const again = await post(arena, '/password/reset', { token, password })
    tally.check(again.param === 'token', () => `the ${about} token sets a password: ${again.text}`)
  }
  tally.check(!(await isIn(arena, party.byCookie)), () => 'a session outlives the reset')
  const old = await tryLogIn(arena, { email, password })
  tally.check(old.status === 401, () => 'the old password still opens')
  await ask()
  const late = await mailed(arena, email, second)
  arena.turn(dayMs)
  const tooLate = await post(arena, '/password/reset', { token: late, password })
  tally.check(tooLate.param === 'token', () => `a token of yesterday sets a password`)
}

async function verifyTwice(arena: Arena, tally: Tally): Promise<void> {
  const email = `new-${arena.world.ids.next()}@party.test`
  const signed = await post(arena, '/signup', { email, password, name: 'New' })
  tally.check(signed.status === 201, () => `sign-up failed: ${signed.text}`)
  const token = await mailed(arena, email)
  const reset = await post(arena, '/password/reset', { token, password: next })
  tally.check(reset.param === 'token', () => 'a token that confirms an address sets a password')
  const statuses = await Promise.all([1, 2, 3].map(() => post(arena, '/signup/verify', { token })))
  const good = statuses.filter(({ status }) => status === 200).length
  tally.check(good === 1, () => `one token has confirmed an address ${good} times`)
}

async function inviteTwice(arena: Arena, tally: Tally): Promise<void> {
  const { world } = arena
  const { accountId } = await newParty(arena)
  const email = `guest-${world.ids.next()}@party.test`
  const guest = {
    accountId,
    email,
    role: 'reader',
    language: 'en',
    address: freshAddress(),
  } as const
  const { token } = await invite(world, guest)
  const accept = (more: object = {}) =>
    post(arena, '/invitations/accept', { token, password, ...more })
  const grown = await accept({ role: 'owner' })
  tally.check(grown.status === 400, () => `an invitation takes a role: ${grown.text}`)
  const replies = await Promise.all([accept(), accept(), accept()])
  const good = replies.filter(({ status }) => status === 201)
  tally.check(good.length === 1, () => `one invitation was accepted ${good.length} times`)
  tally.check(good[0]?.body.user.role === 'reader', () => `the guest became ${good[0]?.text}`)
  const late = await invite(world, { ...guest, email: `late-${email}` })
  arena.turn(30 * dayMs)
  const place = { address: freshAddress(), agent: 'test', before: null }
  const taken = await acceptInvitation(world, { token: late.token, password, ...place }).then(
    () => true,
    () => false,
  )
  tally.check(!taken, () => 'an invitation of last month was accepted')
}

/** Whoever else was in is out, and so is the cookie that was used for it. */
async function changePassword(arena: Arena, tally: Tally): Promise<void> {
  const { email, byCookie } = await newParty(arena)
  const elsewhere = await logIn(arena, email)
  const wrong = await post(arena, '/password/change', { current: 'wrong', new: next }, byCookie)
  tally.check(wrong.status === 400, () => `a wrong password changes it: ${wrong.text}`)
  const body = { current: password, new: next }
  const changed = await post(arena, '/password/change', body, byCookie)
  tally.check(
    changed.status === 200,
    () => `the right password does not change it: ${changed.text}`,
  )
  tally.check(!(await isIn(arena, elsewhere)), () => 'another session outlives the change')
  tally.check(!(await isIn(arena, byCookie)), () => 'the cookie outlives the change')
  tally.check(await isIn(arena, cookieFrom(changed)), () => 'whoever changed it is out')
  const old = await tryLogIn(arena, { email, password })
  tally.check(old.status === 401, () => 'the old password still opens')
}

/** A cookie that somebody has planted is never adopted, and two of one name are none. */
async function plantCookie(arena: Arena, tally: Tally): Promise<void> {
  const mallory = await newParty(arena)
  const victim = await newParty(arena)
  const { cookie: planted = '' } = mallory.byCookie
  const entered = await post(
    arena,
    '/session',
    { email: victim.email, password },
    { cookie: planted },
  )
  const { cookie } = cookieFrom(entered)
  tally.check(cookie !== planted, () => 'log-in keeps the cookie that came along')
  tally.check(!(await isIn(arena, mallory.byCookie)), () => 'the planted session goes on')
  const twice = { cookie: `${planted}; ${cookie}`, origin: dashboardUrl }
  tally.check(!(await isIn(arena, twice)), () => 'of two cookies one was believed')
  const [line = ''] = entered.headers['set-cookie'] ?? []
  tally.check(
    /; HttpOnly/.test(line) && /; SameSite=/.test(line),
    () => `a cookie for all: ${line}`,
  )
}
