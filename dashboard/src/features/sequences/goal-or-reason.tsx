/** Why an exit is taken: it reached the goal, or for a reason of one's own. */
import { Switch, TextInput } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import { stepForm as words } from './step-texts.ts'

/** The reason that the API counts as a goal. */
export const goal = 'goal'

interface GoalOrReasonProps {
  readonly reason: string | undefined
  readonly set: (reason: string | undefined) => void
  /** What is wrong with the reason. */
  readonly at: Readonly<Record<string, unknown>>
}

export function GoalOrReason({ reason, set, at }: GoalOrReasonProps) {
  const say = useSay()
  const isGoal = reason === goal
  return (
    <>
      <Switch
        label={say(words.isGoal)}
        description={say(words.isGoalAbout)}
        checked={isGoal}
        onChange={event => set(event.currentTarget.checked ? goal : undefined)}
      />
      {!isGoal && (
        <TextInput
          {...at}
          label={say(words.reason)}
          description={say(words.reasonAbout)}
          value={reason ?? ''}
          onChange={event => set(event.currentTarget.value || undefined)}
          maw={420}
        />
      )}
    </>
  )
}
