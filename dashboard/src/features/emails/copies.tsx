/** Who has an email as a copy only. */

import type { EmailWithEvents } from '../../api/shapes.ts'
import { inOwnLetters } from '../../ui/own-letters.ts'
import { Tag } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as words } from './texts.ts'

/** Null: it is to them. */
export type CopyKind = 'cc' | 'bcc' | null

/** Whoever is named twice has it as what says more: `to` before a copy, a copy before a hidden one. */
export function copiesIn(
  email: Pick<EmailWithEvents, 'to' | 'cc'>,
): (recipient: string) => CopyKind {
  const [to, cc] = [email.to, email.cc ?? []].map(list => new Set(list.map(addressIn)))
  return recipient => {
    const address = addressIn(recipient)
    return to!.has(address) ? null : cc!.has(address) ? 'cc' : 'bcc'
  }
}

export function CopyTag({ kind }: { kind: CopyKind }) {
  const say = useSay()
  return kind && <Tag tone="calm">{say(words[kind])}</Tag>
}

/** Of `Ana <ana@loja.test>` what is delivered to, in one spelling. */
export const addressIn = (named: string): string =>
  inOwnLetters(/<([^<>]+)>\s*$/.exec(named)?.[1] ?? named)
    .trim()
    .normalize('NFC')
    .toLowerCase()
