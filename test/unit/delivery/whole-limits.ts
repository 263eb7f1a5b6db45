/** Limits that nobody else rents a part of, or every node an equal one. */

import type { Admission, LaneRents, Shaper } from '#sending/delivery/shape.ts'
import type { Limits } from '#sending/delivery/shaping.ts'
import type { Provider } from '#sending/events/provider.ts'

export const wholeLimits: LaneRents = {
  partOf: () => null,
  isShut: () => false,
  waits() {},
  pause() {},
}

export const equalParts = (limits: Limits, nodes: number): LaneRents => ({
  ...wholeLimits,
  partOf: () => ({
    connections: Math.max(1, Math.floor(limits.connections / nodes)),
    perSecond: limits.perSecond / nodes,
  }),
})

/** One email for a group. */
export const enter = (
  shaper: Shaper,
  group: string,
  provider: Provider,
  options: { readonly isBulk?: boolean } = {},
): Admission => shaper.enter(shaper.laneOf(group, provider), options)
