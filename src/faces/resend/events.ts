/** Resend's events: what people did, which is activity here. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import { fieldsOf, renamed, theirRoute, through } from './adapter.ts'

const theirNames = new Map([
  ['name', 'event'],
  ['data', 'payload'],
])

export const eventRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/events/send',
    name: 'events.send',
    scope: 'send',
    status: 202,
    summary: 'Tell what somebody did',
    takesBody: true,
    handle: call => {
      const { event, payload, name, data, ...rest } = fieldsOf(call.body)
      // Ours for `event` and `payload`, which would be covered by them.
      if (name != null || data != null) {
        throw new Refusal('invalid_field', { param: name == null ? 'data' : 'name' })
      }
      if (event == null) throw new Refusal('missing_field', { param: 'event' })
      const body = { ...rest, name: event, ...(payload == null ? {} : { data: payload }) }
      return renamed(
        name => theirNames.get(name),
        () => through('activity.create', call, { body }, () => ({ object: 'event', event })),
      )
    },
  }),
]
