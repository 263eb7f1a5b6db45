/** What the parts of the canvas share: which block is chosen, how the letter looks, where forms go. */
import { createContext, useContext } from 'react'
import { type Look, lookOf } from './look.ts'

interface Point {
  readonly left: number
  readonly top: number
}

export interface Canvas {
  readonly look: Look
  /** The key of the block that is edited. */
  readonly chosen: number | null
  /** `at`: where it was clicked, so that the caret comes there. */
  readonly choose: (key: number | null, at?: Point | null) => void
  readonly clicked: Point | null
  /** Where the form of what is chosen stands; null: below the block itself. */
  readonly aside: HTMLElement | null
}

const CanvasContext = createContext<Canvas>({
  look: lookOf(undefined),
  chosen: null,
  choose: () => {},
  clicked: null,
  aside: null,
})
export const CanvasProvider = CanvasContext.Provider
export const useCanvas = (): Canvas => useContext(CanvasContext)

/** Where tools over a text stand that is edited in place. */
const ToolsContext = createContext<HTMLElement | null>(null)
export const ToolsProvider = ToolsContext.Provider
export const useTools = (): HTMLElement | null => useContext(ToolsContext)
