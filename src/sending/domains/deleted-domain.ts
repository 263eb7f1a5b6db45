/** A domain that was deleted, put back with its keys, if nobody has its name by now. */

import type { DeletedNoun } from '#platform/lifecycle/deleted-noun.ts'
import { mustHaveRoomFor, nameTaken } from './domains.ts'
import { senderChanged } from './sender.ts'

export const domainNoun: DeletedNoun = {
  kind: 'domain',
  prefix: 'dom',
  tables: [
    { table: 'domains', by: 'id' },
    { table: 'dkim_keys', by: 'domain_id' },
  ],
  isSealed: true,
  wanted: 'name',
  mustHaveRoom: (tx, { settings }, { projectId, wanted }) =>
    mustHaveRoomFor(tx, settings, { projectId, name: String(wanted) }),
  taken: nameTaken,
  restored: senderChanged,
}
