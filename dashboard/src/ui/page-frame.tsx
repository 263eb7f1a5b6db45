/** A page for people as the server makes it: nothing in it runs, is sent or loaded. */
import type { ComponentProps } from 'react'

interface PageFrameProps
  extends Omit<ComponentProps<'iframe'>, 'srcDoc' | 'sandbox' | 'referrerPolicy'> {
  readonly title: string
  /** Where the page is, instead of itself. */
  readonly src?: string
  readonly html?: string | undefined
}

export function PageFrame({ src, html = '', className = 'preview', ...rest }: PageFrameProps) {
  return (
    <iframe
      // Another page is another frame: one that goes on would put a step into the browser's history.
      key={src ?? html}
      {...rest}
      className={className}
      {...(src === undefined ? { srcDoc: html } : { src })}
      sandbox=""
      referrerPolicy="no-referrer"
    />
  )
}
