/**
 * The program as tests start it in processes of its own. A whole run of `npm test` does so again and
 * again, and to load a thousand sources takes a process longer than most of what it is started for: it
 * has them bundled once (scripts/tested-program.ts). A file that is run by itself starts the
 * sources.
 */
import { fileURLToPath } from 'node:url'

/** The setting by which `npm test` tells its processes where the bundle is. */
export const programSetting = 'MALOTE_TEST_PROGRAM'

/** By its sources, for tests that look at those. */
export const programOfSources = fileURLToPath(new URL('../../src/main.ts', import.meta.url))

export const program = process.env[programSetting] || programOfSources
