/**
 * Where the bytes of files lie that people upload: a folder, or a bucket that speaks S3. The database
 * knows them by name and never holds them; a name is made once and its bytes never change.
 */
export interface FileStore {
  /** Resolves when the bytes outlive a crash. Throws FilesUnavailable. */
  put(name: string, bytes: Buffer, contentType: string): Promise<void>
  /** null where there are none. Throws FilesUnavailable. */
  read(name: string): Promise<Buffer | null>
  has(name: string): Promise<boolean>
  /** What is not there is removed. */
  remove(name: string): Promise<void>
  /** For whoever operates it: the folder, or the address of the bucket. */
  readonly place: string
  /** Of this machine, unless it is mounted on others. */
  readonly isFolder: boolean
}

/** The folder cannot be written, or the bucket does not answer as it should. */
export class FilesUnavailable extends Error {
  override readonly name = 'FilesUnavailable'
}
