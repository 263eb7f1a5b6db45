/** One language of a letter: what stands in the list of letters, and the letter itself. */
import { Group, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import type { Design } from '../../api/shapes.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { useSay } from '../../ui/words.tsx'
import { faultOf } from './design.ts'
import { DesignEditor } from './design-editor.tsx'
import type { LetterFault } from './fault.ts'
import { Choice, Source, WordsLine } from './fields.tsx'
import { newDesign } from './new-block.ts'
import { SwitchQuestion } from './switch-question.tsx'
import { letters as words } from './texts.ts'
import {
  kindOf,
  losesSource,
  rewritten,
  type SourceKind,
  sourceKinds,
  type Variant,
} from './variant.ts'

interface VariantEditorProps {
  readonly variant: Variant
  readonly set: (variant: Variant) => void
  /** What the server said against what was saved last. */
  readonly fault: LetterFault | null
  /** A layout is html, without a subject of its own. */
  readonly isLayout?: boolean
}

export function VariantEditor({ variant, set, fault, isLayout = false }: VariantEditorProps) {
  const say = useSay()
  const errorOf = (member: string) =>
    fault?.param?.endsWith(`.${member}`) ? fault.message : undefined
  if (isLayout) {
    return (
      <Source
        label={say(words.html)}
        description={say(words.layoutAbout)}
        rows={14}
        value={variant.html ?? ''}
        set={html => set({ html })}
        error={errorOf('html')}
      />
    )
  }
  return (
    <Stack gap="sm">
      <WordsLine
        label={say(words.subject)}
        value={variant.subject ?? ''}
        set={subject => set({ ...variant, subject })}
        error={errorOf('subject')}
        maxLength={998}
      />
      <WordsLine
        label={say(words.preheader)}
        description={say(words.preheaderAbout)}
        value={variant.preheader ?? ''}
        set={preheader => set({ ...variant, preheader })}
        error={errorOf('preheader')}
        maxLength={1000}
      />
      <SourceEditor variant={variant} set={set} fault={fault} />
      <TextPart variant={variant} set={set} error={errorOf('text')} />
    </Stack>
  )
}

function SourceEditor({ variant, set, fault }: Omit<VariantEditorProps, 'isLayout'>) {
  const say = useSay()
  const id = useId()
  const kind = kindOf(variant)
  const { wanted, choose, close, go, turn } = useSwitching(variant, set)
  const errorOf = (member: string) =>
    fault?.param?.endsWith(`.${member}`) ? fault.message : undefined
  return (
    <div>
      <Group justify="space-between" gap="xs" mb="xs">
        <Text size="sm" fw={600} id={id}>
          {say(words.written)}
        </Text>
        <SegmentedControl
          size="xs"
          aria-labelledby={id}
          value={kind}
          onChange={next => choose(next as SourceKind)}
          data={sourceKinds.map(value => ({ value, label: say(words[value]) }))}
        />
      </Group>
      {kind === 'design' ? (
        <DesignEditor
          key={turn}
          design={variant.design ?? { blocks: [] }}
          set={design => set({ ...variant, design })}
          fault={fault && faultOf(fault.param, fault.message)}
        />
      ) : (
        <Source
          key={kind}
          label={say(words[kind])}
          rows={14}
          value={variant[kind] ?? ''}
          set={source => set({ ...variant, [kind]: source })}
          error={errorOf(kind)}
        />
      )}
      <Dialog
        title={say(words.switchTo, { kind: say(words[wanted ?? kind]) })}
        isOpen={wanted !== null}
        close={close}
      >
        <SwitchQuestion
          before={say(words[kind])}
          after={say(words[wanted ?? kind])}
          close={close}
          go={go}
        />
      </Dialog>
    </div>
  )
}

/** Switching to another way of writing; what was written in the other ways is kept meanwhile. */
function useSwitching(variant: Variant, set: (variant: Variant) => void) {
  const say = useSay()
  const kept = useRef(new Map<SourceKind, Variant>())
  const [turn, setTurn] = useState(0)
  const [wanted, setWanted] = useState<SourceKind | null>(null)
  const close = () => setWanted(null)
  const go = (kind: SourceKind) => {
    kept.current.set(kindOf(variant), variant)
    const { html, mjml, design } = kept.current.get(kind) ?? rewritten(variant, kind, fresh())
    const { html: _html, mjml: _mjml, design: _design, ...rest } = variant
    set({
      ...rest,
      ...(html === undefined ? {} : { html }),
      ...(mjml === undefined ? {} : { mjml }),
      ...(design === undefined ? {} : { design }),
    })
    setTurn(before => before + 1)
    setWanted(null)
  }
  const fresh = (): Design => newDesign(say)
  const choose = (kind: SourceKind) =>
    losesSource(variant, kind) && !kept.current.has(kind) ? setWanted(kind) : go(kind)
  return { wanted, choose, close, go: () => wanted && go(wanted), turn }
}

interface TextPartProps {
  readonly variant: Variant
  readonly set: (variant: Variant) => void
  readonly error: string | undefined
}

function TextPart({ variant, set, error }: TextPartProps) {
  const say = useSay()
  const { text, ...rest } = variant
  const kind = text === undefined ? 'made' : text === false ? 'none' : 'own'
  const choose = (next: 'made' | 'own' | 'none') =>
    set(next === 'made' ? rest : { ...rest, text: next === 'own' ? '' : false })
  return (
    <SimpleGrid cols={1} spacing="xs">
      <Choice
        label={say(words.textPart)}
        value={kind}
        set={choose}
        data={[
          { value: 'made', label: say(words.textMade) },
          { value: 'own', label: say(words.textOwn) },
          { value: 'none', label: say(words.textNone) },
        ]}
      />
      {typeof text === 'string' && (
        <Source
          label={say(words.textPart)}
          description={say(words.textAbout)}
          value={text}
          set={own => set({ ...rest, text: own })}
          error={error}
        />
      )}
    </SimpleGrid>
  )
}
