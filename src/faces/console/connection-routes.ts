/** `/api/connection`: where programs of the account send to, for whoever sets one up. */
import { Type } from 'typebox'
import { encryptions, submissionDoors } from '../submission/doors.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

export const connectionRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/connection',
    name: 'connection.get',
    summary: "Where programs send to: the API, the base for Resend's clients, and SMTP",
    success: {
      status: 200,
      schema: Type.Object(
        {
          base_url: Type.String(),
          resend_url: Type.String(),
          smtp: Type.Array(
            Type.Object({
              host: Type.String(),
              port: Type.Integer(),
              encryption: Type.Enum(encryptions),
            }),
            { description: 'Empty where nothing listens. `none` is for callers nearby.' },
          ),
        },
        { $id: 'Connection' },
      ),
    },
    errors: [],
    async handle({ world: { settings } }) {
      const base = settings.MALOTE_BASE_URL
      const smtp = [...submissionDoors(settings)]
      return { status: 200, body: { base_url: base, resend_url: `${base}/resend`, smtp } }
    },
  }),
]
