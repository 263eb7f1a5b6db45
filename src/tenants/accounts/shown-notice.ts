/** A notice as programs read it: by the API, in the dashboard, in webhooks. */
import { Type } from 'typebox'
import { show } from '#kernel/base/ids.ts'
import type { Language } from '#kernel/base/languages.ts'
import type { NoticeLevel } from './notice.ts'
import { noticeTypeNames, noticeTypes, typeOf } from './notice-kinds.ts'
import type { NoticeRow } from './notices-store.ts'

const severities = ['info', 'warning', 'critical'] as const
const severityOf: Readonly<Record<NoticeLevel, (typeof severities)[number]>> = {
  info: 'info',
  warning: 'warning',
  error: 'critical',
}

const moment = Type.String({ format: 'date-time' })

const factShape = Type.Union([
  Type.String(),
  Type.Number(),
  Type.Boolean(),
  Type.Null(),
  Type.Record(Type.String(), Type.Number(), { description: 'Counts, such as those of an import.' }),
])

export const noticeFields = {
  id: Type.String({ description: 'ntc_…' }),
  type: Type.Enum([...noticeTypeNames], {
    description: noticeTypeNames.map(name => `${name}: ${noticeTypes[name].about.en}`).join(' '),
  }),
  at: moment,
  severity: Type.Enum([...severities]),
  message: Type.String({ description: 'For people, in the language of the call.' }),
  data: Type.Record(Type.String(), factShape, {
    description: 'What the message is made from; what it holds depends on the type.',
  }),
  read_at: Type.Union([moment, Type.Null()]),
}

export const noticeShape = Type.Object(noticeFields, { $id: 'Notice' })

export const showNotice = (
  notice: Pick<NoticeRow, 'id' | 'code' | 'level' | 'text' | 'data' | 'createdAt' | 'readAt'>,
  language: Language,
) => ({
  id: show('ntc', notice.id),
  type: typeOf(notice.code),
  at: notice.createdAt.toISOString(),
  severity: severityOf[notice.level],
  message: notice.text[language],
  data: notice.data,
  read_at: notice.readAt?.toISOString() ?? null,
})
