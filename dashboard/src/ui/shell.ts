/**
 * A word for a shell (POSIX): everything between single quotes is itself, and one inside closes them,
 * stands by itself and opens them again.
 */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
