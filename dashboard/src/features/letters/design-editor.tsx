/**
 * A letter in blocks as a canvas: as wide as on a computer, each block edited where it stands, what
 * cannot be set there in a panel beside it.
 */
import { useMediaQuery } from '@mantine/hooks'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import type { Design } from '../../api/shapes.ts'
import { useSay } from '../../ui/words.tsx'
import { BlockList } from './block-list.tsx'
import { branded, useBrand } from './brand.ts'
import { type Canvas, CanvasProvider } from './canvas.ts'
import { ColumnsForm, DrawnColumns } from './columns-form.tsx'
import {
  countOf,
  type Fault,
  keyAt,
  maxBlocks,
  type PlacedBlock,
  placed,
  placedAgain,
  plain,
} from './design.ts'
import { families, lookOf } from './look.ts'
import { SavedList } from './saved-blocks.tsx'
import { StyleForm } from './style-form.tsx'
import { blockTexts as words } from './texts.ts'

interface DesignEditorProps {
  readonly design: Design
  readonly set: (design: Design) => void
  readonly fault: Fault | null
}

const columns = { Drawn: DrawnColumns, Form: ColumnsForm }

export function DesignEditor({ design, set, fault }: DesignEditorProps) {
  const say = useSay()
  const { list, put, style, putStyle } = usePlaced(design, set)
  const [aside, setAside] = useState<HTMLElement | null>(null)
  const canvas = useChoice(list, fault, design, aside)
  const isFull = countOf(list) >= maxBlocks
  const brand = useBrand()
  const { look } = canvas
  return (
    <CanvasProvider value={canvas}>
      <p className="dim blocks-keys">
        {isFull ? say(words.full, { n: maxBlocks }) : say(words.keys)}
      </p>
      <Desk setAside={setAside} leave={() => canvas.choose(null)} isIdle={canvas.chosen === null}>
        <div className="canvas" style={{ background: look.background }}>
          <div
            className="canvas-letter"
            style={{
              maxWidth: look.width,
              background: look.body,
              color: look.text,
              fontFamily: families[look.font],
              ['--letter-accent' as string]: look.accent,
            }}
          >
            <BlockList
              label={say(words.blocks)}
              list={list}
              set={put}
              fault={fault}
              isFull={isFull}
              columns={columns}
            />
          </div>
        </div>
      </Desk>
      <StyleForm
        style={style}
        set={putStyle}
        takeBrand={brand === null ? undefined : () => set(branded(design, brand))}
      />
      <SavedList />
    </CanvasProvider>
  )
}

interface DeskProps {
  readonly setAside: (element: HTMLElement | null) => void
  readonly leave: () => void
  readonly isIdle: boolean
  readonly children: ReactNode
}

/** The canvas and the panel; the key Escape leaves the block that is edited. */
function Desk({ setAside, leave, isIdle, children }: DeskProps) {
  const say = useSay()
  const isWide = useMediaQuery('(min-width: 75em)')
  const room = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    // Windows over the page close by it, too; they stand elsewhere.
    const isInside = event.target instanceof Node && room.current?.contains(event.target)
    if (event.key !== 'Escape' || isIdle || !isInside) return
    const head = room.current!.querySelector<HTMLElement>('.block[data-open="true"] > .block-name')
    leave()
    head?.focus()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is pressed is in it
    <div className="canvas-desk" ref={room} onKeyDown={onKeyDown}>
      {children}
      {isWide && (
        <aside className="canvas-aside" aria-label={say(words.settings)} ref={setAside}>
          {isIdle && <p className="dim">{say(words.nothingChosen)}</p>}
        </aside>
      )}
    </div>
  )
}

/** The blocks with keys, and what is told of them; what comes from outside, as by undoing, is taken. */
function usePlaced(design: Design, set: (design: Design) => void) {
  const [list, setList] = useState<readonly PlacedBlock[]>(() => placed(design.blocks))
  const seen = useRef(design)
  const told = useRef(design)
  const style = useRef(design.style)
  let shown = list
  if (design !== seen.current) {
    seen.current = design
    if (design !== told.current) {
      told.current = design
      style.current = design.style
      shown = placedAgain(design.blocks, list)
      setList(shown)
    }
  }
  const tell = (blocks: readonly PlacedBlock[]) => {
    told.current = { ...(style.current ? { style: style.current } : {}), blocks: plain(blocks) }
    set(told.current)
  }
  const put = (next: readonly PlacedBlock[]) => {
    setList(next)
    tell(next)
  }
  const putStyle = (next: Design['style']) => {
    style.current = next
    tell(shown)
  }
  return { list: shown, put, style: design.style ?? {}, putStyle }
}

/** Which block is edited; the one that a refusal is about comes up by itself. */
function useChoice(
  list: readonly PlacedBlock[],
  fault: Fault | null,
  { style }: Design,
  aside: HTMLElement | null,
): Canvas {
  const [{ chosen, clicked }, setChoice] = useState<Pick<Canvas, 'chosen' | 'clicked'>>({
    chosen: null,
    clicked: null,
  })
  const wrong = fault === null ? null : keyAt(list, fault.path)
  useEffect(() => {
    if (wrong !== null) setChoice({ chosen: wrong, clicked: null })
  }, [wrong])
  const look = useMemo(() => lookOf(style), [style])
  return useMemo(
    () => ({
      look,
      chosen,
      clicked,
      aside,
      choose: (key, at = null) => setChoice({ chosen: key, clicked: at }),
    }),
    [look, chosen, clicked, aside],
  )
}
