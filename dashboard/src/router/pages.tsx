/** Draws the page that the router shows, in its frame. */
import {
  Component,
  type ComponentType,
  type ReactNode,
  Suspense,
  startTransition,
  useLayoutEffect,
  useState,
} from 'react'
import { AddressContext, ParamsContext, RouterContext } from './hooks.ts'
import type { Router, View } from './router.ts'

interface PagesProps {
  readonly router: Router
  /** Files are on their way. */
  readonly Waiting: ComponentType
  /** Files cannot be had, or a page has a fault. */
  readonly Failed: ComponentType
  /** A page is on the screen. */
  readonly onDrawn?: () => void
}

export function Pages({ router, Waiting, Failed, onDrawn }: PagesProps) {
  const shown = useShown(router, onDrawn)
  if (!shown) return null
  const { address, params, route, state } = shown
  const Page = state === 'ready' ? (route.page?.loaded() ?? Waiting) : null
  const Frame = route.frame?.loaded()
  const page = (
    <Guard of={address} otherwise={<Failed />}>
      <Suspense key={route.pattern} fallback={<Waiting />}>
        {Page ? <Page /> : state === 'failed' ? <Failed /> : <Waiting />}
      </Suspense>
    </Guard>
  )
  return (
    <RouterContext value={router}>
      <AddressContext value={address}>
        <ParamsContext value={params}>
          {Frame ? (
            <Guard of={address} otherwise={<Failed />}>
              <Frame>{page}</Frame>
            </Guard>
          ) : (
            page
          )}
        </ParamsContext>
      </AddressContext>
    </RouterContext>
  )
}

/** The page before can be used until the next is drawn. */
function useShown(router: Router, onDrawn = () => {}): View | undefined {
  const [shown, setShown] = useState(router.shown)
  useLayoutEffect(() => {
    const take = () => startTransition(() => setShown(router.shown()))
    take()
    return router.subscribe(take)
  }, [router])
  useLayoutEffect(() => {
    if (!shown) return
    router.drawn(shown)
    onDrawn()
  }, [router, shown, onDrawn])
  return shown
}

interface GuardedProps {
  /** With another of these, what has failed is tried again. */
  readonly of: unknown
  readonly otherwise: ReactNode
  readonly children: ReactNode
}

class Guard extends Component<GuardedProps, { of: unknown; hasFailed: boolean }> {
  override state = { of: this.props.of, hasFailed: false }

  static getDerivedStateFromError = () => ({ hasFailed: true })

  static getDerivedStateFromProps = ({ of }: GuardedProps, state: { of: unknown }) =>
    of === state.of ? null : { of, hasFailed: false }

  override render(): ReactNode {
    return this.state.hasFailed ? this.props.otherwise : this.props.children
  }
}
