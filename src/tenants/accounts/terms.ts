/**
 * The terms an account may be on: the one list of plans and of pauses. What a plan holds is in
 * limits/plans.ts.
 */
export const planNames = ['free', 'pro', 'scale', 'enterprise'] as const
export type PlanName = (typeof planNames)[number]

/** `regular` stops marketing, `full` everything. */
export const pauses = ['none', 'regular', 'full'] as const
export type Pause = (typeof pauses)[number]

/** What an account of the operator's own is on. */
export const withoutLimits = { plan: 'enterprise', trustLevel: 3 } as const
