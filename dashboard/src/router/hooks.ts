/** What pages know of their address, and how they lead to others. */
import { createContext, use, useEffect, useState } from 'react'
import type { Address, Params, Search } from './address.ts'
import type { Router } from './router.ts'

export const RouterContext = createContext<Router | null>(null)
export const AddressContext = createContext<Address>({ pathname: '', page: '', search: {} })
export const ParamsContext = createContext<Params>({})

export function useRouter(): Router {
  const router = use(RouterContext)
  if (!router) throw new Error('There is no router around this.')
  return router
}

export const useNavigate = (): Router['navigate'] => useRouter().navigate
export const usePathname = (): string => use(AddressContext).pathname
export const useSearch = (): Search => use(AddressContext).search
export const useParams = (): Params => use(ParamsContext)

interface Leaving {
  /** Whether something would be lost on the way from one path to the other. */
  readonly isLoss: (from: string, to: string) => boolean
  /** The same for a window that is closed, or another site. */
  readonly isLossWithWindow: () => boolean
}

interface Answering {
  readonly leave: () => void
  readonly stay: () => void
}

/** Holds up whoever leaves: the answers they can give, while they are asked. */
export function useLeaving({ isLoss, isLossWithWindow }: Leaving): Answering | null {
  const { history } = useRouter()
  const [asked, setAsked] = useState<Answering | null>(null)
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: isLossWithWindow,
        async blockerFn({ currentLocation, nextLocation }) {
          if (!isLoss(currentLocation.pathname, nextLocation.pathname)) return false
          const isStaying = await new Promise<boolean>(resolve =>
            setAsked({ leave: () => resolve(false), stay: () => resolve(true) }),
          )
          setAsked(null)
          return isStaying
        },
      }),
    [history, isLoss, isLossWithWindow],
  )
  return asked
}
