/** What the role of whoever is logged in may do: the server refuses the rest. */
import type { ChangeName } from './calls.ts'
import { routes } from './generated.ts'
import { useSession } from './hooks.ts'
import type { Role } from './shapes.ts'

/** The roles that are enough, by what the server's routes ask for. */
const enough: Readonly<Record<string, readonly Role[]>> = {
  sender: ['owner', 'developer', 'marketing'],
  developer: ['owner', 'developer'],
  owner: ['owner'],
}

function mayCall(role: Role, call: ChangeName): boolean {
  const route: { readonly method: string; readonly needs?: string } = routes[call]
  return route.needs === undefined || enough[route.needs]!.includes(role)
}

/** Whether a button for a call makes sense for whoever is here; without one there is nothing to ask. */
export function useMay(call: ChangeName | undefined): boolean {
  const { data } = useSession()
  return call === undefined || !data || mayCall(data.user.role, call)
}
