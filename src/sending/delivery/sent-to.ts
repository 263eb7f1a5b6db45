/**
 * Which groups of receiving servers a project has sent to of late, on this node: how a destination
 * is shaped is everybody's, so whoever looks is told only of those that their own mail goes to.
 */
import type { Uuid } from '#kernel/base/ids.ts'

export interface SentTo {
  note(projectId: Uuid, group: string): void
  of(projectId: Uuid): ReadonlySet<string>
}

/** A page of them; the groups that were used last. */
const maxGroups = 100
const maxProjects = 5_000
const none: ReadonlySet<string> = new Set()

export function createSentTo(): SentTo {
  const projects = new Map<Uuid, Set<string>>()
  return {
    note(projectId, group) {
      const groups = projects.get(projectId) ?? new Set()
      projects.delete(projectId)
      projects.set(projectId, groups)
      groups.delete(group)
      groups.add(group)
      dropOldest(groups, maxGroups)
      dropOldest(projects, maxProjects)
    },
    of: projectId => projects.get(projectId) ?? none,
  }
}

/** Sets and maps keep the order of insertion, so the first is the one that rested longest. */
function dropOldest(
  kept: { readonly size: number; keys(): Iterator<string>; delete(key: never): boolean },
  max: number,
): void {
  if (kept.size <= max) return
  const oldest = kept.keys().next()
  if (!oldest.done) kept.delete(oldest.value as never)
}
