/** One template, or a new one: its letters beside their preview, what they are given, its versions. */
import { useState } from 'react'
import { useApi } from '../../api/hooks.ts'
import { NewOrKnown } from '../../ui/new-or-known.tsx'
import { Loaded } from '../../ui/show.tsx'
import { CreateForm } from './create-form.tsx'
import { TemplateEditor } from './template-editor.tsx'
import { templates as words } from './texts.ts'

export const TemplatePage = () => (
  <NewOrKnown to="/templates" words={words} create={CreateForm} known={Known} />
)

function Known({ id }: { id: string }) {
  const query = useApi('project.templates.get', { id })
  // What is being written is not read again, unless somebody asks for what is on the server.
  const [turn, setTurn] = useState(0)
  return (
    <Loaded query={query} lines={10}>
      {template => (
        <TemplateEditor
          key={turn}
          template={template}
          reload={async () => {
            await query.refetch()
            setTurn(before => before + 1)
          }}
        />
      )}
    </Loaded>
  )
}
