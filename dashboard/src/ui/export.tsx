/** Downloads a CSV as it comes, saying how much has come. */

import { Button } from '@mantine/core'
import { useState } from 'react'
import { type InputOf, locate, type QueryName } from '../api/calls.ts'
import { ask } from '../api/client.ts'
import { useWhole } from '../api/where.ts'
import { IconDownload } from './icons.ts'
import { notify } from './notify.ts'
import { common } from './texts.ts'
import { useNumbers } from './time.tsx'
import { useSay } from './words.tsx'

interface ExportButtonProps<N extends QueryName> {
  readonly call: N
  readonly input?: InputOf<N>
  readonly file: string
  /** What is exported, where there is more than one thing to export. */
  readonly label?: string
  /** Told once the browser has it. */
  readonly onSaved?: () => void
}

export function ExportButton<N extends QueryName>(props: ExportButtonProps<N>) {
  const { call, input, file, label, onSaved } = props
  const say = useSay()
  const { bytes } = useNumbers()
  const whole = useWhole(input)
  const [read, setRead] = useState<number | null>(null)
  const run = async () => {
    setRead(0)
    try {
      const answer = await ask(locate(call, whole))
      save(await gather(answer, setRead), file)
      onSaved?.()
    } catch (error) {
      notify((error as Error).message, { isBad: true })
    } finally {
      setRead(null)
    }
  }
  const progress = read === null ? '' : say(common.exporting, { size: bytes(read) })
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} />}
        disabled={read !== null}
        onClick={() => void run()}
      >
        {progress || (label ?? say(common.export))}
      </Button>
      <span className="sr-only" role="status">
        {progress}
      </span>
    </>
  )
}

interface FileButtonProps<N extends QueryName> {
  readonly call: N
  readonly input: InputOf<N>
  readonly file: string
  readonly label: string
}

/** Downloads an answer as it is, byte for byte: what is signed must not be written anew. */
export function FileButton<N extends QueryName>({ label, ...file }: FileButtonProps<N>) {
  const { fetchFile, isReading } = useFile(file)
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={isReading}
      onClick={fetchFile}
    >
      {label}
    </Button>
  )
}

/** The same without a button of its own. */
export function useFile<N extends QueryName>(of: Omit<FileButtonProps<N>, 'label'>) {
  const { call, input, file } = of
  const whole = useWhole(input)
  const [isReading, setReading] = useState(false)
  const run = async () => {
    setReading(true)
    try {
      const answer = await ask(locate(call, whole))
      save(await answer.blob(), file)
    } catch (error) {
      notify((error as Error).message, { isBad: true })
    } finally {
      setReading(false)
    }
  }
  return { fetchFile: () => void run(), isReading }
}

async function gather(answer: Response, tell: (bytes: number) => void): Promise<Blob> {
  const reader = answer.body!.getReader()
  const parts: BlobPart[] = []
  let sum = 0
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type: 'text/csv' })
    parts.push(value)
    sum += value.byteLength
    tell(sum)
  }
}

/** Hands the browser a file to keep. */
export function save(blob: Blob, file: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = file
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
