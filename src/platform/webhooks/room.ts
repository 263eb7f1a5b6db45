/** How many webhooks a project may have, in all and for one URL. */
import { Refusal } from '#kernel/base/errors.ts'

/** Enough for anybody's systems; every event is written, and posted, once per webhook. */
const maxWebhooks = 50
/** Of one receiver, by what each listens for. */
const maxOfUrl = 10

type Others = readonly { readonly url: string }[]

/** Throws where a project has no room for one more, with this URL. */
export function mustHaveRoomForOne(others: Others, url: string): void {
  if (others.length >= maxWebhooks) {
    throw new Refusal('invalid_field', {
      param: 'url',
      why: {
        en: `A project has at most ${maxWebhooks} webhooks. Delete those that are no longer used.`,
        pt: `Um projeto tem no máximo ${maxWebhooks} webhooks. Exclua os que não são mais usados.`,
      },
    })
  }
  mustHaveRoom(others, url)
}

/** Throws where too many of a project post to this URL. */
export function mustHaveRoom(others: Others, url: string): void {
  if (others.filter(one => isSame(one.url, url)).length < maxOfUrl) return
  throw new Refusal('invalid_field', {
    param: 'url',
    why: {
      en: `At most ${maxOfUrl} webhooks of a project post to one URL. Change their events instead.`,
      pt: `No máximo ${maxOfUrl} webhooks de um projeto enviam para uma URL. Altere os eventos deles.`,
    },
  })
}

/** In whatever spelling: case of the host, a port of 443, dots in the path. */
const isSame = (one: string, other: string): boolean => new URL(one).href === new URL(other).href
