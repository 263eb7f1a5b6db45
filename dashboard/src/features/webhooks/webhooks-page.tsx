/** The webhooks of the project. */
import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useState } from 'react'
import { useChange } from '../../api/hooks.ts'
import { useList } from '../../api/lists.ts'
import { eventTypes } from '../../api/shapes.ts'
import { useWhere } from '../../api/where.ts'
import { Once } from '../../ui/copy.tsx'
import { IconPlus, IconWebhook } from '../../ui/icons.ts'
import { MoreButton } from '../../ui/more.tsx'
import { Badge, Empty, Link, Loaded, PageTitle, Section } from '../../ui/show.tsx'
import { common, statusTexts } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { webhooks as words } from './texts.ts'
import { WebhookForm } from './webhook-form.tsx'

export function WebhooksPage() {
  const say = useSay()
  const where = useWhere()
  const list = useList('project.webhooks.list')
  const create = useChange('project.webhooks.create', 'project.webhooks')
  const [isOpen, { open, close }] = useDisclosure()
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <>
      <PageTitle title={say(words.title)} about={say(words.about)}>
        <Button leftSection={<IconPlus size={16} />} onClick={open}>
          {say(words.create)}
        </Button>
      </PageTitle>
      {secret && <Once title={say(words.secret)} secret={secret} />}
      {isOpen && (
        <WebhookForm
          title={say(words.create)}
          action={say(common.create)}
          close={close}
          isRunning={create.isPending}
          error={create.error}
          save={body =>
            create.mutate(
              { body },
              {
                onSuccess: made => {
                  close()
                  setSecret(made.secret)
                },
              },
            )
          }
        />
      )}
      <Section flush>
        <Loaded query={list}>
          {rows =>
            rows.length === 0 ? (
              <Empty icon={IconWebhook} title={say(words.none)} about={say(words.noneAbout)} />
            ) : (
              <table className="table rows">
                <thead>
                  <tr>
                    <th>{say(words.url)}</th>
                    <th className="wide">{say(words.events)}</th>
                    <th className="tight">{say(common.status)}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map(row => (
                    <tr key={row.id}>
                      <td className="break">
                        <Link to={where.to(`/webhooks/${row.id}`)} className="row-link">
                          {row.url}
                        </Link>
                      </td>
                      <td className="wide">
                        <Text size="sm" c="dimmed">
                          {row.events.length === eventTypes.length
                            ? say(words.allEvents)
                            : row.events.map(type => say(statusTexts[type])).join(', ')}
                        </Text>
                      </td>
                      <td className="tight">
                        <Badge state={row.enabled ? 'enabled' : 'paused'} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            )
          }
        </Loaded>
      </Section>
      <MoreButton list={list} />
    </>
  )
}
