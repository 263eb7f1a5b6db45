/** What else can be done with a template: copy it, send it, delete it. */
import { useChange } from '../../api/hooks.ts'
import type { Template } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { DuplicateButton } from '../../ui/duplicate-button.tsx'
import { May } from '../../ui/may.tsx'
import { LinkButton } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import type { Autosave } from '../letters/autosave.ts'
import { templates as words } from './texts.ts'

interface TemplateActionsProps extends Pick<Autosave, 'flush'> {
  readonly template: Template
}

export function TemplateActions({ template, flush }: TemplateActionsProps) {
  const say = useSay()
  const { to } = useWhere()
  const copy = useChange('project.templates.duplicate', 'project.templates')
  return (
    <>
      <DuplicateButton
        to="/templates"
        words={words}
        call="project.templates.duplicate"
        run={async () => {
          await flush()
          return copy.mutateAsync({ id: template.id, body: {} })
        }}
      />
      {template.published_version !== null && template.kind === 'email' && (
        <May call="project.campaigns.create">
          <LinkButton to={to(`/campaigns/new?template=${template.id}`)}>
            {say(words.sendIt)}
          </LinkButton>
        </May>
      )}
    </>
  )
}
