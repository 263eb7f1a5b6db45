/** What sequences take from the modules beside them. */

import { preferencesLink } from '../forms/confirm.ts'
import { tenantOf } from '../forms/tenant.ts'
import { webViewLink } from '../forms/web-view.ts'
import { addToSegment, takeFromSegment } from '../segments/members.ts'
import type { SequenceParts } from './engine/acts.ts'

export const sequenceParts: SequenceParts = {
  tenantOf,
  preferencesLink,
  webViewLink,
  moveMember: (tx, world, tenant, { segmentId, contactId, action }) => {
    const about = { segmentId, contactIds: [contactId] }
    return action === 'add'
      ? addToSegment(tx, world, tenant, about)
      : takeFromSegment(tx, world, tenant, about)
  },
}
