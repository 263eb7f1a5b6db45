/** Sends a file, for a new import or for one that waits for its file. */
import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { type Answer, locate } from '../../api/calls.ts'
import { type ApiError, callAnswer } from '../../api/client.ts'
import { useChange, useRefresh } from '../../api/hooks.ts'
import { useWhere } from '../../api/where.ts'
import { ApiForm, useOnce } from '../../ui/form.tsx'
import { FileInput } from '../../ui/inputs.tsx'
import { useSay } from '../../ui/words.tsx'
import { imports as words } from './texts.ts'

type Sent = Answer<'project.imports.file'>

export function FileForm({ id }: { id: string | null }) {
  const say = useSay()
  const [file, setFile] = useState<File | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const send = useSend(id)
  const submit = useOnce()(() => (file ? send.mutateAsync(file).catch(() => {}) : undefined))
  const form = { element, submit, isRunning: send.isPending, rest: send.error }
  return (
    <ApiForm form={form} action={say(words.send)}>
      <Text size="sm">{say(words.fileAbout)}</Text>
      <FileInput
        label={say(words.file)}
        accept=".csv,.tsv,.txt,.ndjson,.jsonl,text/csv,text/plain"
        onChange={chosen => setFile(chosen ?? null)}
      />
    </ApiForm>
  )
}

/** Makes the import if there is none yet, sends the file, and shows what was understood of it. */
function useSend(id: string | null) {
  const { project, mode, to } = useWhere()
  const navigate = useNavigate()
  const refresh = useRefresh()
  const make = useChange('project.imports.create')
  return useMutation<Sent, ApiError, File>({
    mutationFn: async file => {
      const format = /\.(nd|)jsonl?$/i.test(file.name) ? ('ndjson' as const) : ('csv' as const)
      const made = id ?? (await make.mutateAsync({ body: { format } })).id
      const values = { project_id: project, mode, id: made, body: file }
      return callAnswer(locate('project.imports.file', values)) as Promise<Sent>
    },
    onSuccess: async sent => {
      await navigate({ to: to(`/imports/${sent.id}`) })
      await refresh('project.imports')
    },
  })
}
