/** As whom a campaign writes, and where answers go. */
import { SimpleGrid } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { Committed } from './committed.tsx'
import type { PartProps } from './part.ts'
import { SenderFields } from './sender-fields.tsx'
import { campaigns as words } from './texts.ts'

export function SenderPart({ draft, set, errorOf }: PartProps) {
  const say = useSay()
  return (
    <>
      <SenderFields
        value={draft.from}
        set={from => set({ ...draft, from })}
        error={errorOf('from')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" mt="sm">
        <Committed
          label={say(words.replyTo)}
          description={say(words.replyToAbout)}
          value={draft.replyTo}
          set={replyTo => set({ ...draft, replyTo })}
          error={errorOf('reply_to')}
        />
      </SimpleGrid>
    </>
  )
}
