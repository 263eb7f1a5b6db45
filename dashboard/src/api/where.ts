/** Where a page is: the project and the mode that its address names. */
import { useParams } from '../routing/routing.tsx'
import type { Values } from './calls.ts'
import type { Mode } from './shapes.ts'

interface Where {
  /** Empty on pages of the account. */
  readonly project: string
  readonly mode: Mode
  /** The address of a page in this project and mode. */
  readonly to: (page: string) => string
}

export function useWhere(): Where {
  const params = useParams()
  const project = params.project ?? ''
  const mode: Mode = params.mode === 'live' ? 'live' : 'test'
  return { project, mode, to: page => `/projects/${project}/${mode}${page}` }
}

/** What a call is given together with what the address says. */
export function useWhole(input: object | undefined): Values {
  const { project, mode } = useWhere()
  return { ...(project === '' ? {} : { project_id: project, mode }), ...input }
}
