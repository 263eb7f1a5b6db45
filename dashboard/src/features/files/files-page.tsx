/** The pictures of the project: uploading them, what they show, where they are. */
import { useList } from '../../api/lists.ts'
import { useFilters } from '../../ui/address-filters.ts'
import { FilterBar } from '../../ui/filters.tsx'
import { byFolder } from '../../ui/folder.tsx'
import { IconPhoto } from '../../ui/icons.ts'
import { ListSection } from '../../ui/list-section.tsx'
import { May } from '../../ui/may.tsx'
import { Empty, None, PageTitle } from '../../ui/show.tsx'
import { listTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { useFileColumns } from './file-table.tsx'
import { useFileFolders } from './folders.ts'
import { files as words } from './texts.ts'
import { UploadZone } from './upload-zone.tsx'

export function FilesPage() {
  const say = useSay()
  const filters = useFilters(['folder'])
  const { folder } = filters.values
  const query = useList('project.files.list', folder ? { folder } : {})
  const folders = useFileFolders()
  const columns = useFileColumns(folders)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)} />
      <May call="project.files.create">
        <UploadZone />
      </May>
      {(folders.length > 0 || folder) && (
        <FilterBar filters={filters} fields={[byFolder(folders)]} />
      )}
      <ListSection
        label={say(words.title)}
        query={query}
        columns={columns}
        empty={
          folder ? (
            <None>{say(listTexts.noneFit)}</None>
          ) : (
            <Empty icon={IconPhoto} title={say(words.none)} about={say(words.noneAbout)} />
          )
        }
      />
    </>
  )
}
