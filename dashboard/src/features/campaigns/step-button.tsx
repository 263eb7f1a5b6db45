/** The way to the step where something is mended. */
import { Button } from '@mantine/core'
import { useSay } from '../../ui/words.tsx'
import type { Step } from './draft.ts'
import { stepTexts, campaigns as words } from './texts.ts'

interface StepButtonProps {
  readonly step: Step
  /** What is wrong, for those who do not see what stands beside it. */
  readonly message: string
  readonly go: (step: Step) => Promise<void>
}

export function StepButton({ step, message, go }: StepButtonProps) {
  const say = useSay()
  const text = say(words.mendIn, { step: say(stepTexts[step]) })
  return (
    <Button
      variant="default"
      size="compact-sm"
      mt="xs"
      aria-label={`${text}. ${message}`}
      onClick={() => void go(step)}
    >
      {text}
    </Button>
  )
}
