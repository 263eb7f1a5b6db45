/** The page of a form as people see it, in a frame from which nothing is sent. */
import { useApi } from '../../api/hooks.ts'
import { Refused } from '../../ui/show.tsx'
import { type Language, useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

interface FormPreviewProps {
  /** frm_… */
  readonly id: string
  readonly language: Language
}

export function FormPreview({ id, language }: FormPreviewProps) {
  const say = useSay()
  const query = useApi('project.forms.preview', { id, language })
  return (
    <>
      <Refused error={query.error} />
      <iframe
        // Another page is another frame: one that goes on would put a step into the browser's history.
        key={query.data?.html}
        className="preview"
        title={say(words.preview)}
        srcDoc={query.data?.html ?? ''}
        sandbox=""
        referrerPolicy="no-referrer"
      />
    </>
  )
}
