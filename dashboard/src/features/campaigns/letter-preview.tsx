/** The letter as a person without values would read it. Nothing runs in it and nothing is loaded. */
import { Text } from '@mantine/core'
import { useLook } from '../../api/hooks.ts'
import type { Campaign } from '../../api/shapes.ts'
import { Loaded, Section } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { LetterFrame } from '../emails/letter-frame.tsx'
import { campaigns as words } from './texts.ts'

export function LetterPreview({ campaign }: { campaign: Campaign }) {
  const say = useSay()
  const { bytes } = useNumbers()
  const query = useLook('project.campaigns.preview', { id: campaign.id, body: {} })
  return (
    <Section title={say(words.preview)}>
      <Loaded query={query} lines={4}>
        {letter => (
          <>
            <Text fw={600}>{letter.subject}</Text>
            <Text size="sm" c="dimmed" mb="sm">
              {say(words.previewAbout, { bytes: bytes(letter.bytes) })}
              {letter.missing.length > 0 &&
                ` ${say(words.missing, { names: letter.missing.join(', ') })}`}
            </Text>
            <LetterFrame {...letter} />
          </>
        )}
      </Loaded>
    </Section>
  )
}
