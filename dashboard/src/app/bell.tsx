/** How many notices nobody has read, and the way to them. */
import { Button } from '@mantine/core'
import { useApi } from '../api/hooks.ts'
import { notices as words } from '../features/notices/texts.ts'
import { Link as RouterLink } from '../routing/routing.tsx'
import { IconBell } from '../ui/icons.ts'
import { useSay } from '../ui/words.tsx'

const everyMs = 60_000
const shownAtMost = 20

export function Bell() {
  const say = useSay()
  const { data } = useApi('notices.list', { limit: shownAtMost }, { everyMs })
  const unread = data?.data.filter(notice => notice.read_at === null).length ?? 0
  const said = unread === shownAtMost ? `${unread}+` : String(unread)
  return (
    <Button
      component={RouterLink}
      to="/notices"
      variant="subtle"
      color="gray"
      className="plain"
      px="xs"
      size="sm"
      aria-label={say(unread === 0 ? words.title : words.bell, { n: unread })}
      title={say(words.title)}
    >
      <IconBell size={18} aria-hidden />
      {unread > 0 && <span className="bell-count">{said}</span>}
    </Button>
  )
}
