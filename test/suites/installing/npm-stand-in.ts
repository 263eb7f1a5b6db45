/** npm in a build without a registry: see build-image.ts. */
import { installLocked } from './build-image.ts'

installLocked(process.argv.slice(2), process.cwd())
