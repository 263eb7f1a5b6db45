/** The draft of a template: kept by itself while it is written, published by hand. */
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { useChange, useLook, useRefresh } from '../../api/hooks.ts'
import type { Template } from '../../api/shapes.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { Editable } from '../../ui/may.tsx'
import { PageTitle } from '../../ui/show.tsx'
import { AddressTabs } from '../../ui/tabs.tsx'
import { useAutosave } from '../letters/autosave.ts'
import { faultFrom, type LetterFault } from '../letters/fault.ts'
import { HistoryProvider, useHistory } from '../letters/history.ts'
import { Languages } from '../letters/languages.tsx'
import { LetterPreview } from '../letters/letter-preview.tsx'
import { useValueGroups, type ValueGroup } from '../letters/liquid.ts'
import { NotSaved, SavingMark } from '../letters/saving-mark.tsx'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { isWritten } from '../letters/variant.ts'
import { Workbench } from '../letters/workbench.tsx'
import { changeOf, type Draft, draftOf } from './draft.ts'
import { PublishButton } from './publish-button.tsx'
import { SettingsForm } from './settings-form.tsx'
import { TemplateActions } from './template-actions.tsx'
import { TemplateTag } from './template-tag.tsx'
import { templates as words } from './texts.ts'
import { VariablesForm } from './variables-form.tsx'
import { VersionsSection } from './versions-section.tsx'

interface TemplateEditorProps {
  readonly template: Template
  /** Begins anew with what is on the server. */
  readonly reload: () => Promise<void>
}

export function TemplateEditor({ template, reload }: TemplateEditorProps) {
  const { draft, set, autosave, kept } = useDraft(template)
  const tags = Object.keys(draft.variants)
  const [chosen, show] = useState(draft.home)
  const shown = draft.variants[chosen] === undefined ? (tags[0] ?? draft.home) : chosen
  const keys = draft.variables.map(({ key }) => key).join()
  const groups = useValueGroups(useMemo(() => keys.split(',').filter(Boolean), [keys]))
  const preview = usePreview(template.id, shown, kept)
  const { pointed, point } = usePointed(draft, show)
  const fault = faultFrom(autosave.error, preview.query.error) ?? pointed
  const letter = (
    <Workbench
      editor={
        <Languages
          letters={draft}
          set={({ variants, home }) => set({ ...draft, variants, home })}
          shown={shown}
          show={show}
          fault={fault}
          isLayout={template.kind === 'layout'}
        />
      }
      preview={<LetterPreview {...preview} />}
    />
  )
  return (
    <Around id={template.id} groups={groups} draft={draft} set={set}>
      <PageTitle title={draft.name || template.name}>
        <SavingMark state={autosave.state} error={autosave.error} />
        <TemplateTag template={template} />
        <TemplateActions template={template} flush={autosave.flush} />
        <PublishButton template={template} flush={autosave.flush} point={point} />
      </PageTitle>
      <NotSaved error={autosave.error} reload={() => void reload()} />
      <AddressTabs
        tabs={[
          { id: 'letter', label: words.letter, content: () => edited(letter) },
          {
            id: 'variables',
            label: words.variables,
            content: () => (
              <VariablesForm
                variables={draft.variables}
                set={variables => set({ ...draft, variables })}
                fault={fault}
              />
            ),
          },
          {
            id: 'settings',
            label: words.settings,
            content: () => (
              <SettingsForm
                draft={draft}
                set={set}
                fault={fault}
                isLayout={template.kind === 'layout'}
              />
            ),
          },
          {
            id: 'versions',
            label: words.versions,
            content: () => <VersionsSection template={template} language={shown} reload={reload} />,
          },
        ]}
      />
    </Around>
  )
}

const edited = (part: ReactNode) => <Editable call="project.templates.update">{part}</Editable>

/** What somebody was led to, until the draft is changed. */
function usePointed(draft: Draft, show: (language: string) => void) {
  const navigate = useNavigate()
  const [seen, setSeen] = useState<{ readonly draft: Draft; readonly fault: LetterFault } | null>(
    null,
  )
  const point = (fault: LetterFault) => {
    setSeen({ draft, fault })
    const language = /^variants\.([^.]+)\./.exec(fault.param ?? '')?.[1]
    if (language !== undefined) show(language)
    void navigate({ to: '.', search: known => ({ ...known, tab: undefined }) })
  }
  return { pointed: seen?.draft === draft ? seen.fault : null, point }
}

interface AroundProps {
  readonly id: string
  readonly groups: readonly ValueGroup[]
  readonly draft: Draft
  readonly set: (draft: Draft) => void
  readonly children: ReactNode
}

/** What the parts of the letter know: the values there are, and the way back. */
const Around = ({ id, groups, draft, set, children }: AroundProps) => (
  <HistoryProvider value={useHistory(draft, set, id)}>
    <ValuesProvider value={groups}>{children}</ValuesProvider>
  </HistoryProvider>
)

/** What the server has. */
interface KeptDraft {
  readonly draft: Draft
  readonly revision: number
}

/** What is written, saved a moment later by its difference to what was saved last. */
function useDraft(template: Template) {
  const [draft, set] = useState<Draft>(() => draftOf(template))
  const [kept, setKept] = useState<KeptDraft>({ draft, revision: template.revision })
  const saved = useRef(kept)
  const save = useChange('project.templates.update')
  const refresh = useRefresh()
  const autosave = useAutosave(draft, async next => {
    const { draft: before, revision: known } = saved.current
    const body = { ...changeOf(before, next), revision: known }
    const answer = await save.mutateAsync({ id: template.id, body })
    saved.current = { draft: next, revision: answer.revision }
    setKept(saved.current)
    // The lists follow; nobody waits for them.
    setTimeout(() => void refresh('project.templates'), 0)
  })
  return { draft, set, autosave, kept }
}

/** The letter as it has been saved, for a person. */
function usePreview(id: string, language: string, { draft, revision }: KeptDraft) {
  const [person, setPerson] = useState('')
  const body = { language, ...(person ? { contact_id: person } : {}) }
  const letter = draft.variants[language]
  const isThere = letter !== undefined && isWritten(letter)
  const query = useLook('project.templates.preview', isThere ? { id, body } : undefined, revision)
  return { query, isThere, person, setPerson }
}
