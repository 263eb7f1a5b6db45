/** A page for people as the server makes it: nothing in it runs, is sent or loaded. */

interface PageFrameProps {
  readonly html: string | undefined
  readonly title: string
}

export const PageFrame = ({ html = '', title }: PageFrameProps) => (
  <iframe
    // Another page is another frame: one that goes on would put a step into the browser's history.
    key={html}
    className="preview"
    title={title}
    srcDoc={html}
    sandbox=""
    referrerPolicy="no-referrer"
  />
)
