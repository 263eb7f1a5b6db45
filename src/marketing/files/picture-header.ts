/**
 * What a picture says of itself, read from its bytes alone, whatever its name and type claim: PNG
 * (RFC 2083 and its APNG extension), JPEG (ITU T.81), GIF89a, WebP (RFC 9649). Nothing is unpacked
 * here, so a picture that would become too large is known before anybody tries. What goes on behind
 * the end of a picture is refused: it is another file in disguise.
 */
import type { Text } from '#kernel/base/languages.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import type { PictureHeader } from './picture-type.ts'
import { readPng } from './png.ts'
import { readWebp } from './webp.ts'

/** It is none of these, ends too early, or goes on behind its end. */
export class NotAPicture extends Error {
  override readonly name = 'NotAPicture'
  readonly why: Text

  constructor(why: Text) {
    super(why.en)
    this.why = why
  }
}

const readers = [readPng, readJpeg, readGif, readWebp]

/** Throws NotAPicture. */
export function readPicture(bytes: Buffer): PictureHeader {
  for (const read of readers) {
    const header = readWhole(read, bytes)
    if (header !== null) return header
  }
  throw new NotAPicture({
    en: 'The file must be a PNG, JPEG, GIF or WebP picture.',
    pt: 'O arquivo deve ser uma imagem PNG, JPEG, GIF ou WebP.',
  })
}

function readWhole(
  read: (bytes: Buffer) => PictureHeader | 'broken' | 'more' | null,
  bytes: Buffer,
): PictureHeader | null {
  const header = orBroken(() => read(bytes))
  if (header === 'more') throw new NotAPicture(goesOn)
  const isEmpty =
    typeof header === 'object' && header !== null && header.width * header.height === 0
  if (header === 'broken' || isEmpty) throw new NotAPicture(broken)
  return header
}

/** A look past the end of a buffer is how an early end is met. */
function orBroken<T>(read: () => T): T | 'broken' {
  try {
    return read()
  } catch (error) {
    if (error instanceof RangeError) return 'broken'
    throw error
  }
}

export const broken: Text = {
  en: 'The picture is damaged or incomplete.',
  pt: 'A imagem está danificada ou incompleta.',
}

const goesOn: Text = {
  en: 'The file goes on after the end of the picture: it holds something else, too.',
  pt: 'O arquivo continua depois do fim da imagem: há outra coisa nele.',
}
