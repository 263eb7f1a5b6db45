/** Goes to the page of what was just made; `said`: a word on it, where the page alone would not tell. */

import { useWhere } from '../api/where.ts'
import { useNavigate } from '../routing/routing.tsx'
import { notify } from './notify.ts'
import { type Text, useSay } from './words.tsx'

export function useOpenMade(list: string, said?: Text): (made: { readonly id: string }) => void {
  const say = useSay()
  const { to } = useWhere()
  const navigate = useNavigate()
  return ({ id }) => {
    if (said) notify(say(said))
    void navigate({ to: to(`${list}/${id}`) })
  }
}
