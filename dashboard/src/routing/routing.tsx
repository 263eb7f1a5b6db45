/** The page that is shown, and what pages know of their address and of the ways to others. */
import {
  Component,
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  Suspense,
  startTransition,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Address, Params, Search } from './address.ts'
import type { Going, Router, View } from './router.ts'
import { ownScroll, scrollTo } from './scroll.ts'

const RouterContext = createContext<Router | null>(null)
const ViewContext = createContext<View | null>(null)

interface RouterProviderProps {
  readonly router: Router
  /** Something is shown for the first time. */
  readonly onShown?: () => void
}

/** Shows the page of the window's address, once it is known. */
export function RouterProvider({ router, onShown }: RouterProviderProps) {
  const [shown, setShown] = useState(router.screen.shown)
  useEffect(() => {
    // What comes takes its time to be drawn; what is there answers meanwhile.
    const follow = () => startTransition(() => setShown(router.screen.shown()))
    follow()
    return router.screen.watch(follow)
  }, [router])
  useScroll(shown?.address)
  const isShown = shown !== null
  useLayoutEffect(() => {
    if (isShown) onShown?.()
  }, [isShown, onShown])
  useEffect(() => {
    if (shown) router.screen.drew(shown)
  }, [router, shown])
  if (shown === null) return null
  const { Frame } = shown
  return (
    <RouterContext value={router}>
      <ViewContext value={shown}>
        <Boundary router={router} at={shown}>
          <Suspense fallback={null}>{Frame ? <Frame /> : <Outlet />}</Suspense>
        </Boundary>
      </ViewContext>
    </RouterContext>
  )
}

/** Where the page stands in its frame. */
export function Outlet() {
  const router = useRouter()
  const shown = useContext(ViewContext)
  if (shown === null) return null
  const { Part } = shown
  const { waiting: Waiting } = router
  return (
    <Boundary router={router} at={shown}>
      <Suspense fallback={<Waiting />}>
        <Part />
      </Suspense>
    </Boundary>
  )
}

interface BoundaryProps {
  readonly router: Router
  readonly at: View
  readonly children: ReactNode
}

/** Shows in place of a page that throws that it did, until another one is opened. */
class Boundary extends Component<BoundaryProps, { readonly hasThrown: boolean }> {
  override state = { hasThrown: false }

  static getDerivedStateFromError(): { hasThrown: boolean } {
    return { hasThrown: true }
  }

  override componentDidUpdate(before: BoundaryProps): void {
    if (this.state.hasThrown && before.at !== this.props.at) this.setState({ hasThrown: false })
  }

  override render(): ReactNode {
    const { stumbled: Stumbled } = this.props.router
    return this.state.hasThrown ? <Stumbled /> : this.props.children
  }
}

function useScroll(address: Address | undefined): void {
  const shown = useRef<Address>(undefined)
  useLayoutEffect(() => ownScroll(() => shown.current), [])
  useLayoutEffect(() => {
    const isSame = shown.current?.key === address?.key
    shown.current = address
    if (address && !isSame) scrollTo(address)
  }, [address])
}

function useRouter(): Router {
  const router = useContext(RouterContext)
  if (router === null) throw new Error('a way to a page outside of RouterProvider')
  return router
}

export const useNavigate = (): ((going: Going) => Promise<void>) => useRouter().navigate

/** What the address says besides its path. */
export const useSearch = (): Search => useContext(ViewContext)?.address.search ?? {}

/** What stands in the places of the pattern that the address fits. */
export const useParams = (): Params => useContext(ViewContext)?.params ?? {}

/** Where the window is, while the page of it may still be coming. */
export function usePathname(): string {
  const router = useRouter()
  return useSyncExternalStore(router.history.subscribe, () => router.history.location.pathname)
}

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
}

/** Somebody who only passes over a link goes nowhere. */
const intentMs = 50

/** A link to a page of ours, whose files are fetched once somebody goes for it. */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const router = useRouter()
  const timer = useRef(0)
  const fetch = () => router.fetch(to.replace(/[?#].*/, ''))
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForBrowser(event)) return
    event.preventDefault()
    void router.navigate({ to })
  }
  return (
    <a
      {...rest}
      href={router.history.createHref(to)}
      onClick={follow}
      onFocus={fetch}
      onTouchStart={fetch}
      onMouseEnter={() => {
        timer.current = window.setTimeout(fetch, intentMs)
      }}
      onMouseLeave={() => window.clearTimeout(timer.current)}
    />
  )
}

/** To another tab or window, or to the disk. */
const isForBrowser = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || ctrlKey || shiftKey || altKey

interface BlockerOptions {
  readonly shouldBlock: (from: { pathname: string }, to: { pathname: string }) => boolean
  /** Whether the browser asks, too, before it closes the window or leaves for another site. */
  readonly isLostWithWindow: () => boolean
}

interface Hold {
  readonly answer: (leaves: boolean) => void
}

/** Keeps somebody from leaving the page until they have answered; null: nobody wants to. */
export function useBlocker({ shouldBlock, isLostWithWindow }: BlockerOptions): Hold | null {
  const { history } = useRouter()
  const [blocked, setBlocked] = useState<Hold | null>(null)
  const isAsked = useEffectEvent(shouldBlock)
  const isLost = useEffectEvent(isLostWithWindow)
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: () => isLost(),
        blockerFn: async ({ currentLocation, nextLocation }) => {
          if (!isAsked(currentLocation, nextLocation)) return false
          const leaves = await new Promise<boolean>(answer => setBlocked({ answer }))
          setBlocked(null)
          return !leaves
        },
      }),
    [history],
  )
  return blocked
}
