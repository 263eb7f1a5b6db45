/** Addresses that lead nowhere, and faults of our own. */
import { Button, Container } from '@mantine/core'
import { IconAlertTriangle, IconMail } from '../ui/icons.ts'
import { Empty, LinkButton, PageTitle } from '../ui/show.tsx'
import { useSay } from '../ui/words.tsx'
import { shell } from './texts.ts'

/** Inside the frame, which is the page's `main`. */
export function Lost() {
  const say = useSay()
  return (
    <Container size="sm" py="xl">
      <PageTitle title={say(shell.lost)} />
      <Empty icon={IconMail} title={say(shell.lostAbout)}>
        <LinkButton to="/">{say(shell.home)}</LinkButton>
      </Empty>
    </Container>
  )
}

/** Where there is no frame around it. */
export function LostOutside() {
  return (
    <main>
      <Lost />
    </main>
  )
}

/** A new version has other files: a page that cannot be fetched any more is loaded anew. */
export function Stumbled() {
  const say = useSay()
  return (
    <Container size="sm" py="xl">
      <Empty icon={IconAlertTriangle} title={say(shell.stumbled)} about={say(shell.stumbledAbout)}>
        <Button variant="default" onClick={() => location.reload()}>
          {say(shell.reload)}
        </Button>
      </Empty>
    </Container>
  )
}
