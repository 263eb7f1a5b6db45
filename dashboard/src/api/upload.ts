/** Sends a file and tells how far it is, which fetch does not. */
import { spokenLanguage } from '../ui/words.tsx'
import { locate } from './calls.ts'
import { ApiError, type ErrorBody, refusalOf } from './client.ts'
import type { Picture } from './shapes.ts'
import { useWhere } from './where.ts'

type Upload = (file: File, tell: (share: number) => void) => Promise<Picture>

export function useUpload(): Upload {
  const { project, mode } = useWhere()
  return (file, tell) => {
    const { url } = locate('project.files.create', { project_id: project, mode })
    return new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open('POST', url)
      // What it is, the server finds out by its bytes.
      request.setRequestHeader('content-type', 'application/octet-stream')
      request.setRequestHeader('x-filename', encodeURIComponent(file.name.toWellFormed()))
      request.setRequestHeader('accept-language', spokenLanguage())
      request.upload.addEventListener('progress', ({ loaded, total }) =>
        tell(loaded / (total || 1)),
      )
      request.addEventListener('load', () => {
        const answer = bodyOf(request.responseText)
        if (request.status === 201) resolve(answer as Picture)
        else reject(refusalOf(url, request.status, answer as ErrorBody | null))
      })
      request.addEventListener('error', () => reject(new ApiError(0, null)))
      request.send(file)
    })
  }
}

function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
