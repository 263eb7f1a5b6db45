/** A picture of the project, small, from the dashboard's own address. */
import { useUrl } from '../../api/hooks.ts'
import type { Picture } from '../../api/shapes.ts'

/** `alt`: empty where its name stands beside it. */
export function Thumbnail({ picture, alt = '' }: { picture: Pick<Picture, 'id'>; alt?: string }) {
  const urlOf = useUrl()
  const src = urlOf('project.files.content', { id: picture.id })
  return <img className="thumbnail" src={src} alt={alt} loading="lazy" />
}
