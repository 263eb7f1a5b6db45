/**
 * The pages for everybody, without the frame. The document is drawn before its scripts are there
 * (`outline.ts`), and knows by these which of its two outlines to show.
 */
/** Where an identity provider sends people back. */
export const returnPath = '/login/callback'

export const outsidePaths = [
  '/login',
  returnPath,
  '/signup',
  '/claim',
  '/verify',
  '/forgot',
  '/reset',
  '/address',
  '/restore',
  '/invite',
  '/dns',
] as const

export type OutsidePath = (typeof outsidePaths)[number]
