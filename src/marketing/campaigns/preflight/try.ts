/** Letters of a campaign that are sent to try it: to members of the account and to contacts alone. */
import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { show } from '#kernel/base/ids.ts'
import { parseAddress, suppressionKey } from '#kernel/mail/address.ts'
import { type Route, route, type TenantWorld } from '#kernel/routes/route.ts'
import { checkContent } from '#sending/content/content-check.ts'
import type { PreparedEmail } from '#sending/content/prepared-email.ts'
import { acceptWithin } from '#sending/intake/accept.ts'
import { refuseSender } from '#sending/intake/send.ts'
import { suppressionsOf } from '#sending/suppression/suppress.ts'
import { findContactId } from '../../contacts/people/find.ts'
import type { Campaign } from '../definition/campaign.ts'
import { idParams, mustFind } from '../find.ts'
import { preparedLetter } from '../sending/letter.ts'
import { listHosts } from '../sending/link-bases.ts'
import type { CampaignParts } from '../sending/prepared.ts'
import { look, type PreviewRequest, person } from './looks.ts'

const maxTests = 10

const errors = [
  'missing_field',
  'invalid_field',
  'sandbox_recipient',
  'domain_not_verified',
  'recipient_suppressed',
  'sending_paused',
  'daily_limit_reached',
  'monthly_limit_reached',
  'spend_limit_reached',
  'resource_not_found',
]

export const tryRoute = (parts: CampaignParts): Route =>
  route({
    method: 'POST',
    path: '/v1/campaigns/{id}/test',
    name: 'campaigns.test',
    scope: 'admin',
    changes: 'of its mode',
    summary: 'Send a letter of a campaign to try it',
    description: 'To members of the account and to contacts; it counts in no figure.',
    params: idParams,
    body: Type.Object(
      {
        to: Type.Array(Type.String(), { minItems: 1, maxItems: maxTests }),
        ...person,
        as_themselves: Type.Optional(
          Type.Boolean({ description: 'Each contact among them gets it with their own values.' }),
        ),
      },
      { additionalProperties: false },
    ),
    success: {
      status: 202,
      schema: Type.Object({
        data: Type.Array(Type.Object({ id: Type.String(), email: Type.String() })),
      }),
    },
    errors,
    handle: async call => {
      const { world, tenant, body } = call
      const campaign = await mustFind(world.db, call)
      if (campaign.definition.from === null) throw new Refusal('missing_field', { param: 'from' })
      const testers = await testersOf(call, body.to, parts)
      const addresses = testers.map(one => one.email)
      const letters = await lettersFor(parts, call, campaign, testers)
      const about = {
        campaign,
        hosts: await listHosts(world, tenant.projectId, campaign.definition),
      }
      const now = world.clock.now()
      const prepared = addresses.map((to, n) => {
        const { rendered, variant } = letters[n]!
        const letter = { ...rendered, subject: `[teste] ${rendered.subject}` }
        return preparedLetter(about, tenant, { to, rendered: letter, variant, now })
      })
      await mustSend(call, prepared)
      if (tenant.mode === 'test') await mustBeOpen(call, addresses)
      // They are the same words for all, but for what is the person's own.
      const stopped = tenant.mode === 'live' ? await checkContent(world, prepared[0]!) : null
      return call.commit(async tx => {
        const ready = prepared.map(one => {
          const email = { id: world.ids.next(), prepared: one, stopped, within: '' }
          return { tenant, emails: [email], idempotency: undefined, response: '' }
        })
        const results = await acceptWithin(tx, world, ready)
        for (const [n, result] of results.entries()) {
          if (result.kind === 'refused') throw ofAddress(result.refusal, n)
        }
        const data = ready.map(({ emails: [email] }, n) => ({
          id: show('msg', email!.id),
          email: addresses[n]!,
        }))
        return { status: 202, body: { data } }
      })
    },
  })

interface Tester {
  readonly email: string
  /** con_…, of who is a contact. */
  readonly contact: string | null
}

type CampaignLook = Awaited<ReturnType<typeof look>>

/** One for each of them: made for all of them at once, or with the values of who gets it. */
async function lettersFor(
  parts: CampaignParts,
  call: TenantWorld & {
    readonly body: PreviewRequest & { readonly as_themselves?: boolean | null }
  },
  campaign: Campaign,
  testers: readonly Tester[],
): Promise<CampaignLook[]> {
  const { as_themselves: isThemselves, contact_id, language, variant } = call.body
  const asked = { contact_id, language, variant } as PreviewRequest
  const common = isThemselves ? null : await look(parts, call, campaign, asked)
  const letters: CampaignLook[] = []
  for (const { contact } of testers) {
    letters.push(
      common ??
        (await look(parts, call, campaign, {
          ...asked,
          contact_id: contact ?? contact_id ?? null,
        })),
    )
  }
  return letters
}

/** Each letter has one address, which stands in a list here. */
function ofAddress(refusal: Refusal, n: number): Refusal {
  const { code, param, text } = refusal
  return param === 'to[0]' ? new Refusal(code, { param: `to[${n}]`, why: text }) : refusal
}

/** What the intake says of live mode: there, test mode knows nobody who is suppressed. */
async function mustBeOpen(
  { world, tenant }: TenantWorld,
  addresses: readonly string[],
): Promise<void> {
  const listed = new Set(
    (await suppressionsOf(world.db, tenant, addresses)).map(one => one.address),
  )
  const n = addresses.findIndex(one => listed.has(suppressionKey(one)))
  if (n >= 0) throw new Refusal('recipient_suppressed', { param: `to[${n}]` })
}

/** Throws the first Refusal. */
async function mustSend(call: TenantWorld, prepared: readonly PreparedEmail[]): Promise<void> {
  for (const [n, one] of prepared.entries()) {
    const [refusal] = await refuseSender(call, one)
    if (refusal !== undefined) throw ofAddress(refusal, n)
  }
}

/** Else it would be a way to send without consent. */
async function testersOf(
  { world, tenant }: TenantWorld,
  texts: readonly string[],
  parts: CampaignParts,
): Promise<Tester[]> {
  const members = new Set((await parts.memberAddresses(world, tenant)).map(suppressionKey))
  const testers: Tester[] = []
  for (const [n, text] of texts.entries()) {
    const parsed = parseAddress(text)
    if (!parsed.ok) throw new Refusal('invalid_field', { param: `to[${n}]`, why: parsed.why })
    const { email } = parsed.address
    const contact = await findContactId(world.db, tenant, email)
    if (contact === null && !members.has(suppressionKey(email))) {
      throw new Refusal('invalid_field', {
        param: `to[${n}]`,
        why: {
          en: 'Neither a member of the account nor a contact.',
          pt: 'Não é membro da conta nem contato.',
        },
      })
    }
    testers.push({ email, contact: contact === null ? null : show('con', contact) })
  }
  return testers
}
