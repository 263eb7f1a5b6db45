export const root: string
export const isPackage: boolean
export const program: string
export const nodeFlags: readonly string[]
export const nodeEnvironment: Readonly<Record<string, string>>
export function say(text: { readonly en: string; readonly pt: string }): string
export function fittingNode(): string
export function isFitting(version: string, isBundled?: boolean): boolean
export function dataFolder(given: string | undefined, isBundled?: boolean): string
