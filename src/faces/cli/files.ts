/** Files that a command is given by name: what cannot be read is told in words, not in codes. */
import { Refusal } from '#kernel/base/errors.ts'
import { fill, type Text } from '#kernel/base/languages.ts'

/** The refusal for a file that the system would not give. */
export function unreadable(file: string, error: unknown, param: string): Refusal {
  const { code = '', message } = error as NodeJS.ErrnoException
  return new Refusal('invalid_field', { param, why: fill(causes[code] ?? odd, { file, message }) })
}

const causes: Readonly<Record<string, Text>> = {
  ENOENT: { en: 'There is no file {file}.', pt: 'Não há um arquivo {file}.' },
  ENOTDIR: { en: 'There is no file {file}.', pt: 'Não há um arquivo {file}.' },
  EISDIR: { en: '{file} is a folder: name a file.', pt: '{file} é uma pasta: indique um arquivo.' },
  EACCES: {
    en: 'The user of this command may not read {file}.',
    pt: 'O usuário deste comando não tem permissão para ler {file}.',
  },
}

const odd: Text = {
  en: '{file} cannot be read: {message}.',
  pt: 'Não foi possível ler {file}: {message}.',
}
