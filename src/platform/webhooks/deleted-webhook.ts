/** A webhook that was deleted, put back: with its secret and choices, without its log. */

import type { DeletedNoun } from '../lifecycle/deleted-noun.ts'
import { mustHaveRoomForOne } from './room.ts'
import { lockUrls } from './store.ts'

export const webhookNoun: DeletedNoun = {
  kind: 'webhook',
  prefix: 'whk',
  tables: [{ table: 'webhooks', by: 'id' }],
  isSealed: true,
  wanted: 'url',
  async mustHaveRoom(tx, _world, { projectId, wanted }) {
    mustHaveRoomForOne(await lockUrls(tx, projectId, 'live'), String(wanted))
  },
}
