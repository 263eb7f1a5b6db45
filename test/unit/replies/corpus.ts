/**
 * The bounce corpus beside the repository, where a machine has it: documented SMTP replies, and
 * real bounce reports with what each says. Null where it is missing; tests then skip and say so.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { ReplyWords } from '#protocol/replies/classify.ts'
import { reportedReply } from '#protocol/replies/reported-reply.ts'

const folder = join(import.meta.dirname, '../../../../shared/corpora/bounces')

export const corpusIsMissing: string | false = existsSync(folder)
  ? false
  : 'the bounce corpus (../shared/corpora/bounces) is not on this machine'

export interface Sample {
  readonly name: string
  readonly reply: ReplyWords
  readonly class: string
  readonly firm: boolean
  /** null: either answer is fine. */
  readonly suppress: boolean | null
}

interface ReplyRow {
  reply: string
  code: string
  status?: string
  command?: string
  class: string
  firm: boolean
  suppress: boolean | null
}

/** Replies as an SMTP client reads them. */
export function smtpReplies(): Sample[] {
  return readFileSync(join(folder, 'smtp-replies.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => {
      const row = JSON.parse(line) as ReplyRow
      return {
        name: row.reply,
        reply: {
          code: Number(row.code),
          enhanced: row.status ?? null,
          text: row.reply,
          ...(row.command ? { stage: row.command } : {}),
        },
        class: row.class,
        firm: row.firm,
        suppress: row.suppress,
      }
    })
}

interface Expected {
  file: string
  kind: string
  format: string
  results: {
    recipient?: string
    class: string
    firm: boolean
    suppress: boolean | null
    status_from?: string
  }[]
}

/** The per-recipient fields of the RFC 3464 reports whose fields tie to an expected result. */
export async function reports(): Promise<{ samples: Sample[]; skipped: string[] }> {
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected[]
  const samples: Sample[] = []
  const skipped: string[] = []
  for (const mail of expected) {
    if (mail.kind !== 'dsn' || mail.format !== 'rfc3464') continue
    const blocks = await statusFields(readFileSync(join(folder, 'eml', mail.file)))
    mail.results.forEach((result, i) => {
      const named = blocks.filter(block => result.recipient && block.recipient === result.recipient)
      const block =
        named.length === 1
          ? named[0]
          : blocks.length === mail.results.length
            ? blocks[i]
            : undefined
      const noCode = block && block.reply.code === null && block.reply.enhanced === null
      if (!block || noCode || result.status_from === 'derived' || result.class === 'none')
        skipped.push(mail.file)
      else
        samples.push({
          name: `${mail.file}: ${block.reply.code} ${block.reply.enhanced} ${block.reply.text}`,
          reply: block.reply,
          class: result.class,
          firm: result.firm,
          suppress: result.suppress,
        })
    })
  }
  return { samples, skipped }
}

async function statusFields(raw: Buffer): Promise<{ recipient: string; reply: ReplyWords }[]> {
  const mail = await PostalMime.parse(raw, { attachmentEncoding: 'utf8' })
  const part = mail.attachments.find(one => /delivery-status/i.test(one.mimeType))
  const text = String(part?.content ?? '')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
  return text
    .split(/\n\s*\n/)
    .filter(block => /^final-recipient:/im.test(block))
    .map(block => ({
      recipient: field(block, 'final-recipient')
        .replace(/^.*?;\s*/, '')
        .replace(/[<>]/g, '')
        .trim(),
      reply: reportedReply(field(block, 'status'), field(block, 'diagnostic-code')),
    }))
}

const field = (block: string, name: string): string =>
  new RegExp(`^${name}\\s*:(.*)$`, 'im').exec(block)?.[1]?.trim() ?? ''
