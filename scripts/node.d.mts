export const root: string
export const nodeFlags: readonly string[]
export function fittingNode(): string
export function isFitting(version: string): boolean
