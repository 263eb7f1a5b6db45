/**
 * Where the steps of a sequence stand when they are drawn: from top to bottom, each way a line with
 * room for its words. Pure; all lengths are in rem, so that the picture grows with the reader's text.
 */
import { graphlib, layout } from '@dagrejs/dagre'
import { type Step, waysOf } from './sequence.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Left and top of a thing, and how large it is. */
export interface Box extends Size {
  readonly x: number
  readonly y: number
}

interface Point {
  readonly x: number
  readonly y: number
}

/** A way from a step: its line, and where its words stand. */
export interface WayLine {
  readonly key: string
  readonly member: string
  readonly to: string | undefined
  readonly points: readonly Point[]
  readonly label: Box
  /** Where it ends, if it leads to no step. */
  readonly end: Box | null
}

interface Plan extends Size {
  readonly boxes: ReadonlyMap<string, Box>
  readonly ways: readonly WayLine[]
}

export interface Sizes {
  readonly stepOf: (step: Step) => Size
  readonly wayOf: (step: Step) => Size
  readonly end: Size
}

const margin = 0.5
const gaps = { nodesep: 1.5, edgesep: 1, ranksep: 0.9 }

export function drawn(steps: readonly Step[], sizes: Sizes): Plan {
  const graph = new graphlib.Graph({ multigraph: true })
  graph.setGraph({ rankdir: 'TB', marginx: margin, marginy: margin, ...gaps })
  const keys = new Set(steps.map(one => one.key))
  for (const step of steps) graph.setNode(nodeOf(step.key), { ...sizes.stepOf(step) })
  const ways = steps.flatMap(step => waysOf(step).map(way => ({ step, ...way })))
  for (const { step, member, to } of ways) {
    const isStep = to !== undefined && keys.has(to)
    const target = isStep ? nodeOf(to) : endOf(step.key, member)
    if (!isStep) graph.setNode(target, { ...sizes.end })
    const label = { ...sizes.wayOf(step), labelpos: 'c' }
    graph.setEdge(nodeOf(step.key), target, label, member)
  }
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as Partial<Size>
  const boxOf = (id: string): Box => boxAround(graph.node(id) as Box)
  const plan = {
    width,
    height,
    boxes: new Map(steps.map(({ key }) => [key, boxOf(nodeOf(key))])),
    ways: ways.map(({ step: { key }, member, to }): WayLine => {
      const isStep = to !== undefined && keys.has(to)
      const target = isStep ? nodeOf(to) : endOf(key, member)
      const edge = graph.edge(nodeOf(key), target, member) as Box & { points: Point[] }
      const [from, into] = [boxOf(nodeOf(key)), boxOf(target)]
      const bends = edge.points.slice(1, -1)
      const points = [bottomOf(from), ...bends, { x: into.x + into.width / 2, y: into.y }]
      return { key, member, to, points, label: boxAround(edge), end: isStep ? null : into }
    }),
  }
  return isTurned(steps, plan.ways) ? mirrored(plan) : plan
}

const bottomOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height })

/** Whether more forks have their first way on the right than on the left. */
function isTurned(steps: readonly Step[], ways: readonly WayLine[]): boolean {
  const signs = steps.map(({ key }) => {
    const own = ways.filter(way => way.key === key)
    return own.length < 2 ? 0 : Math.sign(own[0]!.label.x - own.at(-1)!.label.x)
  })
  return signs.reduce((sum, sign) => sum + sign, 0) > 0
}

function mirrored({ width, height, boxes, ways }: Plan): Plan {
  const box = (one: Box): Box => ({ ...one, x: width - one.x - one.width })
  return {
    width,
    height,
    boxes: new Map([...boxes].map(([key, one]) => [key, box(one)])),
    ways: ways.map(way => ({
      ...way,
      points: way.points.map(({ x, y }) => ({ x: width - x, y })),
      label: box(way.label),
      end: way.end && box(way.end),
    })),
  }
}

const nodeOf = (key: string): string => `step ${key}`
const endOf = (key: string, member: string): string => `end ${key} ${member}`

/** The library names the middle of a thing. */
const boxAround = ({ x, y, width, height }: Box): Box => ({
  x: x - width / 2,
  y: y - height / 2,
  width,
  height,
})

/** A line through points that leaves and reaches each from above. */
export function pathOf(points: readonly Point[]): string {
  const [first, ...rest] = points
  if (first === undefined) return ''
  let from = first
  const parts = rest.map(to => {
    const middle = (from.y + to.y) / 2
    const [out, into] = [
      { x: from.x, y: middle },
      { x: to.x, y: middle },
    ]
    from = to
    return `C${at(out)} ${at(into)} ${at(to)}`
  })
  return `M${at(first)}${parts.join('')}`
}

const at = ({ x, y }: Point): string => `${x.toFixed(2)} ${y.toFixed(2)}`

export type Direction = 'up' | 'down' | 'left' | 'right'

/** The step to which an arrow key leads from one; null: there is none. */
export function neighbourOf(
  steps: readonly Step[],
  boxes: ReadonlyMap<string, Box>,
  key: string,
  direction: Direction,
): string | null {
  const own = boxes.get(key)
  const step = steps.find(one => one.key === key)
  if (own === undefined || step === undefined) return null
  if (direction === 'down') return waysOf(step).find(way => boxes.has(way.to ?? ''))?.to ?? null
  if (direction === 'up') {
    return steps.find(one => waysOf(one).some(way => way.to === key))?.key ?? null
  }
  const isBeside = (box: Box): boolean => box.y < own.y + own.height && own.y < box.y + box.height
  const sign = direction === 'left' ? -1 : 1
  const beside = [...boxes].filter(([, box]) => isBeside(box) && sign * (box.x - own.x) > 0)
  return beside.toSorted(([, a], [, b]) => sign * (a.x - b.x))[0]?.[0] ?? null
}
