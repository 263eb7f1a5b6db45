/** The project and mode somebody was last in. */
import type { Mode, Session } from '../api/shapes.ts'

export interface Place {
  readonly project: string
  readonly mode: Mode
}

const storageKey = 'malote-place'
/** Of this window, where nothing can be kept in the browser. */
let latest = ''

const listeners = new Set<() => void>()

/** For pages of the account, whose address names no place. */
export function watchPlace(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

export function keepPlace(project: string, mode: Mode): void {
  latest = `${project}/${mode}`
  try {
    localStorage.setItem(storageKey, latest)
  } catch {
    // This window knows it; the next begins in the first project.
  }
  for (const tell of listeners) tell()
}

/** Where to begin: the last project if it is still there; newcomers in test mode at the start. */
export function lastPlace(me: Session): string {
  const { project, mode } = placeOf(me)
  return `/projects/${project}/${mode}`
}

export function placeOf(me: Session): Place {
  const [project, mode] = keptPlace().split('/')
  const known = me.projects.find(one => one.id === project) ?? me.projects[0]
  return { project: known?.id ?? '', mode: mode === 'live' ? 'live' : 'test' }
}

export function keptPlace(): string {
  try {
    return localStorage.getItem(storageKey) ?? latest
  } catch {
    return latest
  }
}
