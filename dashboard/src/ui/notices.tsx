/** Where short words on what was done appear. */
import { Notifications, notifications } from '@mantine/notifications'

const noticeMs = 6_000
const maxNotices = 3

export function Notices() {
  return <Notifications position="bottom-right" limit={maxNotices} autoClose={noticeMs} />
}

export const showNotice = notifications.show
