/** The page of a form as people see it, in a frame from which nothing is sent. */
import { useApi } from '../../api/hooks.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
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
      <PageFrame html={query.data?.html} title={say(words.preview)} />
    </>
  )
}
