/** The message of an email to one recipient, octet for octet, signature and all. */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { type Call, route } from '#kernel/routes/route.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { findDelivery, rawMessage } from '../delivery/raw.ts'
import { emailOf } from '../timeline/read-store.ts'
import { createPersonalise } from './links.ts'

/** What base64 and a header make of what an email weighs. */
const growth = 1.4

export const raw = route({
  method: 'GET',
  path: '/v1/emails/{id}/raw',
  name: 'emails.raw',
  scope: 'read',
  summary: 'Read the message of an email as it was sent',
  description:
    'The bytes that went to one recipient, with their signature; before it is sent, and of a ' +
    'captured email, as it would be sent now.',
  params: Type.Object({ id: Type.String({ description: 'msg_…' }) }),
  query: Type.Object({
    recipient: Type.Optional(
      Type.String({ description: 'One of its addresses; the first one if absent.' }),
    ),
  }),
  success: { status: 200, schema: Type.String(), contentType: 'message/rfc822' },
  errors: ['resource_not_found'],
  async handle(call) {
    const delivery = await mustFind(call)
    await call.room(Math.ceil(delivery.sizeBytes * growth))
    const { world } = call
    const personalise = createPersonalise(world, await installationSecret(world))
    const bytes = await rawMessage(world, personalise, delivery)
    if (bytes === null) throw new Refusal('resource_not_found')
    return {
      status: 200,
      body: bytes,
      // What somebody else wrote is saved, and never shown as a page of this host.
      headers: { 'Content-Disposition': `attachment; filename="${call.params.id}.eml"` },
    }
  },
})

/** Throws Refusal where nobody of that address has it. */
async function mustFind({
  world,
  tenant,
  params,
  query,
}: Call<unknown, { recipient?: string }, { id: string }>) {
  const email = await findNamed('msg', params.id, id => emailOf(world.db, tenant, id))
  const { projectId } = tenant
  const delivery = await findDelivery(world.db, { projectId, emailId: email.id }, query.recipient)
  if (delivery === null) throw new Refusal('resource_not_found')
  return { ...delivery, isCaptured: tenant.mode === 'test' }
}
