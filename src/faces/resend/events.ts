/** Resend's events: what people did, which is activity here. */
import { Refusal } from '#kernel/base/errors.ts'
import type { Route } from '#kernel/routes/route.ts'
import { fieldsOf, theirRoute, through } from './adapter.ts'

export const eventRoutes: readonly Route[] = [
  theirRoute({
    method: 'POST',
    path: '/events/send',
    name: 'events.send',
    scope: 'send',
    summary: 'Tell what somebody did',
    takesBody: true,
    handle: call => {
      const { event, payload, ...rest } = fieldsOf(call.body)
      if (event == null) throw new Refusal('missing_field', { param: 'event' })
      const body = { ...rest, name: event, ...(payload == null ? {} : { data: payload }) }
      return through('activity.create', call, { body }, () => ({ object: 'event', event }))
    },
  }),
]
