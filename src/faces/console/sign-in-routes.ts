/** `/api/sign-in`: other ways in than a password. */
import { Type } from 'typebox'
import { beginByProvider, comeByProvider } from '#tenants/identity/come-by-provider.ts'
import { issueDevice } from '#tenants/identity/devices.ts'
import { doorsOf } from '#tenants/identity/doors.ts'
import { type DashboardRoute, openRoute } from './dashboard-call.ts'
import { endingAttempt } from './ending-attempt.ts'
import { identityRoutes } from './identity-routes.ts'
import { passkeyRoutes } from './passkey-routes.ts'
import { enterWith, sessionSchema } from './session-routes.ts'

/** Some providers put much into what they send back. */
const maxAnswerChars = 16_000

const providerRoutes: readonly DashboardRoute[] = [
  openRoute({
    method: 'GET',
    path: '/sign-in',
    name: 'signIn.get',
    summary: 'By which doors people come in',
    success: {
      status: 200,
      schema: Type.Object({
        provider: Type.Union([Type.String(), Type.Null()], {
          description: 'Host of the identity provider.',
        }),
        provider_only: Type.Boolean(),
        passkeys: Type.Boolean({ description: 'Whether there can be any under this host.' }),
      }),
    },
    errors: [],
    async handle({ world }) {
      const { provider, isProviderOnly, hasPasskeys } = doorsOf(world)
      const body = { provider, provider_only: isProviderOnly, passkeys: hasPasskeys }
      return { status: 200, body }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/sign-in/provider',
    name: 'signIn.begin',
    summary: 'Begin to sign in by the identity provider: where the browser is to go',
    body: Type.Object({ invitation: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) }),
    success: { status: 200, schema: Type.Object({ url: Type.String() }) },
    errors: ['identity_provider_unavailable', 'rate_limited', 'route_not_found'],
    leadsBy: 'invitation',
    async handle(visit) {
      const { world, body, address, agent } = visit
      const { url, attempt } = await beginByProvider(world, { ...body, address, agent })
      visit.setAttempt(attempt)
      return { status: 200, body: { url } }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/sign-in/provider/return',
    name: 'signIn.finish',
    summary: 'Sign in by what the identity provider has sent back with the browser',
    body: Type.Object({
      answer: Type.String({ maxLength: maxAnswerChars, description: 'The query of the address.' }),
    }),
    success: { status: 200, schema: sessionSchema },
    errors: ['identity_provider_unavailable', 'sign_in_failed', 'route_not_found'],
    mayLead: true,
    async handle(visit) {
      const { world, body, address, agent, language, attempt, device, token: before } = visit
      const given = await endingAttempt(visit, () =>
        comeByProvider(world, {
          answer: body.answer,
          address,
          agent,
          language,
          attempt,
          device,
          before,
        }),
      )
      const answer = await enterWith(visit, given, 200)
      visit.setDevice(await issueDevice(world, answer.body.user.email))
      return answer
    },
  }),
]

export const signInRoutes: readonly DashboardRoute[] = [
  ...providerRoutes,
  ...identityRoutes,
  ...passkeyRoutes,
]
