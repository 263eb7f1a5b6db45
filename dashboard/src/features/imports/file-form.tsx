/** Takes a file, for a new import or for one that waits for its file: chosen, dropped or pasted. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { type Answer, locate } from '../../api/calls.ts'
import { type ApiError, callAnswer } from '../../api/client.ts'
import { useChange, useRefresh } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { useNavigate } from '../../routing/routing.tsx'
import { DialogButton } from '../../ui/dialog.tsx'
import { IconUpload } from '../../ui/icons.ts'
import { Refused } from '../../ui/show.tsx'
import { useSay } from '../../ui/words.tsx'
import { imports as words } from './texts.ts'

type FileAnswer = Answer<'project.imports.file'>

const maxNameChars = 200
const accepted = '.csv,.xlsx,.tsv,.txt,.ndjson,.jsonl,text/csv,text/plain,text/tab-separated-values'

interface ImportButtonProps {
  readonly look?: 'filled' | 'default'
}

/** Brings in a file, from wherever people are listed. */
export function ImportButton({ look = 'default' }: ImportButtonProps) {
  const say = useSay()
  return (
    <DialogButton
      call="project.imports.create"
      label={say(words.start)}
      icon={<IconUpload size={16} />}
      look={look}
    >
      {() => <FileForm id={null} />}
    </DialogButton>
  )
}

export function FileForm({ id }: { id: string | null }) {
  const say = useSay()
  const [isOver, setOver] = useState(false)
  const send = useSend(id)
  const [isSheet, setSheet] = useState(false)
  const take = (file: File | undefined | null) => {
    if (!file || send.isPending) return
    const isOfOffice = /\.(xls|xlsm|ods|numbers)$/i.test(file.name)
    setSheet(isOfOffice)
    if (!isOfOffice) send.mutate(file)
  }
  usePastedFile(take, say(words.pasted))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped can be chosen as well
    <div
      className="upload"
      data-over={isOver || undefined}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={event => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files[0])
      }}
    >
      <label className="file">
        <span>{say(words.file)}</span>
        <input
          type="file"
          accept={accepted}
          onChange={event => {
            take(event.currentTarget.files?.[0])
            // The same one may be chosen again.
            event.currentTarget.value = ''
          }}
        />
      </label>
      <Text size="sm">{say(words.dropHere)}</Text>
      <Text size="sm" c="dimmed" mt="xs">
        {say(words.fileAbout)}
      </Text>
      <Text size="sm" role="status" mt="xs">
        {send.isPending && say(words.sending, { name: send.variables.name })}
      </Text>
      {isSheet && (
        <Text size="sm" role="alert" c="var(--mantine-color-error)">
          {say(words.sheet)}
        </Text>
      )}
      <Refused error={send.error} />
    </div>
  )
}

/** Rows that were copied in a spreadsheet come as text with tabs. */
function usePastedFile(take: (file: File) => void, name: string): void {
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const { files } = event.clipboardData ?? {}
    const text = event.clipboardData?.getData('text/plain') ?? ''
    if (files?.[0]) take(files[0])
    else if (text.includes('@')) take(new File([text], name, { type: 'text/plain' }))
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const gone = new AbortController()
    document.addEventListener('paste', event => paste(event), { signal: gone.signal })
    return () => gone.abort()
  }, [])
}

/** Makes the import if there is none yet, sends the file, and shows what was understood of it. */
function useSend(id: string | null) {
  const { project, mode, to } = useWhere()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const make = useChange('project.imports.create')
  return useMutation<FileAnswer, ApiError, File>({
    mutationFn: async file => {
      const format = /\.(nd|)jsonl?$/i.test(file.name) ? ('ndjson' as const) : ('csv' as const)
      const name = file.name.slice(0, maxNameChars)
      const made = id ?? (await make.mutateAsync({ body: { format, name } })).id
      const values = { project_id: project, mode, id: made, body: file }
      return callAnswer(locate('project.imports.file', values)) as Promise<FileAnswer>
    },
    onSuccess: async sent => {
      await navigate({ to: to(`/imports/${sent.id}`) })
      await refresh('project.imports')
    },
  })
}
