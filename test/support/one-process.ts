/**
 * For services that tests start as a child: one process, which starts sooner and is what is killed and
 * looked at. Those that show what a newcomer meets leave it out, and those of processes say how many.
 */
export const oneProcess = { MALOTE_PROCESSES: '1' } as const
