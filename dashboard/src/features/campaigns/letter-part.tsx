/** Which letter goes: a template that is ready, or one that is written in the campaign. */
import { Button, Group } from '@mantine/core'
import { useAll } from '../../api/lists.ts'
import { useWhere } from '../../api/where.ts'
import { Link } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { useTemplateLetters } from '../letters/template-copy.ts'
import type { PartProps } from './part.ts'
import { PickOne } from './pick-one.tsx'
import { campaigns as words } from './texts.ts'

/** In the place of a template. */
const own = 'own'

interface LetterPartProps extends PartProps {
  readonly write: () => void
  /** Whether anything is written in it yet. */
  readonly isWritten: boolean
}

export function LetterPart({ draft, set, errorOf, write, isWritten }: LetterPartProps) {
  const say = useSay()
  const where = useWhere()
  const { data = [] } = useAll('project.templates.list', { kind: 'email' })
  const ready = data.filter(one => one.status === 'published' || one.id === draft.template)
  const { template } = draft
  const copied = useTemplateLetters(template)
  return (
    <>
      <PickOne
        label={say(words.content)}
        none={say(words.chooseTemplate)}
        value={template === '' ? own : template}
        set={chosen =>
          set({
            ...draft,
            template: chosen === own ? '' : chosen,
            // What is written there already stays.
            ...(chosen === own && copied && !isWritten ? { letters: copied } : {}),
          })
        }
        error={errorOf('content.template_id')}
        data={[
          { value: own, label: say(words.ownLetter) },
          ...ready.map(({ id, name }) => ({ value: id, label: name })),
        ]}
      />
      <Group mt="sm">
        {template === '' ? (
          <Button onClick={write} variant={isWritten ? 'default' : 'filled'}>
            {say(isWritten ? words.changeLetter : words.writeLetter)}
          </Button>
        ) : (
          <Link to={where.to(`/templates/${template}`)}>{say(words.openTemplate)}</Link>
        )}
      </Group>
    </>
  )
}
