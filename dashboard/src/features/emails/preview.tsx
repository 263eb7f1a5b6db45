/** What a reader would see. The sandbox has no permission at all: nothing runs, nothing loads. */
import { Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { PageFrame } from '../../ui/page-frame.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as words } from './texts.ts'

export function Preview({ src, subject }: { src: string; subject: string }) {
  const say = useSay()
  const [width, setWidth] = useState<string>('desktop')
  return (
    <>
      <Group justify="space-between" mb="sm" gap="xs">
        <Text size="sm" c="dimmed">
          {say(words.previewAbout)}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={say(words.width)}
          value={width}
          onChange={setWidth}
          data={[
            { value: 'desktop', label: say(words.desktop) },
            { value: 'phone', label: say(words.phone) },
          ]}
        />
      </Group>
      <PageFrame
        className={width === 'phone' ? 'preview preview-phone' : 'preview'}
        title={say(words.previewOf, { subject })}
        src={src}
        loading="lazy"
      />
    </>
  )
}
