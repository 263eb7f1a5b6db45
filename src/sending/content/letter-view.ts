/** One letter as it was sent, for who opens it in a browser. */
import type { Uuid } from '#kernel/base/ids.ts'
import type { Mode } from '#kernel/routes/route.ts'
import type { World } from '#kernel/world/world.ts'
import { emailOf } from '../timeline/read-store.ts'
import { readContent } from './read-content.ts'

interface LetterView {
  readonly mode: Mode
  readonly subject: string
  /** The first recipient. */
  readonly address: string
  readonly html: string | null
  readonly text: string | null
}

/** null: it is gone. */
export async function readLetterView(
  world: Pick<World, 'db' | 'clock' | 'runtime'>,
  projectId: Uuid,
  emailId: Uuid,
): Promise<LetterView | null> {
  for (const mode of ['live', 'test'] as const) {
    const email = await emailOf(world.db, { projectId, mode }, emailId)
    if (email === null) continue
    const content = await readContent(world, projectId, emailId)
    const [address] = email.addressees.to
    if (content === null || address === undefined) return null
    const { html, text } = content
    return { mode, subject: email.subject, address, html, text }
  }
  return null
}
