/** What most campaigns leave as it is: its name, the parameters of its links, a public page of it. */
import { Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import { CopyLine } from '../../ui/copy.tsx'
import { NameInput } from '../../ui/inputs.tsx'
import { Section } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { UtmChoice } from '../audience/utm-choice.tsx'
import { Committed } from './committed.tsx'
import type { PartProps } from './part.ts'
import { tagsIn } from './tags.ts'
import { archiveTexts, campaigns as words } from './texts.ts'

interface MorePartProps extends PartProps {
  readonly isOpen: boolean
}

export function MorePart({ campaign, draft, set, errorOf, isOpen }: MorePartProps) {
  const say = useSay()
  const [isOwn, setOwn] = useState(false)
  const isUsed =
    draft.tags.length > 0 ||
    draft.isPublic ||
    draft.utm === null ||
    Object.keys(draft.utm).length > 0
  return (
    <Section>
      <details open={isOpen || isUsed} data-part="more">
        <summary className="summary">{say(words.more)}</summary>
        <NameInput
          value={draft.name}
          set={name => set({ ...draft, name })}
          description={say(words.nameAbout)}
          error={errorOf('name')}
          maw={420}
          my="md"
        />
        <Committed
          label={say(words.tags)}
          description={say(words.tagsAbout)}
          value={draft.tags.join(', ')}
          read={typed => tagsIn(typed).join(', ')}
          set={typed => set({ ...draft, tags: tagsIn(typed) })}
          error={errorOf('tags')}
          maw={420}
          mb="md"
        />
        <UtmChoice
          value={draft.utm}
          set={utm => set({ ...draft, utm })}
          errorOf={name => errorOf(`utm.${name}`)}
          isOwn={isOwn}
          setOwn={setOwn}
        />
        <Checkbox
          label={say(archiveTexts.isPublic)}
          description={say(archiveTexts.about)}
          checked={draft.isPublic}
          onChange={event => set({ ...draft, isPublic: event.currentTarget.checked })}
          mt="md"
        />
        {draft.isPublic && (
          <>
            <Committed
              label={say(archiveTexts.slug)}
              description={say(archiveTexts.slugAbout)}
              value={draft.slug}
              read={typed => typed.trim().toLowerCase()}
              set={slug => set({ ...draft, slug })}
              error={errorOf('archive.slug')}
              maw={420}
              my="sm"
            />
            <ArchiveAddresses campaign={campaign} />
          </>
        )}
      </details>
    </Section>
  )
}

/** Where everybody reads it, and the feed of its topic. */
export function ArchiveAddresses({ campaign }: Pick<PartProps, 'campaign'>) {
  const say = useSay()
  const { url } = campaign.archive
  const topic = campaign.topic_id
  if (!campaign.archive.public || url === null) return null
  const base = url.slice(0, url.lastIndexOf('/'))
  const mode = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  return (
    <>
      <Text size="sm" fw={600} mt="sm">
        {say(archiveTexts.address)}
      </Text>
      <CopyLine text={url} what={say(archiveTexts.address)} />
      {topic && (
        <>
          <Text size="sm" fw={600} mt="sm">
            {say(archiveTexts.feed)}
          </Text>
          <CopyLine text={`${base}/${topic}.rss${mode}`} what={say(archiveTexts.feed)} />
        </>
      )}
    </>
  )
}
