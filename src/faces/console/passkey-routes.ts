/** `/api/passkeys` and `/api/sign-in/passkey`: a member's passkeys, and coming in by one. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import { beginByPasskey, comeByPasskey, handleOf } from '#tenants/identity/come-by-passkey.ts'
import { issueDevice } from '#tenants/identity/devices.ts'
import { algorithms, passkeyHost } from '#tenants/identity/passkey-answers.ts'
import {
  addPasskey,
  beginPasskey,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '#tenants/identity/passkeys.ts'
import type { Passkey } from '#tenants/identity/passkeys-store.ts'
import { type DashboardRoute, memberRoute, openRoute } from './dashboard-call.ts'
import { endingAttempt } from './ending-attempt.ts'
import { enterWith, sessionSchema } from './session-routes.ts'

const moment = Type.String({ format: 'date-time' })
/** Base64url, as long as anything that an authenticator has ever said. */
const bytes = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' })
const credentialId = bytes(1_400)

const passkeySchema = Type.Object(
  {
    id: Type.String({ description: 'pky_…' }),
    name: Type.String(),
    created_at: moment,
    last_used_at: Type.Union([moment, Type.Null()]),
  },
  { $id: 'Passkey' },
)

const showPasskey = (passkey: Passkey) => ({
  id: show('pky', passkey.id),
  name: passkey.name,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.usedAt?.toISOString() ?? null,
})

const own: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/passkeys',
    name: 'passkeys.list',
    summary: 'The own passkeys',
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(passkeySchema), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, session }) {
      const data = (await listPasskeys(world, session)).map(showPasskey)
      return { status: 200, body: { data, has_more: false } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/passkeys/begin',
    name: 'passkeys.begin',
    summary: 'Begin to add a passkey: what an authenticator is to make it for',
    body: Type.Object({
      password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
      code: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    }),
    success: {
      status: 200,
      schema: Type.Object({
        challenge: Type.String(),
        host: Type.String(),
        user: Type.Object({ id: Type.String(), name: Type.String() }),
        algorithms: Type.Array(Type.Integer()),
        known: Type.Array(Type.String()),
      }),
    },
    errors: ['rate_limited', 'sign_in_failed'],
    async handle(visit) {
      const { world, session, body } = visit
      const { attempt, challenge, known } = await beginPasskey(world, session, body)
      visit.setAttempt(attempt)
      return {
        status: 200,
        body: {
          challenge,
          host: passkeyHost(world.settings),
          user: { id: handleOf(session.memberId), name: session.email },
          algorithms: [...algorithms],
          known: known.map(one => one.toString('base64url')),
        },
      }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/passkeys',
    name: 'passkeys.create',
    summary: 'Add the passkey that an authenticator has made',
    body: Type.Object({
      name: Type.String({ maxLength: 200 }),
      credential_id: credentialId,
      client_data: bytes(10_000),
      attestation: bytes(20_000),
      transports: Type.Array(Type.String({ pattern: '^[a-z-]{1,20}$' }), { maxItems: 10 }),
    }),
    success: { status: 201, schema: passkeySchema },
    errors: ['sign_in_failed'],
    async handle(visit) {
      const { world, session, attempt, body, address, agent } = visit
      const { name, credential_id: id, client_data: clientData, attestation, transports } = body
      visit.setAttempt(null)
      const made = { id, clientData, attestation, transports }
      const given = { attempt, name, made, address, agent }
      const passkey = await addPasskey(world, session, given)
      return { status: 201, body: showPasskey(passkey) }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/passkeys/{id}',
    name: 'passkeys.delete',
    summary: 'Remove a passkey',
    success: deleted,
    errors: ['resource_not_found'],
    async handle({ world, session, params, address, agent }) {
      const id = read('pky', params.id!)
      if (id === null) throw new Refusal('resource_not_found')
      await removePasskey(world, session, { id, address, agent })
      return { status: 200, body: { id: params.id, deleted: true } }
    },
  }),
  memberRoute({
    method: 'PATCH',
    path: '/passkeys/{id}',
    name: 'passkeys.update',
    summary: 'Rename a passkey',
    body: Type.Object({ name: Type.String({ maxLength: 200 }) }),
    success: { status: 200, schema: passkeySchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params, body }) {
      const id = read('pky', params.id!)
      if (id === null) throw new Refusal('resource_not_found')
      const renamed = await renamePasskey(world, session, { id, name: body.name })
      return { status: 200, body: showPasskey(renamed) }
    },
  }),
]

const coming: readonly DashboardRoute[] = [
  openRoute({
    method: 'POST',
    path: '/sign-in/passkey',
    name: 'signIn.passkey',
    summary: 'Begin to sign in by a passkey: what it is to sign',
    success: {
      status: 200,
      schema: Type.Object({ challenge: Type.String(), host: Type.String() }),
    },
    errors: ['rate_limited', 'route_not_found'],
    async handle(visit) {
      const { attempt, challenge } = await beginByPasskey(visit.world, visit)
      visit.setAttempt(attempt)
      return { status: 200, body: { challenge, host: passkeyHost(visit.world.settings) } }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/sign-in/passkey/answer',
    name: 'signIn.answer',
    summary: 'Sign in by what a passkey has signed',
    body: Type.Object({
      credential_id: credentialId,
      client_data: bytes(10_000),
      authenticator_data: bytes(10_000),
      signature: bytes(10_000),
      user_handle: bytes(100),
    }),
    success: { status: 200, schema: sessionSchema },
    errors: ['sign_in_failed', 'route_not_found'],
    mayLead: true,
    async handle(visit) {
      const { world, body, address, agent, attempt, device, token: before } = visit
      const answer = {
        id: body.credential_id,
        clientData: body.client_data,
        authenticatorData: body.authenticator_data,
        signature: body.signature,
        userHandle: body.user_handle,
      }
      const coming = { answer, address, agent, attempt, device, before }
      const given = await endingAttempt(visit, () => comeByPasskey(world, coming))
      const entered = await enterWith(visit, given, 200)
      visit.setDevice(await issueDevice(world, entered.body.user.email))
      return entered
    },
  }),
]

export const passkeyRoutes: readonly DashboardRoute[] = [...own, ...coming]
