/** What is written beside what comes of it; on a narrow screen one at a time. */
import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type ReactNode, useState } from 'react'
import { useSay } from '../../ui/words.tsx'
import { letters, previewTexts } from './texts.ts'

export function Workbench({ editor, preview }: { editor: ReactNode; preview: ReactNode }) {
  const say = useSay()
  const isNarrow = useMediaQuery('(max-width: 62em)')
  const [side, setSide] = useState('edit')
  return (
    <div className="workbench">
      {isNarrow && (
        <SegmentedControl
          fullWidth
          mb="md"
          aria-label={say(letters.side)}
          value={side}
          onChange={setSide}
          data={[
            { value: 'edit', label: say(letters.edit) },
            { value: 'preview', label: say(previewTexts.title) },
          ]}
        />
      )}
      <div className="workbench-edit" hidden={isNarrow === true && side !== 'edit'}>
        {editor}
      </div>
      {(!isNarrow || side === 'preview') && <div className="workbench-look">{preview}</div>}
    </div>
  )
}
