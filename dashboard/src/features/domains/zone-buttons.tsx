/** All records at once: copied, or as a file to read in where the DNS is kept. */
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import type { DomainRecord } from '../../api/shapes.ts'
import { save } from '../../ui/export.tsx'
import { IconCheck, IconCopy, IconDownload } from '../../ui/icons.ts'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { domains as words } from './texts.ts'
import { zoneFile } from './zone-file.ts'

interface ZoneButtonsProps {
  readonly name: string
  readonly records: readonly DomainRecord[]
}

export function ZoneButtons({ name, records }: ZoneButtonsProps) {
  const say = useSay()
  const { copy, copied } = useClipboard({ timeout: 1500 })
  const text = () => zoneFile(name, records, say)
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => copy(text())}
      >
        {say(copied ? common.copied : words.copyAll)}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} />}
        onClick={() => save(new Blob([text()], { type: 'text/dns' }), `${name}.zone`)}
      >
        {say(words.zoneFile)}
      </Button>
    </>
  )
}
