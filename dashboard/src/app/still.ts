/** The outline that the document shows before its scripts are there (`outline.ts`). */
export const stillId = 'still'

/** Takes it away; at the first page that is shown. */
export const endStill = (): void => document.getElementById(stillId)?.remove()
