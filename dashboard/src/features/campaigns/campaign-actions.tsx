/** What can be done with a campaign whatever it has sent: name and tags, putting it away. */
import { Button, TextInput } from '@mantine/core'
import { useChange } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import type { Campaign } from '../../api/shapes.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { notify } from '../../ui/notify.ts'
import { DeleteOne } from '../../ui/row-actions.tsx'
import { allows } from '../../ui/state.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { stateOf } from './campaign-state.tsx'
import { tagsFrom, tagsIn, tagsOf } from './tags.ts'
import { campaigns as words } from './texts.ts'

export function RowActions({ row }: { readonly row: Campaign }) {
  const say = useSay()
  const { id, name } = row
  if (allows(stateOf(row), 'delete')) {
    const about = say(words.removeAbout, { name })
    return <DeleteOne call="project.campaigns.delete" id={id} what={name} about={about} />
  }
  return stateOf(row).stage === 'over' ? <ArchiveButton row={row} look="row" /> : null
}

interface ArchiveButtonProps {
  readonly row: Campaign
  readonly look?: 'row'
}

/** Out of the list, and back into it: nothing is lost, so nothing is asked. */
export function ArchiveButton({ row: { id, name, archived }, look }: ArchiveButtonProps) {
  const say = useSay()
  const save = useChange('project.campaigns.update', 'project.campaigns')
  if (!useMay('project.campaigns.update')) return null
  const run = () =>
    save.mutate(
      { id, body: { archived: !archived } },
      {
        onSuccess: () => notify(say(archived ? words.isBack : words.isArchived)),
        onError: error => notify(error.message, { isBad: true }),
      },
    )
  return (
    <Button
      variant="default"
      {...(look === 'row' ? { size: 'compact-sm' } : {})}
      loading={save.isPending}
      aria-label={say(archived ? words.takeBackWhat : words.archiveWhat, { name })}
      onClick={run}
    >
      {say(archived ? words.takeBack : words.archive)}
    </Button>
  )
}

export function RenameButton({ campaign }: { readonly campaign: Campaign }) {
  const say = useSay()
  return (
    <DialogButton call="project.campaigns.update" label={say(words.rename)}>
      {close => <RenameForm campaign={campaign} close={close} />}
    </DialogButton>
  )
}

function RenameForm({ campaign, close }: { campaign: Campaign; close: () => void }) {
  const say = useSay()
  // One that was cancelled keeps its name.
  const hasName = campaign.status !== 'cancelled'
  const form = useApiForm('project.campaigns.update', {
    stale: ['project.campaigns'],
    initial: { name: campaign.name, tags: tagsOf(campaign.tags).join(', ') },
    input: ({ name, tags }) => ({
      id: campaign.id,
      body: { ...(hasName ? { name } : {}), tags: tagsFrom(tagsIn(tags)) },
    }),
    onDone: () => {
      close()
      notify(say(common.saved))
    },
  })
  return (
    <ApiForm form={form} action={say(common.save)} onCancel={close}>
      {hasName && (
        <TextInput {...form.field('name')} label={say(common.name)} maxLength={200} required />
      )}
      <TextInput
        {...form.field('tags')}
        label={say(words.tags)}
        description={say(words.tagsAbout)}
        data-autofocus
      />
    </ApiForm>
  )
}
