/** Letters to begin with: one with nothing in it but its parts, or one that is written for a purpose. */
import { Radio } from '@mantine/core'
import { useId } from 'react'
import type { Answer } from '../../api/calls.ts'
import { useApi } from '../../api/hooks.ts'
import { useSay } from '../../ui/words.tsx'
import { templates as words } from './texts.ts'

export type StartingLetter = Answer<'project.startingLetters.list'>['data'][number]

interface GalleryProps {
  readonly language: 'pt' | 'en'
  /** null: nothing but its parts. */
  readonly chosen: StartingLetter | null
  readonly choose: (letter: StartingLetter | null) => void
}

export function Gallery({ language, chosen, choose }: GalleryProps) {
  const say = useSay()
  const name = useId()
  const { data } = useApi('project.startingLetters.list', { language })
  const letters = data?.data ?? []
  return (
    <Radio.Group
      name={name}
      mt="md"
      label={say(words.startWith)}
      value={chosen?.language === language ? chosen.key : ''}
      onChange={key => choose(letters.find(one => one.key === key) ?? null)}
    >
      <div className="gallery">
        <Radio value="" label={say(words.startBlank)} description={say(words.startBlankAbout)} />
        {letters.map(one => (
          <Radio key={one.key} value={one.key} label={one.name} description={one.about} />
        ))}
      </div>
    </Radio.Group>
  )
}
