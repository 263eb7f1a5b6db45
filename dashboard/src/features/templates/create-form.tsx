/** A new template: a name is enough, the rest is written on its page. */
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Body } from '../../api/calls.ts'
import type { Design } from '../../api/shapes.ts'
import { useApiForm } from '../../ui/form.tsx'
import { Section } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common, languageNames } from '../../ui/texts.ts'
import { useOpenMade } from '../../ui/use-open-made.ts'
import { useSay, useSpeech } from '../../ui/words.tsx'
import { type Brand, branded, useBrand } from '../letters/brand.ts'
import { newDesign } from '../letters/new-block.ts'
import { Gallery, type StartingLetter } from './gallery.tsx'
import { templates as words } from './texts.ts'

type NewVariant = NonNullable<Body<'project.templates.create'>['variants']>[string]

/** What a layout begins with: it holds the letter, and nothing else yet. */
const layoutBeginning = '<html>\n  <body>\n    {{ content }}\n  </body>\n</html>\n'

/** What was chosen, else what a letter begins with, as the brand has it. */
const letterOf = (start: StartingLetter | null, blank: Design, brand: Brand | null) => ({
  ...(start === null ? {} : { subject: start.subject, preheader: start.preheader }),
  design: branded(start?.design ?? blank, brand),
})

export function CreateForm() {
  const say = useSay()
  const { language } = useSpeech()
  const brand = useBrand()
  const [start, setStart] = useState<StartingLetter | null>(null)
  const form = useApiForm('project.templates.create', {
    stale: ['project.templates'],
    initial: { name: '', kind: 'email' as 'email' | 'layout', language: language as string },
    input: values => ({
      body: {
        name: values.name.trim(),
        kind: values.kind,
        default_language: values.language,
        variants: {
          [values.language]: (values.kind === 'layout'
            ? { html: layoutBeginning }
            : letterOf(
                start?.language === values.language ? start : null,
                newDesign(say),
                brand,
              )) as NewVariant,
        },
      },
    }),
    onDone: useOpenMade('/templates', words.created),
  })
  return (
    <ApiForm form={form} action={say(common.create)}>
      <Section>
        <TextInput
          {...form.field('name')}
          label={say(common.name)}
          required
          maw={420}
          mb="sm"
          data-autofocus
        />
        <NativeSelect
          {...form.field('kind')}
          label={say(words.kind)}
          description={say(words.kindAbout)}
          maw={420}
          mb="sm"
          data={(['email', 'layout'] as const).map(value => ({ value, label: say(words[value]) }))}
        />
        <NativeSelect
          {...form.field('language')}
          label={say(common.language)}
          maw={420}
          data={(['pt', 'en'] as const).map(value => ({ value, label: say(languageNames[value]) }))}
        />
        {form.values.kind === 'email' && (
          <Gallery
            language={form.values.language === 'pt' ? 'pt' : 'en'}
            chosen={start}
            choose={setStart}
          />
        )}
      </Section>
    </ApiForm>
  )
}
