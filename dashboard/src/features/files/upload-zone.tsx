/** Where pictures are uploaded: by its button, or by what is dropped on it. */
import { Progress, Text } from '@mantine/core'
import { type ChangeEvent, type DragEvent, useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useRefresh } from '../../api/hooks.ts'
import type { Picture } from '../../api/shapes.ts'
import { useUpload } from '../../api/upload.ts'
import { notify } from '../../ui/notify.ts'
import { useSay } from '../../ui/words.tsx'
import { files as words } from './texts.ts'

const accepted = 'image/png,image/jpeg,image/gif,image/webp'

interface UploadZoneProps {
  /** With the last of them, once all are there. */
  readonly onDone?: (picture: Picture) => void
}

export function UploadZone({ onDone }: UploadZoneProps) {
  const say = useSay()
  const { send, running, refusals } = useSending(onDone)
  const [isOver, setOver] = useState(false)
  const take = (chosen: FileList | null) => {
    if (chosen !== null && chosen.length > 0) void send([...chosen])
  }
  const drag = (isIn: boolean) => (event: DragEvent) => {
    event.preventDefault()
    setOver(isIn)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is another way to what the button does
    <div
      className="upload"
      data-over={isOver || undefined}
      onDragOver={drag(true)}
      onDragLeave={drag(false)}
      onDrop={event => {
        drag(false)(event)
        take(event.dataTransfer.files)
      }}
    >
      <label className="file">
        <span>{say(words.upload)}</span>
        <input
          type="file"
          accept={accepted}
          multiple={onDone === undefined}
          disabled={running !== null}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            take(event.currentTarget.files)
            // The same one may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </label>
      <Text size="sm" c="dimmed">
        {say(words.drop)} · {say(words.kinds)}
      </Text>
      {running && (
        <Progress.Root mt="sm">
          <Progress.Section
            value={Math.round(running.share * 100)}
            aria-label={say(words.uploading, { name: running.name })}
          />
        </Progress.Root>
      )}
      {refusals.map(({ name, why }) => (
        <Text key={name} size="sm" c="var(--mantine-color-error)" role="alert" className="wrap">
          {say(words.refused, { name, why })}
        </Text>
      ))}
    </div>
  )
}

interface Refusal {
  readonly name: string
  readonly why: string
}

/** One after another: a picture takes the server some time, and one that is refused stops none. */
function useSending(onDone: UploadZoneProps['onDone']) {
  const say = useSay()
  const upload = useUpload()
  const refresh = useRefresh()
  const [running, setRunning] = useState<{ name: string; share: number } | null>(null)
  const [refusals, setRefusals] = useState<readonly Refusal[]>([])
  const send = async (chosen: readonly File[]) => {
    setRefusals([])
    const done: Picture[] = []
    for (const file of chosen) {
      const { name } = file
      const tell = (share: number) => setRunning({ name, share })
      tell(0)
      try {
        done.push(await upload(file, tell))
      } catch (error) {
        setRefusals(known => [...known, { name, why: (error as ApiError).message }])
      }
    }
    setRunning(null)
    const last = done.at(-1)
    if (last === undefined) return
    await refresh('project.files')
    if (onDone) onDone(last)
    else notify(say(words.uploaded, { n: done.length }))
  }
  return { send, running, refusals }
}
