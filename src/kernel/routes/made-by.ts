/**
 * Who may change what: a test key is handed around, lies in CI and is printed at the first start, so
 * it changes only what a test key made. What a live key or a member made takes one of those.
 */
import { Refusal } from '../base/errors.ts'
import type { Caller, Mode } from './route.ts'

/** Kept with what is made; null for what was made before this was kept: as live. */
export interface Made {
  readonly made_by_mode: Mode | null
}

/** A member who looks at test mode is a member all the same. */
export const madeBy = ({ principal, tenant }: Caller): Mode =>
  principal.kind === 'key' ? tenant.mode : 'live'

/** Throws `live_key_required`. */
export function mustBeAllowedToChange(caller: Caller, made: Made): void {
  if (madeBy(caller) === 'test' && made.made_by_mode !== 'test') {
    throw new Refusal('live_key_required')
  }
}
