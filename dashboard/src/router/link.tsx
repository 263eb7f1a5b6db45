/** A link to a page of ours: followed without a new document, its files fetched when it is aimed at. */
import { type ComponentProps, type MouseEvent, useRef } from 'react'
import { useRouter } from './hooks.ts'

/** Less is passing by. */
const aimMs = 50

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string
}

export function Link({ to, onClick, ...rest }: LinkProps) {
  const { navigate, preload, history } = useRouter()
  const aiming = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passBy = () => clearTimeout(aiming.current)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !isPlain(event) || rest.target) return
    event.preventDefault()
    void navigate({ to })
  }
  return (
    <a
      {...rest}
      href={history.createHref(to)}
      onClick={follow}
      onFocus={() => preload(to)}
      onPointerEnter={() => {
        aiming.current = setTimeout(() => preload(to), aimMs)
      }}
      onPointerLeave={passBy}
    />
  )
}

/** Whoever holds a key or presses another button wants another window. */
const isPlain = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean =>
  button === 0 && !metaKey && !ctrlKey && !shiftKey && !altKey
