/** A letter as small as a stamp; whoever wants to read it opens it elsewhere. */
import { useSay } from '../../ui/words.tsx'
import { framed } from '../letters/frame.ts'
import { report as words } from './report-texts.ts'

export function Thumb({ html }: { readonly html: string }) {
  const say = useSay()
  return (
    <div className="sent-thumb" inert>
      <iframe
        className="sent-frame"
        title={say(words.letter)}
        srcDoc={framed(html, false)}
        sandbox=""
        referrerPolicy="no-referrer"
      />
    </div>
  )
}
