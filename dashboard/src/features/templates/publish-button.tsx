/** Publishing: what is found is said first, and what must be mended keeps the button off. */
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange, useLook } from '../../api/hooks.ts'
import { useMay } from '../../api/may.ts'
import type { Template } from '../../api/shapes.ts'
import { Dialog, Opener } from '../../ui/dialog.tsx'
import { notify } from '../../ui/notify.ts'
import { Loaded, Refused, Waiting } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import type { Autosave } from '../letters/autosave.ts'
import type { LetterFault } from '../letters/fault.ts'
import { Findings, MendButton } from '../letters/findings.tsx'
import { templates as words } from './texts.ts'

interface PublishButtonProps extends Pick<Autosave, 'flush'> {
  readonly template: Template
  /** Leads to what is to be mended. */
  readonly point: (finding: LetterFault) => void
}

export function PublishButton({ template, flush, point }: PublishButtonProps) {
  const say = useSay()
  const [isOpen, setOpen] = useState(false)
  const isAllowed = useMay('project.templates.publish')
  const close = () => setOpen(false)
  // What was typed a moment ago is a part of what is published.
  const open = async () => {
    if (await flush()) setOpen(true)
  }
  if (!isAllowed) return null
  return (
    <>
      <Opener look="filled" label={say(words.publish)} open={() => void open()} />
      <Dialog title={say(words.publish)} isOpen={isOpen} close={close} size="lg">
        <Publishing
          id={template.id}
          close={close}
          point={finding => {
            close()
            point(finding)
          }}
        />
      </Dialog>
    </>
  )
}

interface PublishingProps extends Pick<PublishButtonProps, 'point'> {
  readonly id: string
  readonly close: () => void
}

function Publishing({ id, close, point }: PublishingProps) {
  const say = useSay()
  const query = useLook('project.templates.check', { id }, 0, { isNeverOld: true })
  const publish = useChange('project.templates.publish', 'project.templates')
  const run = () =>
    publish.mutate(
      { id },
      {
        onSuccess: ({ version }) => {
          close()
          notify(say(words.publishDone, { n: version }))
        },
      },
    )
  // What was found before is not what is there now.
  if (query.isFetching) return <Waiting lines={4} />
  return (
    <Loaded query={query} lines={4}>
      {({ ok, checks }) => (
        <>
          <Findings findings={checks} mend={one => <MendButton finding={one} point={point} />} />
          <Text size="sm" mt="sm">
            {say(words.publishAbout)}
          </Text>
          <Refused error={publish.error} />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={close}>
              {say(common.cancel)}
            </Button>
            <Button disabled={!ok} loading={publish.isPending} onClick={run} data-autofocus>
              {say(words.publish)}
            </Button>
          </Group>
        </>
      )}
    </Loaded>
  )
}
