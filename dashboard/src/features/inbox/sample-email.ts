/** What the one-click sends say. */
import type { Body } from '../../api/calls.ts'
import type { Say } from '../../ui/words.tsx'
import { inbox as words } from './texts.ts'

export function sampleEmail(to: string, sender: string, say: Say): Body<'project.emails.send'> {
  const text = say(words.sampleText)
  const hello = say(words.sampleHello)
  return {
    // Quotes, commas and brackets would need quoting of their own.
    from: `${sender.replace(/[^\p{L}\p{N} .-]/gu, '').trim() || 'Malote'} <hello@example.com>`,
    to: [to],
    subject: say(words.sampleSubject, { address: to }),
    text: `${hello}\n\n${text}\n`,
    html:
      '<div style="font-family:sans-serif;max-width:520px;margin:24px auto;padding:0 16px">' +
      `<h1 style="font-size:22px">${hello}</h1><p style="line-height:1.5">${text}</p></div>`,
  }
}
