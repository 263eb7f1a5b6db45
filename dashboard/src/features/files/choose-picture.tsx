/** Choosing a picture of the project, or uploading one, for whatever shows it. */
import { UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { useList } from '../../api/lists.ts'
import type { Picture } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { Choice } from '../../ui/filters.tsx'
import { byFolder } from '../../ui/folder.tsx'
import { IconPhoto } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Loaded } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { useFileFolders } from './folders.ts'
import { files as words } from './texts.ts'
import { Thumbnail } from './thumbnail.tsx'
import { UploadZone } from './upload-zone.tsx'

interface ChooseProps {
  readonly choose: (picture: Picture) => void
}

export function ChoosePicture({ choose }: ChooseProps) {
  const say = useSay()
  return (
    <DialogButton label={say(words.choose)} icon={<IconPhoto size={16} />} size="lg">
      {close => (
        <PictureChoices
          choose={picture => {
            close()
            choose(picture)
          }}
        />
      )}
    </DialogButton>
  )
}

// No form of its own: the dialog stands, for React, inside of the one it is opened from.
export function PictureChoices({ choose }: ChooseProps) {
  const say = useSay()
  const [folder, setFolder] = useState('')
  const folders = useFileFolders()
  const byFolders = byFolder(folders)
  const query = useList('project.files.list', folder ? { folder } : {})
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query
  return (
    <>
      <UploadZone onDone={choose} />
      {folders.length > 0 && (
        <Choice
          my="sm"
          label={say(byFolders.label)}
          field={byFolders}
          value={folder}
          set={setFolder}
        />
      )}
      <Loaded query={query} lines={3}>
        {pictures => (
          <ul className="pictures">
            {pictures.map(picture => (
              <li key={picture.id}>
                <UnstyledButton
                  onClick={() => choose(picture)}
                  aria-label={say(words.chooseOne, { name: picture.filename })}
                >
                  <Thumbnail picture={picture} />
                  <span className="wrap" dir="auto" aria-hidden>
                    {picture.alt || picture.filename}
                  </span>
                </UnstyledButton>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      <MoreButton list={{ hasNextPage, isFetchingNextPage, fetchNextPage }} />
    </>
  )
}
