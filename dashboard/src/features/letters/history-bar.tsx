/** Undo and redo by buttons and by keys. */
import { ActionIcon, Group } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '../../ui/icons.ts'
import { useSay } from '../../ui/words.tsx'
import { type History, useHistoryKeys } from './history.ts'
import { historyTexts as words } from './texts.ts'

export function HistoryBar({ history }: { history: History }) {
  const say = useSay()
  useHistoryKeys(history)
  const { canUndo, canRedo, undo, redo } = history
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
    </Group>
  )
}
