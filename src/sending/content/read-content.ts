/** What an email says, to whoever reads it: nothing in it is watched. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Uuid } from '#kernel/base/ids.ts'
import type { ReadOptions } from '#kernel/mail/read-message.ts'
import type { World } from '#kernel/world/world.ts'
import type { EmailContent } from '../events/email.ts'
import { contentOfRow, type KeptContent } from '../timeline/kept-content.ts'
import { keptContent } from '../timeline/read-store.ts'
import { mergedLetter, readMerged } from './merged.ts'
import { type FoundMessage, messageReader } from './message-reader.ts'

const retryAfterSeconds = 10

type Where = Pick<World, 'db' | 'clock' | 'runtime'>

/** null: it is gone. */
export async function readContent(
  world: Where,
  projectId: Uuid,
  emailId: Uuid,
): Promise<KeptContent | null> {
  const kept = await keptContent(world.db, projectId, emailId)
  if (kept === null) return null
  if (kept.message !== null) return asShown(world, projectId, kept, kept.message)
  if (kept.merging === null || kept.own_values === null) return kept
  const merged = await readMerged(contentOfRow(kept), kept.merging)
  return { ...kept, ...mergedLetter(merged, kept.own_values, null) }
}

/** A message that is carried, with what its parts say. */
export async function asShown(
  world: Where,
  projectId: Uuid,
  kept: KeptContent,
  message: Buffer,
): Promise<KeptContent> {
  const { html, text, others, files } = (await readHandedOver(world, projectId, message)).read
  const attachments = files.map(file => ({
    filename: file.filename,
    content_type: file.content_type ?? null,
    content_id: file.content_id ?? null,
    size_bytes: file.size_bytes,
  }))
  return { ...kept, html, text, headers: others, attachments }
}

/** The same for who shows it as a page, with the images that it brings along. */
export async function readForPage(
  world: Where,
  projectId: Uuid,
  { message, ...content }: EmailContent,
  filesOf: NonNullable<ReadOptions['filesOf']>,
): Promise<EmailContent> {
  if (message === undefined) return content
  const { read } = await readHandedOver(world, projectId, message, { filesOf })
  const { html, text, others, files } = read
  return {
    ...content,
    ...(html === null ? {} : { html }),
    ...(text === null ? {} : { text }),
    headers: others,
    attachments: files.map(({ size_bytes: _, ...file }) => ({
      ...file,
      content: file.content ?? '',
    })),
  }
}

/** A message that is carried. Throws `rate_limited` where there is no time for it. */
export async function readHandedOver(
  world: Pick<World, 'clock' | 'runtime'>,
  projectId: Uuid,
  message: Buffer,
  options: ReadOptions = {},
): Promise<FoundMessage> {
  const found = await world.runtime.get(messageReader, world).of(projectId)(message, options)
  if (found !== null) return found
  throw new Refusal('rate_limited', {
    why: {
      en: 'There was no time to read the message. Repeat in {seconds} s.',
      pt: 'Não houve tempo para ler a mensagem. Repita em {seconds} s.',
    },
    values: { seconds: retryAfterSeconds },
    headers: { 'Retry-After': String(retryAfterSeconds) },
  })
}
