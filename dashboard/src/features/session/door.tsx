/** The card in which log-in and its kin take place. */
import { Box, Group, Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { ConnectionBanner } from '../../app/connection-banner.tsx'
import { type Language, useSpeech } from '../../ui/words.tsx'

const names: Record<Language, string> = { pt: 'Português', en: 'English' }

interface DoorProps {
  readonly title: string
  readonly about?: string
  /** For a table instead of a form. */
  readonly isWide?: boolean
  readonly children: ReactNode
}

export function Door({ title, about, isWide = false, children }: DoorProps) {
  const { language, choose } = useSpeech()
  const other: Language = language === 'pt' ? 'en' : 'pt'
  useEffect(() => {
    document.title = `${title} · Malote`
  }, [title])
  return (
    <main className="door">
      <ConnectionBanner />
      <div className="door-card" data-wide={isWide || undefined}>
        <Group justify="space-between" mb="lg">
          <Group gap={10}>
            <img src="/malote.svg" alt="" width={32} height={32} />
            <Text fw={650} size="lg">
              Malote
            </Text>
          </Group>
          <button type="button" className="text-button" lang={other} onClick={() => choose(other)}>
            {names[other]}
          </button>
        </Group>
        <Paper withBorder p="xl" className="card" radius="lg">
          <Title order={1} size="h3" className="wrap">
            {title}
          </Title>
          {about && (
            <Text c="dimmed" size="sm" mt={4} className="wrap">
              {about}
            </Text>
          )}
          <Box mt="lg">{children}</Box>
        </Paper>
      </div>
    </main>
  )
}
