/**
 * What an email says. A letter that was made of a content which many share is made once more, with
 * the values and the links of its recipient: what was signed.
 */

import { Type } from 'typebox'
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import { findNamed } from '#kernel/routes/find-named.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { installationSecret } from '#tenants/installation/installation.ts'
import { mergedLetter, readMerged } from '../content/merged.ts'
import { asShown } from '../content/read-content.ts'
import type { Merging } from '../events/email.ts'
import { contentOfRow, type KeptContent, type ShownContent } from '../timeline/kept-content.ts'
import { emailOf, keptContent } from '../timeline/read-store.ts'
import { contentSchema, showContent } from '../timeline/serialize.ts'
import { leavingHeaders, linksOf, nobody, unwatched } from './links.ts'
import { raw } from './raw-route.ts'
import { trackedUrl } from './rewrite.ts'

const idParams = Type.Object({ id: Type.String({ description: 'msg_…' }) })

type OneEmail = Call<unknown, unknown, { id: string }>

async function mustFind({ world, tenant, params }: OneEmail) {
  return findNamed('msg', params.id, id => emailOf(world.db, tenant, id))
}

/** Html and text, 5 MB each. */
const maxReadBytes = 10 * 1024 * 1024

const content = route({
  method: 'GET',
  path: '/v1/emails/{id}/content',
  name: 'emails.content',
  scope: 'read',
  summary: 'Read what an email says',
  description:
    'Html, text and headers as they were given, or as they are read out of a message that was ' +
    'handed over by SMTP, the text part that is made where none was; ' +
    'attachments by name and size. A letter of a campaign or a sequence as its recipient has it, ' +
    'with the links that are theirs and the headers by which one leaves.',
  params: idParams,
  success: { status: 200, schema: contentSchema },
  errors: ['resource_not_found'],
  async handle(call) {
    const email = await mustFind(call)
    // Attachments are not read here, where they are not part of what is kept as one.
    const isWhole = email.addressees.submitted === true
    await call.room(isWhole ? email.size_bytes : Math.min(email.size_bytes, maxReadBytes))
    const kept = await keptContent(call.world.db, call.tenant.projectId, email.id)
    if (kept === null) throw new Refusal('resource_not_found')
    const shown = await shownOf(call, email.id, kept)
    return { status: 200, body: showContent(email.id, shown, call.world.settings) }
  },
})

function shownOf(call: OneEmail, emailId: Uuid, kept: KeptContent): Promise<ShownContent> {
  const { message, merging } = kept
  if (message !== null) return asShown(call.world, call.tenant.projectId, kept, message)
  return merging === null ? Promise.resolve(kept) : asSent(call, emailId, kept, merging)
}

async function asSent(
  { world, tenant }: OneEmail,
  emailId: Uuid,
  kept: KeptContent,
  merging: Merging,
): Promise<ShownContent> {
  const { projectId } = tenant
  const secret = await installationSecret(world)
  const isCaptured = tenant.mode === 'test'
  const recipient = { projectId, emailId, n: 0, address: kept.address ?? '', isCaptured }
  const merged = await readMerged(contentOfRow(kept), merging)
  const links = linksOf({ secret, cell: world.settings.MALOTE_CELL }, recipient, merging.base)
  const filling = isCaptured ? unwatched(links) : { links, targetOf: trackedUrl }
  const headers = { ...kept.headers, ...Object.fromEntries(leavingHeaders(links)) }
  return { ...kept, headers, ...mergedLetter(merged, kept.own_values ?? nobody, filling) }
}

export const contentRoutes: readonly Route[] = [content, raw]
