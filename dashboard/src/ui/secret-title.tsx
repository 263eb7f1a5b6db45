/** The title of a list whose new items come with a secret, which is shown once. */
import { type ComponentType, useState } from 'react'
import type { ChangeName } from '../api/calls.ts'
import { Once } from './copy.tsx'
import { AddButton } from './dialog.tsx'
import { PageTitle } from './show.tsx'

interface SecretTitleProps {
  readonly title: string
  readonly about: string
  readonly add: string
  /** What makes one: who may not has no button. */
  readonly call: ChangeName
  /** What stands above the secret. */
  readonly shown: string
  /** Told what is shown, and null when it is put away. */
  readonly onSecret?: (secret: string | null) => void
  readonly Form: ComponentType<{
    readonly close: () => void
    readonly onCreated: (secret: string) => void
  }>
}

export function SecretTitle(props: SecretTitleProps) {
  const { title, about, add, call, shown, onSecret, Form } = props
  const [secret, setSecret] = useState<string | null>(null)
  const keep = (next: string | null) => {
    setSecret(next)
    onSecret?.(next)
  }
  return (
    <>
      <PageTitle title={title} about={about}>
        <AddButton label={add} call={call}>
          {close => (
            <Form
              close={close}
              onCreated={made => {
                close()
                keep(made)
              }}
            />
          )}
        </AddButton>
      </PageTitle>
      {secret && <Once title={shown} secret={secret} close={() => keep(null)} />}
    </>
  )
}
