/** Whether what is written is what is sent. */
import type { Template } from '../../api/shapes.ts'
import { Tag } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { templates as words } from './texts.ts'

type VersionState = Pick<Template, 'published_version' | 'has_changes'>

export function TemplateTag({ template }: { template: VersionState }) {
  const say = useSay()
  const { published_version: version, has_changes: isChanged } = template
  if (version === null) return <Tag tone="calm">{say(words.draft)}</Tag>
  return (
    <Tag tone={isChanged ? 'wait' : 'good'}>
      {isChanged ? say(words.changed, { n: version }) : say(words.versionN, { n: version })}
    </Tag>
  )
}
