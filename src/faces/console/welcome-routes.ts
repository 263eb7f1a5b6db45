/** Who may open an account by themselves, and how the first owner becomes it. */
import { Type } from 'typebox'
import { claim, isClaimable } from '#tenants/identity/claim.ts'
import { welcomeOf } from '#tenants/identity/welcome.ts'
import { type DashboardRoute, openRoute } from './dashboard-call.ts'
import {
  code,
  email,
  enterWith,
  language,
  password,
  sessionSchema,
  timeZone,
} from './session-routes.ts'

export const welcomeRoutes: readonly DashboardRoute[] = [
  openRoute({
    method: 'GET',
    path: '/signup',
    name: 'signup.get',
    summary: 'Who may open an account by themselves',
    success: {
      status: 200,
      schema: Type.Object({
        signup: Type.Enum(['closed', 'open', 'domains']),
        domains: Type.Array(Type.String()),
        claim: Type.Boolean({ description: 'Whether the first owner is waited for.' }),
      }),
    },
    errors: [],
    async handle({ world }) {
      const body = { ...welcomeOf(world.settings), claim: await isClaimable(world.db) }
      return { status: 200, body }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/claim',
    name: 'claim.create',
    summary: 'Become the first owner, by the code that the log shows',
    body: Type.Object({
      code,
      email,
      password,
      name: Type.String(),
      language: Type.Optional(language),
      time_zone: Type.Optional(timeZone),
    }),
    success: { status: 201, schema: sessionSchema },
    errors: ['rate_limited'],
    async handle(visit) {
      const { world, body, address, agent } = visit
      const { time_zone: zone, language: words = visit.language, ...given } = body
      const who = { ...given, language: words, timeZone: zone }
      const entered = await claim(world, { ...who, address, agent })
      return enterWith(visit, entered.token, 201)
    },
  }),
]
