/** How often the operator's numbers are read again while somebody looks at them. */
export const everyMs = 5_000
