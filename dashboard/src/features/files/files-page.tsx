/** The pictures of the project: uploading them, what they show, where they are. */
import { useList } from '../../api/lists.ts'
import { IconPhoto } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { May } from '../../ui/may.tsx'
import { Empty, PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { useFileColumns } from './file-table.tsx'
import { files as words } from './texts.ts'
import { UploadZone } from './upload-zone.tsx'

export function FilesPage() {
  const say = useSay()
  const query = useList('project.files.list')
  const columns = useFileColumns()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <May call="project.files.create">
        <UploadZone />
      </May>
      <ListSection
        label={say(words.title)}
        query={query}
        columns={columns}
        empty={<Empty icon={IconPhoto} title={say(words.none)} about={say(words.noneAbout)} />}
      />
    </>
  )
}
