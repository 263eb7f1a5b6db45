/** Adds everybody of a segment to a sequence; before, it says how many, and who is left out and why. */
import { Button, Group, NativeSelect } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import type { ApiError } from '../../api/client.ts'
import { useChange, useLook, useRefresh } from '../../api/hooks.ts'
import { useAll } from '../../api/lists.ts'
import type { Sequence } from '../../api/shapes.ts'
import { notify } from '../../ui/notify.ts'
import { Refused } from '../../ui/show.tsx'
import { common } from '../../ui/texts.ts'
import { sayOf, useSay } from '../../ui/words.tsx'
import { leftOutWords, people as words } from './people-texts.ts'

interface EnrollSegmentProps {
  readonly sequence: Sequence
  readonly close: () => void
}

export function EnrollSegment({ sequence: { id }, close }: EnrollSegmentProps) {
  const say = useSay()
  const { data: segments, isLoading } = useAll('project.segments.list')
  const [chosen, setChosen] = useState('')
  const segment = chosen || (segments?.[0]?.id ?? '')
  const { run, done, error } = useRun(id)
  // Not counted again while people come in: of how many they are is what was foreseen.
  const asked = segment === '' || done !== null ? undefined : { id, body: { segment_id: segment } }
  const look = useLook('project.sequences.previewSegment', asked, 0, { isNeverOld: true })
  const foreseen = look.isPlaceholderData && done === null ? undefined : look.data
  const go = async () => {
    const n = await run(segment)
    if (n === null) return
    close()
    notify(say(words.segmentIn, { n }))
  }
  if (!isLoading && segments?.length === 0) return <p>{say(words.noSegments)}</p>
  return (
    <>
      <NativeSelect
        label={say(words.segment)}
        value={segment}
        onChange={event => setChosen(event.currentTarget.value)}
        data={(segments ?? []).map(one => ({ value: one.id, label: one.name }))}
        disabled={done !== null}
        data-autofocus
      />
      <div role="status" style={{ marginTop: 12 }}>
        {done !== null && foreseen ? (
          say(words.soFar, { n: done, all: foreseen.entering })
        ) : foreseen ? (
          <Foreseen foreseen={foreseen} />
        ) : (
          look.error === null && say(words.counting)
        )}
      </div>
      <Refused error={error ?? look.error} />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={close}>
          {say(done === null ? common.cancel : words.stopLetting)}
        </Button>
        <Button
          loading={done !== null}
          disabled={!foreseen || foreseen.entering === 0}
          onClick={() => void go()}
        >
          {say(words.letSegmentIn)}
        </Button>
      </Group>
    </>
  )
}

type Preview = Answer<'project.sequences.previewSegment'>

function Foreseen({ foreseen: { people, entering, left_out: out } }: { foreseen: Preview }) {
  const say = useSay()
  const reasons = Object.entries(out)
  return (
    <>
      <p>{say(words.entering, { n: entering, all: people })}</p>
      {reasons.length > 0 && (
        <>
          <p className="dim">{say(words.leftOut)}:</p>
          <ul className="plain">
            {reasons.map(([reason, n]) => (
              <li key={reason}>
                {sayOf(say, leftOutWords, reason)}: {n}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}

/** All of them, some at a time, until the window is closed: who has come in stays in. */
function useRun(id: string) {
  const { mutateAsync: enroll } = useChange('project.sequences.enrollSegment')
  const refresh = useRefresh()
  const [done, setDone] = useState<number | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  const run = async (segment: string): Promise<number | null> => {
    let n = 0
    let next: string | null = null
    setError(null)
    setDone(0)
    try {
      do {
        const more: { starting_after?: string } = next === null ? {} : { starting_after: next }
        const answer = await enroll({ id, body: { segment_id: segment, ...more } })
        n += answer.entered
        next = answer.next
        setDone(n)
      } while (next !== null && !isGone.current)
      return next === null ? n : null
    } catch (refused) {
      setError(refused as ApiError)
      setDone(null)
      return null
    } finally {
      await refresh('project.sequences')
    }
  }
  return { run, done, error }
}
