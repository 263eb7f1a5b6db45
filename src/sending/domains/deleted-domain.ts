/** A domain that was deleted, put back with its keys, if nobody has its name by now. */
import type { DeletedNoun } from '#platform/lifecycle/deleted.ts'
import { mustHaveRoomFor } from './domains.ts'
import { senderChanged } from './sender.ts'

export const domainNoun: DeletedNoun = {
  kind: 'domain',
  prefix: 'dom',
  tables: [
    { table: 'domains', by: 'id' },
    { table: 'dkim_keys', by: 'domain_id' },
  ],
  isSealed: true,
  mustHaveRoom: (tx, { settings }, { domains }, projectId) =>
    mustHaveRoomFor(tx, settings, { projectId, name: String(domains?.[0]?.name) }),
  restored: senderChanged,
}
