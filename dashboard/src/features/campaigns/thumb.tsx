/** A letter as small as a stamp; whoever wants to read it opens it elsewhere. */
import { PageFrame } from '../../ui/page-frame.tsx'
import { useSay } from '../../ui/words.tsx'
import { framed } from '../letters/frame.ts'
import { report as words } from './report-texts.ts'

export function Thumb({ html }: { readonly html: string }) {
  const say = useSay()
  return (
    <div className="sent-thumb" inert>
      <PageFrame html={framed(html, false)} className="sent-frame" title={say(words.letter)} />
    </div>
  )
}
