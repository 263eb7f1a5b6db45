export const root: string
export const nodeFlags: readonly string[]
export const nodeEnvironment: Readonly<Record<string, string>>
export function fittingNode(): string
export function isFitting(version: string): boolean
