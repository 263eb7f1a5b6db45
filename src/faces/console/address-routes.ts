/** `/api/address`: another address to log in with, by a link to it, and back by one to the old. */
import { Type } from 'typebox'
import type { World } from '#kernel/world/world.ts'
import {
  askForAddress,
  confirmAddress,
  mayAskForAddress,
  restoreAddress,
} from '#tenants/identity/changing-address.ts'
import type { Session } from '#tenants/identity/sessions.ts'
import { type DashboardRoute, memberRoute, openRoute } from './dashboard-call.ts'
import { sendSystemMail } from './send-system-mail.ts'
import { email, password, tellBy, token } from './session-routes.ts'

export const addressRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'POST',
    path: '/address',
    name: 'address.ask',
    summary: 'Mail a link to another address to log in with',
    body: Type.Object({ email, password }),
    success: { status: 202, schema: Type.Object({ sent: Type.Boolean() }) },
    errors: ['rate_limited'],
    async handle(visit) {
      const { world, session, body, address, agent } = visit
      const next = await mayAskForAddress(world, session, { ...body, address, agent })
      // Behind the answer's back: how long it takes would tell who has the address.
      void mailLink(world, session, next).catch((error: Error) =>
        world.log.error({ error: error.stack }, 'a link for a new address was not mailed'),
      )
      return { status: 202, body: { sent: true } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/address/confirm',
    name: 'address.confirm',
    summary: 'Log in with the new address from now on, by the token mailed to it',
    body: Type.Object({ token }),
    success: { status: 200, schema: Type.Object({ email: Type.String() }) },
    errors: ['rate_limited'],
    async handle({ world, session, body, address, agent }) {
      const { language } = session
      const changed = await confirmAddress(world, session, {
        ...body,
        address,
        agent,
        tellOld: (to, undo, alsoIn) =>
          sendSystemMail(
            world,
            'address_changed',
            { to, language, path: `/restore?token=${undo}` },
            alsoIn,
          ),
      })
      return { status: 200, body: { email: changed } }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/address/restore',
    name: 'address.restore',
    summary: 'Take a change of address back, by the token mailed to the old one',
    body: Type.Object({ token }),
    success: {
      status: 200,
      schema: Type.Object({
        reset_token: Type.String({ description: 'Sets a new password: the old one is gone.' }),
      }),
    },
    errors: ['rate_limited'],
    leadsBy: 'token',
    async handle({ world, body, address, agent, setToken }) {
      const reset = await restoreAddress(world, { ...body, address, agent })
      setToken(null)
      return { status: 200, body: { reset_token: reset } }
    },
  }),
]

async function mailLink(world: World, session: Session, next: string): Promise<void> {
  const asked = await askForAddress(world, session, { email: next, tell: tellBy(world) })
  if (asked === null) return
  const { language } = session
  await sendSystemMail(world, 'address_asked', {
    to: next,
    language,
    path: `/address?token=${asked}`,
  })
}
