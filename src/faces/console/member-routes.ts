/** `/api/members` and `/api/invitations`: who works in an account, and as what. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { read, show } from '#kernel/base/ids.ts'
import { deleted } from '#kernel/routes/answers.ts'
import type { Member } from '#tenants/accounts/member.ts'
import { roles } from '#tenants/accounts/member.ts'
import {
  acceptInvitation,
  invite,
  listInvitations,
  lookAtInvitation,
  noteLinkShown,
  setInvitedRole,
  withdrawInvitation,
} from '#tenants/identity/invitations.ts'
import type { Invitation } from '#tenants/identity/invitations-store.ts'
import { listMembers, removeMember, setRole } from '#tenants/identity/members.ts'
import { checkAccess, type DashboardRoute, memberRoute, openRoute } from './dashboard-call.ts'
import { sendSystemMail } from './send-system-mail.ts'
import { enterWith, sessionSchema } from './session-routes.ts'

const role = Type.Enum(roles)
const moment = Type.String({ format: 'date-time' })
const token = Type.String({ minLength: 1, maxLength: 200 })

const memberFields = {
  id: Type.String({ description: 'usr_…, or inv_… of an invitation.' }),
  email: Type.String(),
  name: Type.String(),
  role,
  status: Type.Union([Type.Literal('active'), Type.Literal('invited')]),
  verified: Type.Boolean(),
  totp_enabled: Type.Boolean(),
  created_at: moment,
  expires_at: Type.Optional(moment),
  seen_at: Type.Optional(Type.Union([moment, Type.Null()])),
}
const memberSchema = Type.Object(memberFields, { $id: 'Member' })

/** Where letters go out, whoever opens one shows that its address is theirs: nobody else has its link. */
const unsent = {
  token: Type.Optional(
    Type.String({
      description:
        'Of the link {dashboard url}/invite?token=…, only where the installation sends no letters.',
    }),
  ),
}

const showMember = (member: Member) => ({
  id: show('usr', member.id),
  email: member.email,
  name: member.name,
  role: member.role,
  status: 'active',
  verified: member.verifiedAt !== null,
  totp_enabled: member.totpEnabledAt !== null,
  created_at: member.createdAt.toISOString(),
  seen_at: member.seenAt?.toISOString() ?? null,
})

const showInvitation = (invitation: Invitation) => ({
  id: show('inv', invitation.id),
  email: invitation.email,
  name: '',
  role: invitation.role,
  status: 'invited',
  verified: false,
  totp_enabled: false,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
})

const unknown = () => new Refusal('resource_not_found')

const members: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/members',
    name: 'members.list',
    summary: 'List members and invitations',
    success: {
      status: 200,
      schema: Type.Object({ data: Type.Array(memberSchema), has_more: Type.Boolean() }),
    },
    errors: [],
    async handle({ world, session }) {
      const [active, invited] = await Promise.all([
        listMembers(world, session.accountId),
        listInvitations(world, session.accountId),
      ])
      const data = [...active.map(showMember), ...invited.map(showInvitation)]
      return { status: 200, body: { data, has_more: false } }
    },
  }),
  memberRoute({
    method: 'POST',
    path: '/members',
    name: 'members.invite',
    access: 'owner',
    summary: 'Invite somebody to the account, or once more',
    body: Type.Object({ email: Type.String({ maxLength: 254 }), role }),
    success: { status: 201, schema: Type.Object({ ...memberFields, ...unsent }) },
    errors: ['address_not_confirmed', 'rate_limited'],
    async handle({ world, session, body, language, address }) {
      if (!session.isVerified) throw new Refusal('address_not_confirmed')
      const { accountId, accountName } = session
      const { invitation, token: given } = await invite(world, {
        ...body,
        accountId,
        language,
        address,
      })
      const isSent = await sendSystemMail(world, 'invite', {
        to: invitation.email,
        language,
        path: `/invite?token=${given}`,
        account: accountName,
      })
      const shown = showInvitation(invitation)
      if (isSent) return { status: 201, body: shown }
      await noteLinkShown(world, invitation)
      return { status: 201, body: { ...shown, token: given } }
    },
  }),
  memberRoute({
    method: 'PATCH',
    path: '/members/{id}',
    name: 'members.update',
    access: 'owner',
    summary: 'Change the role of a member or of an invitation',
    body: Type.Object({ role }),
    success: { status: 200, schema: memberSchema },
    errors: ['resource_not_found'],
    async handle({ world, session, params, body }) {
      const { accountId } = session
      const invited = read('inv', params.id!)
      if (invited !== null) {
        const invitation = await setInvitedRole(world, { accountId, id: invited }, body.role)
        return { status: 200, body: showInvitation(invitation) }
      }
      const memberId = read('usr', params.id!)
      if (memberId === null) throw unknown()
      const member = await setRole(world, { accountId, memberId }, body.role)
      return { status: 200, body: showMember(member) }
    },
  }),
  memberRoute({
    method: 'DELETE',
    path: '/members/{id}',
    name: 'members.delete',
    summary: 'Take a member out of the account, or an invitation back',
    success: deleted,
    errors: ['resource_not_found'],
    async handle({ world, session, params, setToken }) {
      const { accountId } = session
      const invited = read('inv', params.id!)
      const memberId = read('usr', params.id!)
      // Everybody may leave.
      if (memberId !== session.memberId) checkAccess(session, 'owner')
      if (invited !== null) await withdrawInvitation(world, { accountId, id: invited })
      else if (memberId !== null) await removeMember(world, { accountId, memberId })
      else throw unknown()
      if (memberId === session.memberId) setToken(null)
      return { status: 200, body: { id: params.id, deleted: true } }
    },
  }),
]

const invitations: readonly DashboardRoute[] = [
  openRoute({
    method: 'POST',
    path: '/invitations/look',
    name: 'invitations.look',
    summary: 'What an invitation says',
    body: Type.Object({ token }),
    success: {
      status: 200,
      schema: Type.Object({
        email: Type.String(),
        role,
        account_name: Type.String(),
        language: Type.String(),
      }),
    },
    errors: ['rate_limited'],
    leadsBy: 'token',
    async handle(visit) {
      const invitation = await lookAtInvitation(visit.world, visit.body.token, visit)
      const { email, accountName, language } = invitation
      return {
        status: 200,
        body: { email, role: invitation.role, account_name: accountName, language },
      }
    },
  }),
  openRoute({
    method: 'POST',
    path: '/invitations/accept',
    name: 'invitations.accept',
    summary: 'Become a member',
    body: Type.Object({
      token,
      password: Type.String({ minLength: 1, maxLength: 1000 }),
      name: Type.Optional(Type.String()),
    }),
    success: { status: 201, schema: sessionSchema },
    errors: ['rate_limited'],
    leadsBy: 'token',
    async handle(visit) {
      const { world, body, address, agent, token: before } = visit
      const entered = await acceptInvitation(world, { ...body, address, agent, before })
      return enterWith(visit, entered.token, 201)
    },
  }),
]

export const memberRoutes: readonly DashboardRoute[] = [...members, ...invitations]
