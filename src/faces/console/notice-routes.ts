/** `/api/notice-settings`: which letters a member wants. */
import { Type } from 'typebox'
import type { Language } from '#kernel/base/languages.ts'
import {
  type ChangedChoices,
  chooseNotices,
  type NoticeChoices,
  noticeChoices,
} from '#tenants/accounts/notice-choices.ts'
import {
  type NoticeTypeName,
  noticeTypeNames,
  noticeTypes,
} from '#tenants/accounts/notice-kinds.ts'
import { type DashboardRoute, memberRoute } from './dashboard-call.ts'

const ofTypes = <Value>(value: (name: NoticeTypeName) => Value) =>
  Object.fromEntries(noticeTypeNames.map(name => [name, value(name)])) as Record<
    NoticeTypeName,
    Value
  >

const choices = Type.Object({
  letters: Type.Object(
    ofTypes(name => Type.Boolean({ description: noticeTypes[name].about.en })),
    { description: 'Which types of notices come as letters, too.' },
  ),
  weekly_digest: Type.Boolean({ description: 'One letter a week about the week before.' }),
  about: Type.Object(
    ofTypes(() => Type.String()),
    { description: 'What each type tells of, in the language of the call.' },
  ),
})

const shown = ({ letters, weeklyDigest }: NoticeChoices, language: Language) => ({
  letters,
  weekly_digest: weeklyDigest,
  about: ofTypes(name => noticeTypes[name].about[language]),
})

export const noticeSettingsRoutes: readonly DashboardRoute[] = [
  memberRoute({
    method: 'GET',
    path: '/notice-settings',
    name: 'noticeSettings.get',
    summary: 'Which letters the member gets',
    success: { status: 200, schema: choices },
    errors: [],
    handle: async ({ world, session, language }) => ({
      status: 200,
      body: shown(await noticeChoices(world, session), language),
    }),
  }),
  memberRoute({
    method: 'PATCH',
    path: '/notice-settings',
    name: 'noticeSettings.update',
    summary: 'Choose which letters to get; what is not named stays',
    body: Type.Object(
      {
        letters: Type.Optional(
          Type.Object(
            ofTypes(() => Type.Optional(Type.Boolean())),
            { additionalProperties: false },
          ),
        ),
        weekly_digest: Type.Optional(Type.Boolean()),
      },
      { additionalProperties: false },
    ),
    success: { status: 200, schema: choices },
    errors: ['invalid_field'],
    async handle({ world, session, language, body }) {
      const { letters, weekly_digest: weeklyDigest } = body
      const change: ChangedChoices = { letters, weeklyDigest }
      return { status: 200, body: shown(await chooseNotices(world, session, change), language) }
    },
  }),
]
