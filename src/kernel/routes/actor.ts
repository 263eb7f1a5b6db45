import { show } from '../base/ids.ts'
import type { Principal } from './route.ts'

/** How records and facts name whoever acts. */
export function actorOf(principal: Principal): string {
  return principal.kind === 'key' ? show('key', principal.keyId) : show('usr', principal.memberId)
}
