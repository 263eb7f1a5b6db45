/** The Message-ID of an email whose program gave none, as delivery/message.ts writes it. */
import type { Uuid } from '#kernel/base/ids.ts'
import { parseAddress } from '#kernel/mail/address.ts'

export function ownMessageId({ id, sender }: { readonly id: Uuid; readonly sender: string }) {
  const parsed = parseAddress(sender)
  return `<${id.replaceAll('-', '')}@${parsed.ok ? parsed.address.domain : ''}>`
}
