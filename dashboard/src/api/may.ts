/** What the role of whoever is logged in may do: the server refuses the rest. */
import { type ChangeName, routeOf } from './calls.ts'
import { useSession } from './hooks.ts'
import type { Role } from './shapes.ts'

/** The roles that are enough, by what the server's routes ask for. */
const enough: Readonly<Record<string, readonly Role[]>> = {
  sender: ['owner', 'developer', 'marketing'],
  developer: ['owner', 'developer'],
  owner: ['owner'],
}

function neededFor(call: ChangeName | undefined): readonly Role[] | null {
  if (call === undefined) return null
  const { needs } = routeOf(call)
  return needs === undefined ? null : enough[needs]!
}

/** Whether a button for a call makes sense for whoever is here; without one there is nothing to ask. */
export function useMay(call: ChangeName | undefined): boolean {
  const needed = neededFor(call)
  // Whom nobody asks for a role need not be logged in.
  const { data } = useSession({ enabled: needed !== null })
  return needed === null || !data || needed.includes(data.user.role)
}

/** The same of several, for what one menu holds. */
export function useMayOf<Item extends { readonly call?: ChangeName }>(
  items: readonly Item[],
): readonly Item[] {
  const { data } = useSession({ enabled: items.some(({ call }) => neededFor(call) !== null) })
  if (!data) return items
  return items.filter(({ call }) => neededFor(call)?.includes(data.user.role) ?? true)
}
