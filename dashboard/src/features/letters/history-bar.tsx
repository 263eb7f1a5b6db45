/** Undo and redo by buttons and by keys, and going back by the minute. */
import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp, IconHistory } from '../../ui/icons.ts'
import { useTimes } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { type History, useHistoryKeys } from './history.ts'
import { historyTexts as words } from './texts.ts'

export function HistoryBar({ history }: { history: History }) {
  const say = useSay()
  useHistoryKeys(history)
  const { canUndo, canRedo, undo, redo, minutes } = history
  return (
    <Group gap={2} className="history-bar" role="group" aria-label={say(words.history)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.undo)}
        title={say(words.undoKeys)}
        aria-keyshortcuts="Control+Z"
        disabled={!canUndo}
        onClick={undo}
      >
        <IconArrowBackUp size={18} />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={say(words.redo)}
        title={say(words.redoKeys)}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={!canRedo}
        onClick={redo}
      >
        <IconArrowForwardUp size={18} />
      </ActionIcon>
      <MinutesMenu minutes={minutes} />
    </Group>
  )
}

function MinutesMenu({ minutes }: Pick<History, 'minutes'>) {
  const say = useSay()
  const times = useTimes()
  return (
    <Menu position="bottom-start" withinPortal transitionProps={{ duration: 0 }}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={say(words.minutes)}
          title={say(words.minutes)}
          disabled={minutes.length === 0}
        >
          <IconHistory size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown className="minutes">
        {minutes.map(({ at, goBack }) => (
          <Menu.Item key={at} onClick={goBack}>
            {say(words.asOf, { time: times.clock(new Date(at).toISOString()) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
