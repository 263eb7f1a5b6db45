/**
 * The steps of a sequence as a drawing: each is a button, each way a line with words and a button that
 * adds to it. They stand in the document in the order of the list, whatever the drawing does, so that
 * the keyboard and those who listen get the same way through it.
 */
import { useElementSize } from '@mantine/hooks'
import { type CSSProperties, type KeyboardEvent, useMemo, useRef } from 'react'
import type { Sequence } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconPlus } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import type { Fault } from './fault.ts'
import { outlineOf } from './outline.ts'
import {
  type Box,
  type Direction,
  drawn,
  neighbourOf,
  pathOf,
  type Sizes,
  type WayLine,
} from './picture-layout.ts'
import { PictureStep } from './picture-step.tsx'
import { useWayName } from './sentences.ts'
import { definitionOf, isFork, type Step, waysOf } from './sequence.ts'
import { goneOf, useFigures } from './step-figures.tsx'
import { AddStep, formSize } from './step-form.tsx'
import { stepForm as forms, says, picture as words } from './step-texts.ts'

interface PictureProps {
  readonly sequence: Sequence
  readonly fault: Fault | null
}

export function Picture({ sequence, fault }: PictureProps) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const { all, byKey } = useFigures(sequence)
  const hasPeople = all.some(one => one.entered > 0)
  const plan = useMemo(() => drawn(steps, sizesOf(hasPeople)), [steps, hasPeople])
  const sheet = useRef<HTMLDivElement>(null)
  const { ref: frame, width } = useElementSize<HTMLDivElement>()
  const zoom = zoomFor(width, plan.width)
  const gone = goneOf(all, steps).reduce((sum, one) => sum + one.waiting, 0)
  const go = (event: KeyboardEvent) => {
    const direction = arrows[event.key]
    const from = event.target instanceof HTMLElement ? event.target.dataset.step : undefined
    if (direction === undefined || from === undefined) return
    event.preventDefault()
    const to = neighbourOf(steps, plan.boxes, from, direction)
    if (to !== null) sheet.current?.querySelector<HTMLElement>(`[data-step="${to}"]`)?.focus()
  }
  return (
    <>
      {gone > 0 && (
        <p className="note" data-tone="wait">
          {say(words.gone, { n: gone })}
        </p>
      )}
      <div className="picture" ref={frame}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its buttons take the keys */}
        <div className="picture-sheet" style={{ ...sized(plan), zoom }} ref={sheet} onKeyDown={go}>
          <Lines width={plan.width} height={plan.height} ways={plan.ways} />
          <ol className="picture-list" aria-label={say(words.steps)}>
            {orderOf(steps).map(one =>
              one.member === undefined ? (
                <PictureStep
                  key={one.step.key}
                  sequence={sequence}
                  step={one.step}
                  style={placed(plan.boxes.get(one.step.key)!)}
                  figures={hasPeople ? byKey.get(one.step.key) : undefined}
                  fault={isAt(fault, steps, one.step) ? fault : null}
                />
              ) : (
                <Way
                  key={`${one.step.key} ${one.member}`}
                  sequence={sequence}
                  way={
                    plan.ways.find(way => way.key === one.step.key && way.member === one.member)!
                  }
                />
              ),
            )}
          </ol>
        </div>
      </div>
    </>
  )
}

const minZoom = 0.7

/** Smaller where that shows all of it; below what can be read it is scrolled instead. */
function zoomFor(frame: number, width: number): number {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return frame === 0 ? 1 : Math.min(1, Math.max(minZoom, frame / (width * rem)))
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

const isAt = (fault: Fault | null, steps: readonly Step[], step: Step): boolean =>
  fault?.list === 'steps' && steps[fault.n]?.key === step.key

/** How large things are, in rem: the style sheet has the same widths. */
const sizesOf = (hasPeople: boolean): Sizes => ({
  stepOf: step => ({
    width: 15,
    height: 3.5 + (hasPeople ? (step.type === 'email' ? 5 : 2.5) : 0),
  }),
  wayOf: step => (isFork(step) ? { width: 11, height: 4.25 } : { width: 2, height: 2 }),
  end: { width: 4.5, height: 1.75 },
})

const sized = ({ width, height }: { width: number; height: number }): CSSProperties => ({
  width: `${width}rem`,
  height: `${height}rem`,
})
const placed = ({ x, y, ...size }: Box): CSSProperties => ({
  left: `${x}rem`,
  top: `${y}rem`,
  ...sized(size),
})

interface Item {
  readonly step: Step
  /** Of a way; absent: the step itself. */
  readonly member?: string
}

/** Steps and ways in the order in which the list has them. */
function orderOf(steps: readonly Step[]): Item[] {
  return outlineOf(steps).flatMap((line): Item[] => {
    if (line.kind === 'way') return [line]
    if (line.kind !== 'step') return []
    const ways = waysOf(line.step)
    const { step } = line
    return ways.length === 1 ? [{ step }, { step, member: ways[0]!.member }] : [{ step }]
  })
}

interface LinesProps {
  readonly width: number
  readonly height: number
  readonly ways: readonly WayLine[]
}

function Lines({ width, height, ways }: LinesProps) {
  return (
    <svg className="picture-lines" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      <defs>
        <marker
          id="picture-arrow"
          viewBox="0 0 8 8"
          refX="7"
          refY="4"
          markerWidth="7"
          markerHeight="7"
          orient="auto"
        >
          <path d="M0 0L8 4L0 8Z" />
        </marker>
      </defs>
      {ways.map(({ key, member, points }) => (
        <path key={`${key} ${member}`} d={pathOf(points)} markerEnd="url(#picture-arrow)" />
      ))}
    </svg>
  )
}

interface WayProps {
  readonly sequence: Sequence
  readonly way: WayLine
}

/** The words of a way, the button that adds to it, and its end if it has one. */
function Way({ sequence, way }: WayProps) {
  const say = useSay()
  const { steps } = definitionOf(sequence)
  const nameOf = useWayName(steps)
  const { key, member, label, end, to } = way
  const place = { on: 'way', key, member } as const
  const name = nameOf(place)
  const step = steps.find(one => one.key === key)
  return (
    <>
      <li className="picture-way" style={placed(label)}>
        {step && isFork(step) && (
          <span className="picture-words" title={name}>
            {name}
          </span>
        )}
        <DialogButton
          call="project.sequences.update"
          look="icon"
          label={say(forms.add)}
          ariaLabel={say(forms.addTo, { way: name })}
          icon={<IconPlus size={16} />}
          size={formSize}
        >
          {close => <AddStep sequence={sequence} place={place} close={close} />}
        </DialogButton>
      </li>
      {end && (
        <li className="picture-end" style={placed(end)}>
          {to === undefined ? say(says.end) : say(says.unknownStep, { step: to })}
        </li>
      )}
    </>
  )
}
