/** The endpoint of notices. */
import { Type } from 'typebox'
import { listPage, pageOf, pageQuery } from '#kernel/routes/paging.ts'
import { type Call, type Route, route } from '#kernel/routes/route.ts'
import { findNoticePosition, type KeyView, selectNoticesOfKey } from './notices-store.ts'
import { noticeShape, showNotice } from './shown-notice.ts'

export const noticeRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/v1/notices',
    name: 'notices.list',
    scope: 'read',
    summary: 'List notices',
    description:
      'What the account has to know, newest first: those of the whole account and of the project of the key. A test key sees those of test mode and of what both modes share. Those about members need scope admin.',
    query: Type.Object(pageQuery),
    success: { status: 200, schema: pageOf(noticeShape) },
    errors: ['invalid_field'],
    handle: async call => {
      const { db } = call.world
      const view = viewOf(call)
      const body = await listPage(call.world, {
        page: call.query,
        prefix: 'ntc',
        find: id => findNoticePosition(db, view, id),
        read: (before, count) => selectNoticesOfKey(db, view, before, count),
        show: row => showNotice(row, call.language),
        showsUnsettled: true,
      })
      return { status: 200, body }
    },
  }),
]

const viewOf = ({ tenant, principal }: Pick<Call, 'tenant' | 'principal'>): KeyView => ({
  accountId: tenant.accountId,
  projectId: tenant.projectId,
  mode: tenant.mode,
  seesMembers: principal.kind === 'key' && principal.scope === 'admin',
})
