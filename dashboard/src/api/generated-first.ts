// Generated from the description of /api: do not edit, run node scripts/run.mjs scripts/dashboard-client.ts

/** Where the calls of the first view go. */
export const firstRoutes = {
  'session.create': { method: 'POST', path: '/api/session' },
  'session.get': { method: 'GET', path: '/api/session' },
  'user.update': { method: 'PATCH', path: '/api/user' },
  'signup.get': { method: 'GET', path: '/api/signup' },
  'signup.resend': { method: 'POST', path: '/api/signup/resend' },
  'signIn.get': { method: 'GET', path: '/api/sign-in' },
  'signIn.begin': { method: 'POST', path: '/api/sign-in/provider' },
  'signIn.passkey': { method: 'POST', path: '/api/sign-in/passkey' },
  'signIn.answer': { method: 'POST', path: '/api/sign-in/passkey/answer' },
  'notices.list': { method: 'GET', path: '/api/notices' },
  'project.testClock.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/test-clock' },
  'project.overview.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/overview' },
  'project.stream.get': { method: 'GET', path: '/api/projects/{project_id}/{mode}/stream' },
} as const
