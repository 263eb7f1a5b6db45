/** `/api/session`, sign-up, passwords, two-step log-in: how people get in, stay in and get out. */
import { Type } from 'typebox'
import { moneyOf } from '#billing/overview/standing.ts'
import { providerNames } from '#billing/provider/provider.ts'
import { assert } from '#kernel/base/assert.ts'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import type { World } from '#kernel/world/world.ts'
import { listProjects } from '#tenants/accounts/accounts.ts'
import { roles } from '#tenants/accounts/member.ts'
import { pauses, planNames } from '#tenants/accounts/terms.ts'
import { issueDevice } from '#tenants/identity/devices.ts'
import {
  askToReset,
  askToVerify,
  changePassword,
  resetPassword,
  type SignedIn,
  setProfile,
  signUp,
  tryMailTo,
  verifyAddress,
} from '#tenants/identity/members.ts'
import {
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  logIn,
  logOut,
  type Session,
  type SessionToken,
} from '#tenants/identity/sessions.ts'
import type { TellMember } from '#tenants/identity/told.ts'
import { disableTotp, enableTotp, setUpTotp } from '#tenants/identity/two-step.ts'
import {
  type DashboardCall,
  type DashboardRoute,
  type MemberCall,
  memberRoute,
  openRoute,
} from './dashboard-call.ts'
import { sendSystemMail } from './send-system-mail.ts'

export const language = Type.Union([Type.Literal('pt'), Type.Literal('en')])
export const email = Type.String({ minLength: 3, maxLength: 254 })
export const password = Type.String({ minLength: 1, maxLength: 1000 })
export const token = Type.String({ minLength: 1, maxLength: 200 })
/** A browser's word: one that is none is left out. */
export const timeZone = Type.String({ maxLength: 100 })
export const code = Type.String({ minLength: 1, maxLength: 40 })

export const accountSchema = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    plan: Type.Enum(planNames),
    trust_level: Type.Integer(),
    time_zone: Type.String(),
    language,
    pause: Type.Enum(pauses),
  },
  { $id: 'Account' },
)

export const sessionSchema = Type.Object(
  {
    user: Type.Object({
      id: Type.String(),
      email: Type.String(),
      name: Type.String(),
      role: Type.Enum(roles),
      language,
      totp_enabled: Type.Boolean(),
      has_password: Type.Boolean(),
      verified: Type.Boolean(),
    }),
    account: accountSchema,
    projects: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String(),
        language: Type.Union([language, Type.Null()]),
      }),
    ),
    operator: Type.Boolean(),
    /** Null where nobody collects. */
    billing: Type.Union([
      Type.Object({
        provider: Type.Enum(providerNames),
        mode: Type.Enum(['live', 'test']),
        contact: Type.Union([Type.String(), Type.Null()]),
        grace_until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()]),
      }),
      Type.Null(),
    ]),
    clock_ahead: Type.Boolean(),
  },
  { $id: 'Session' },
)

/** What the dashboard knows of who is logged in. */
async function showSession(world: World, session: Session) {
  const { accountId, role } = session
  const [projects, billing] = await Promise.all([
    listProjects(world, accountId),
    moneyOf(world, accountId, role === 'owner'),
  ])
  const isDeveloper = session.role === 'owner' || session.role === 'developer'
  return {
    user: {
      id: show('usr', session.memberId),
      email: session.email,
      name: session.name,
      role: session.role,
      language: session.language,
      totp_enabled: session.hasTotp,
      has_password: session.hasPassword,
      verified: session.isVerified,
    },
    account: showAccount(session),
    projects: projects.map(one => ({
      id: show('prj', one.id),
      name: one.name,
      language: one.language,
    })),
    operator: session.isOperator && isDeveloper,
    billing,
    clock_ahead: world.settings.MALOTE_CLOCK_AHEAD > 0,
  }
}

function showAccount(session: Session) {
  return {
    id: show('acc', session.accountId),
    name: session.accountName,
    plan: session.plan,
    trust_level: session.trustLevel,
    time_zone: session.timeZone,
    language: session.accountLanguage,
    pause: session.pause,
  }
}

/** Sets the cookie and answers with the session behind it. */
export async function enterWith(visit: DashboardCall, given: SessionToken, status: number) {
  const session = await findSession(visit.world, given)
  assert(session, 'a session that was just opened is good')
  visit.setToken(given)
  return { status, body: await showSession(visit.world, session) }
}

const sessionAnswer = (status: number) => ({ status, schema: sessionSchema })
const flag = (name: string, status = 200) => ({
  status,
  schema: Type.Object({ [name]: Type.Boolean() }),
})

/** Of strangers at their door; what they may want is a new password. */
export const tellBy =
  (world: World): TellMember =>
  ({ email: to, language, of }) =>
    sendSystemMail(world, of, { to, language, path: '/forgot' })

const coming: readonly DashboardRoute[] = [
  openRoute({
    method: 'POST',
    path: '/session',
    name: 'session.create',
    summary: 'Log in',
    body: Type.Object({ email, password, code: Type.Optional(code) }),
    success: sessionAnswer(200),
    errors: ['not_authenticated', 'rate_limited'],
    leadsBy: 'email',
    async handle(visit) {
      const { world, body, address, agent, device, token: before } = visit
      const given = await logIn(world, {
        ...body,
        address,
        agent,
        before,
        device,
        tell: tellBy(world),
      })
      const answer = await enterWith(visit, given, 200)
      visit.setDevice(await issueDevice(world, body.email))
      return answer
    },
  }),
  memberRoute({
    method: 'GET',
    path: '/session',
    name: 'session.get',
    summary: 'Who is logged in',
    success: sessionAnswer(200),
    errors: [],
    handle: async visit => ({ status: 200, body: await showSession(visit.world, visit.session) }),
  }),
  openRoute({
    method: 'DELETE',
    path: '/session',
    name: 'session.delete',
    summary: 'Log out',
    success: flag('logged_out'),
    errors: [],
    async handle(visit) {
      if (visit.token !== null) await logOut(visit.world, visit.token)
      visit.setToken(null)
      return { status: 200, body: { logged_out: true } }
    },
  }),
  memberRoute({
    method: 'PATCH',
    path: '/user',
    name: 'user.update',
    summary: 'Change the own name and language',
    body: Type.Object({ name: Type.Optional(Type.String()), language: Type.Optional(language) }),
    success: sessionAnswer(200),
    errors: [],
    async handle({ world, session, body, token: own }) {
      await setProfile(world, session, body)
      const after = own === null ? null : await findSession(world, own)
      return { status: 200, body: await showSession(world, after ?? session) }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/signup',
    name: 'signup.create',
    summary: 'Open an account',
    body: Type.Object({
      email,
      password,
      name: Type.String(),
      language: Type.Optional(language),
      time_zone: Type.Optional(timeZone),
    }),
    success: sessionAnswer(201),
    errors: ['signup_closed', 'rate_limited'],
    async handle(visit) {
      const { world, address, agent, token: before } = visit
      const { time_zone: zone, ...given } = visit.body
      const entered = await signUp(world, {
        language: visit.language,
        ...given,
        timeZone: zone,
        address,
        agent,
        before,
        tell: tellBy(world),
      })
      await mailVerification(visit, entered, visit.body.email)
      return enterWith(visit, entered.token, 201)
    },
  }),
  openRoute({
    method: 'POST',
    path: '/signup/verify',
    name: 'signup.verify',
    summary: 'Show that an address is theirs, by the token mailed to it',
    body: Type.Object({ token }),
    success: flag('verified'),
    errors: ['rate_limited'],
    leadsBy: 'token',
    async handle(visit) {
      await verifyAddress(visit.world, visit.body.token, visit)
      return { status: 200, body: { verified: true } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/signup/resend',
    name: 'signup.resend',
    summary: 'Mail the link that confirms the address again',
    success: flag('sent', 202),
    errors: ['rate_limited'],
    async handle(visit) {
      const { session } = visit
      if (!session.isVerified) await mailVerification(visit, session, session.email)
      return { status: 202, body: { sent: true } }
    },
  }),
]

async function mailVerification(
  visit: DashboardCall,
  key: Pick<SignedIn, 'accountId' | 'memberId'>,
  to: string,
): Promise<void> {
  const verification = await askToVerify(visit.world, key)
  await sendSystemMail(visit.world, 'verify', {
    to: to.trim().toLowerCase(),
    language: visit.language,
    path: `/verify?token=${verification}`,
  })
}

const passwords: readonly DashboardRoute[] = [
  openRoute({
    method: 'POST',
    path: '/password/forgot',
    name: 'password.forgot',
    summary: 'Mail a link for a new password, if the address is known',
    body: Type.Object({ email }),
    success: flag('sent', 202),
    errors: ['rate_limited'],
    leadsBy: 'email',
    async handle(visit) {
      const { world, body } = visit
      await tryMailTo(world, body.email, visit)
      // Behind the answer's back: how long it takes would tell who has an account.
      void mailReset(world, body.email).catch((error: Error) =>
        world.log.error({ error: error.stack }, 'a link for a new password was not mailed'),
      )
      return { status: 202, body: { sent: true } }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/password/reset',
    name: 'password.reset',
    summary: 'Set a new password by the token mailed for it',
    body: Type.Object({ token, password }),
    success: flag('reset'),
    errors: ['rate_limited'],
    leadsBy: 'token',
    async handle(visit) {
      await resetPassword(visit.world, visit.body.token, visit.body.password, visit)
      visit.setToken(null)
      return { status: 200, body: { reset: true } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/password/change',
    name: 'password.change',
    summary: 'Change the own password',
    body: Type.Object({ current: password, new: password }),
    success: flag('changed'),
    errors: ['rate_limited'],
    async handle(visit) {
      const { current, new: next } = visit.body
      visit.setToken(await changePassword(visit.world, visit.session, { current, next }))
      return { status: 200, body: { changed: true } }
    },
  }),
]

async function mailReset(world: World, address: string): Promise<void> {
  const asked = await askToReset(world, address)
  if (asked === null) return
  await sendSystemMail(world, 'reset', {
    to: asked.member.email,
    language: asked.member.language,
    path: `/reset?token=${asked.token}`,
  })
}

const listedSession = Type.Object({
  id: Type.String(),
  current: Type.Boolean(),
  address: Type.String(),
  agent: Type.String(),
  created_at: Type.String({ format: 'date-time' }),
  seen_at: Type.String({ format: 'date-time' }),
})

const sessions: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/sessions',
    name: 'sessions.list',
    summary: 'Where one is logged in',
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(listedSession), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, session }) {
      const listed = await listSessions(world, session)
      const data = listed.map(one => ({
        id: show('ses', one.id),
        current: one.id === session.id,
        address: one.address,
        agent: one.agent,
        created_at: one.createdAt.toISOString(),
        seen_at: one.seenAt.toISOString(),
      }))
      return { status: 200, body: { data, has_more: false } }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/sessions/{id}',
    name: 'sessions.delete',
    summary: 'End a session',
    success: deleted,
    errors: ['resource_not_found'],
    async handle(visit: MemberCall<unknown, unknown, Readonly<Record<string, string>>>) {
      const { world, session, params } = visit
      const id = read('ses', params.id!)
      if (id === null) throw new Refusal('resource_not_found')
      await endSession(world, session, id)
      if (id === session.id) visit.setToken(null)
      return { status: 200, body: { id: params.id, deleted: true } }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/sessions',
    name: 'sessions.deleteOthers',
    summary: 'End all sessions but the own',
    success: { status: 200, schema: Type.Object({ ended: Type.Integer() }) },
    errors: [],
    async handle({ world, session }) {
      return { status: 200, body: { ended: await endOtherSessions(world, session) } }
    },
  }),
]

const twoStep: readonly DashboardRoute[] = [
  memberRoute({
    method: 'POST',
    path: '/totp/setup',
    name: 'totp.setup',
    summary: 'Get a secret for an authenticator app',
    success: {
      status: 200,
      schema: Type.Object({ secret: Type.String(), uri: Type.String() }),
    },
    errors: [],
    handle: async ({ world, session }) => ({ status: 200, body: await setUpTotp(world, session) }),
  }),
  memberRoute({
    method: 'POST',
    path: '/totp/enable',
    name: 'totp.enable',
    summary: 'Switch two-step log-in on',
    body: Type.Object({ code }),
    success: {
      status: 200,
      schema: Type.Object({
        enabled: Type.Boolean(),
        recovery_codes: Type.Array(Type.String()),
      }),
    },
    errors: ['rate_limited'],
    async handle(visit) {
      const { token: given, recoveryCodes } = await enableTotp(
        visit.world,
        visit.session,
        visit.body.code,
      )
      visit.setToken(given)
      return { status: 200, body: { enabled: true, recovery_codes: recoveryCodes } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/totp/disable',
    name: 'totp.disable',
    summary: 'Switch two-step log-in off',
    body: Type.Object({ code }),
    success: flag('enabled'),
    errors: ['rate_limited'],
    async handle(visit) {
      visit.setToken(await disableTotp(visit.world, visit.session, visit.body.code))
      return { status: 200, body: { enabled: false } }
    },
  }),
]

export const sessionRoutes: readonly DashboardRoute[] = [
  ...coming,
  ...passwords,
  ...sessions,
  ...twoStep,
]
