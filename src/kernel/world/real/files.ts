/** The store of files that the settings name. */
import type { Settings } from '../../base/config.ts'
import type { FileStore } from '../files.ts'
import type { Http } from '../http.ts'
import type { Clock, Random } from '../world.ts'
import { bucketFiles } from './file-bucket.ts'
import { folderFiles } from './file-folder.ts'

interface Outside {
  readonly http: Http
  readonly clock: Pick<Clock, 'now'>
  readonly random: Pick<Random, 'bytes'>
}

export const realFiles = (settings: Settings, outside: Outside): FileStore =>
  settings.MALOTE_FILES.startsWith('s3://')
    ? bucketFiles(settings, outside)
    : folderFiles(settings.MALOTE_FILES, outside.random)
