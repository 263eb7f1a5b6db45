/** Who changed what, for owners. */
import { ExportButton } from '../../ui/export.tsx'
import { PageTitle } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { AuditRecords, useAuditFilters } from './audit-records.tsx'
import { audit as words } from './texts.ts'

export function AuditPage() {
  const say = useSay()
  const asked = useAuditFilters()
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <ExportButton call="audit.export" input={asked.input} file="audit.csv" />
      </PageTitle>
      <AuditRecords call="audit.list" asked={asked} />
    </>
  )
}
