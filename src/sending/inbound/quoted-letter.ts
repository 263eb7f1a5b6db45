/** Where the letter begins that a mail answers, as mail programs set it apart. */

const originals = [
  'original message',
  'mensagem original',
  'mensaje original',
  'ursprüngliche nachricht',
  "message d'origine",
  'messaggio originale',
  'oorspronkelijk bericht',
]
/** `On Monday Shop wrote:` in the languages of common mail programs. */
const openings = ['on ', 'em ', 'el ', 'am ', 'le ', 'il ', 'op ']
const wrote = ['wrote', 'escreveu', 'escribió', 'schrieb', 'a écrit', 'ha scritto', 'schreef']
/** Outlook's header of a quoted letter: two lines, each in its language. */
const senders = ['from:', 'de:', 'von:', 'da:', 'van:']
const dates = [
  'sent:',
  'date:',
  'enviado',
  'enviada',
  'data:',
  'gesendet:',
  'envoyé',
  'inviato',
  'verzonden:',
]

/** What stands before a quoted letter, without lines quoted by `>`. */
export function unquoted(text: string): string {
  const lines = text.split('\n')
  const plain = lines.map(line => line.trim().toLowerCase())
  const end = plain.findIndex((line, n) => begins(line, plain[n + 1] ?? ''))
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .filter(line => !line.trimStart().startsWith('>'))
    .join('\n')
}

function begins(line: string, next: string): boolean {
  if (/^[-_*]/.test(line)) return originals.some(one => line.includes(one))
  if (senders.some(one => line.startsWith(one))) return dates.some(one => next.startsWith(one))
  const isOpening = line.endsWith(':') && openings.some(one => line.startsWith(one))
  return isOpening && wrote.some(one => line.includes(one))
}
