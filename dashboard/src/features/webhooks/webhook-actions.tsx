/** What can be done with a webhook besides trying and pausing it. */

import { useChange } from '../../api/hooks.ts'
import type { Webhook } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { ConfirmButton, DeleteButton } from '../../ui/confirm.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'
import { ChangeForm } from './webhook-form.tsx'

interface WebhookActionsProps {
  readonly webhook: Webhook
  readonly onSecret: (secret: string) => void
}

export function WebhookActions({ webhook, onSecret }: WebhookActionsProps) {
  const say = useSay()
  const { id } = webhook
  const rotate = useChange('project.webhooks.rotateSecret')
  return (
    <>
      <DialogButton
        call="project.webhooks.update"
        label={say(common.change)}
        title={say(words.edit)}
      >
        {close => <ChangeForm webhook={webhook} close={close} />}
      </DialogButton>
      <ConfirmButton
        call="project.webhooks.rotateSecret"
        title={say(words.rotate)}
        about={say(words.rotateAbout)}
        tone="danger"
        run={async () => onSecret((await rotate.mutateAsync({ id })).secret)}
      />
      <RemoveWebhook webhook={webhook} />
    </>
  )
}

function RemoveWebhook({ webhook: { id, url } }: Pick<WebhookActionsProps, 'webhook'>) {
  const say = useSay()
  const where = useWhere()
  const navigate = useNavigate()
  const remove = useChange('project.webhooks.delete', 'project.webhooks')
  return (
    <DeleteButton
      call="project.webhooks.delete"
      look="default"
      what={url}
      about={say(words.removeAbout)}
      run={() => remove.mutateAsync({ id })}
      onDone={() => void navigate({ to: where.to('/webhooks') })}
    />
  )
}
