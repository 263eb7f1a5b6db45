/** A letter in blocks, and how all of it looks. */
import { useRef, useState } from 'react'
import type { Design } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { BlockList } from './block-list.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { countOf, type Fault, maxBlocks, type Placed, placed, plain } from './design.ts'
import { StyleForm } from './style-form.tsx'
import { blockTexts as words } from './texts.ts'

interface DesignEditorProps {
  /** What it begins with; afterwards the editor knows better. */
  readonly design: Design
  readonly set: (design: Design) => void
  readonly fault: Fault | null
}

export function DesignEditor({ design, set, fault }: DesignEditorProps) {
  const say = useSay()
  const [list, setList] = useState<readonly Placed[]>(() => placed(design.blocks))
  const style = useRef(design.style)
  const tell = (blocks: readonly Placed[]) =>
    set({ ...(style.current ? { style: style.current } : {}), blocks: plain(blocks) })
  const isFull = countOf(list) >= maxBlocks
  return (
    <>
      <p className="dim blocks-keys">
        {isFull ? say(words.full, { n: maxBlocks }) : say(words.keys)}
      </p>
      <BlockList
        label={say(words.blocks)}
        list={list}
        set={next => {
          setList(next)
          tell(next)
        }}
        fault={fault}
        isFull={isFull}
        columnsForm={ColumnsForm}
      />
      <StyleForm
        style={design.style ?? {}}
        set={next => {
          style.current = next
          tell(list)
        }}
      />
    </>
  )
}
