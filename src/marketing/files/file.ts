/** A file as it is kept and shown. */
import { Type } from 'typebox'
import { show, type Uuid } from '#kernel/base/ids.ts'
import { folderShape } from '#kernel/routes/folder.ts'

/** Where files are served, under the project's tracking host. */
export const filesPath = '/i/'
export const maxFilenameChars = 255
export const maxAltChars = 1_000

export interface FileRow {
  readonly id: Uuid
  readonly name: string
  readonly filename: string
  readonly content_type: string
  readonly bytes: number
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly folder: string | null
  readonly created_at: Date
}

export const fileShape = Type.Object(
  {
    id: Type.String({ description: 'fil_…' }),
    url: Type.String({ description: 'Where everybody sees it. What is there never changes.' }),
    filename: Type.String(),
    content_type: Type.String({ description: 'By its bytes.' }),
    bytes: Type.Integer({ description: 'As it is kept.' }),
    width: Type.Integer(),
    height: Type.Integer(),
    alt: Type.String({ description: 'What it shows, for whoever does not see it.' }),
    folder: folderShape,
    created_at: Type.String({ format: 'date-time' }),
  },
  { $id: 'UploadedFile' },
)

/** `base`: where the project's links lead, without a path. */
export const showFile = (row: FileRow, base: string) => ({
  id: show('fil', row.id),
  url: `${base}${filesPath}${row.name}`,
  filename: row.filename,
  content_type: row.content_type,
  bytes: row.bytes,
  width: row.width,
  height: row.height,
  alt: row.alt,
  folder: row.folder,
  created_at: row.created_at.toISOString(),
})
