/** Where one can go: the menu and the palette are both made from this. */
import type { ComponentType } from 'react'
import type { Session } from '../api/shapes.ts'
import {
  IconActivity,
  IconAddressBook,
  IconAdjustments,
  IconBan,
  IconBell,
  IconBuilding,
  IconChartBar,
  IconCreditCard,
  IconFileImport,
  IconFilter,
  IconForms,
  IconGauge,
  IconHistory,
  IconInbox,
  IconKey,
  IconListDetails,
  IconMail,
  IconPhoto,
  IconRocket,
  IconRoute,
  IconSend,
  IconServer2,
  IconSettings,
  IconShieldCheck,
  IconTag,
  IconTemplate,
  IconTrash,
  IconUsers,
  IconWebhook,
  IconWorld,
} from '../ui/icons.ts'
import type { Text } from '../ui/words.tsx'
import type { Place } from './place.ts'
import { shell } from './texts.ts'

interface Way {
  readonly to: string
  readonly text: Text
  readonly icon: ComponentType<{ size?: number; stroke?: number }>
  /** There is nothing of it in production. */
  readonly of?: 'test'
}

export interface WayGroup {
  readonly title: Text
  readonly ways: readonly Way[]
}

/** Below /projects/{project}/{mode}. */
const inProject: readonly WayGroup[] = [
  {
    title: shell.sending,
    ways: [
      { to: '', text: shell.overview, icon: IconChartBar },
      { to: '/emails', text: shell.emails, icon: IconMail },
      { to: '/inbox', text: shell.inbox, icon: IconInbox, of: 'test' },
      { to: '/deliverability', text: shell.deliverability, icon: IconActivity },
      { to: '/suppressions', text: shell.suppressions, icon: IconBan },
    ],
  },
  {
    title: shell.setup,
    ways: [
      { to: '/start', text: shell.start, icon: IconRocket },
      { to: '/domains', text: shell.domains, icon: IconWorld },
      { to: '/keys', text: shell.keys, icon: IconKey },
      { to: '/webhooks', text: shell.webhooks, icon: IconWebhook },
      { to: '/requests', text: shell.requests, icon: IconListDetails },
      { to: '/deleted', text: shell.deleted, icon: IconTrash },
    ],
  },
  {
    title: shell.audience,
    ways: [
      { to: '/campaigns', text: shell.campaigns, icon: IconSend },
      { to: '/templates', text: shell.templates, icon: IconTemplate },
      { to: '/files', text: shell.files, icon: IconPhoto },
      { to: '/sequences', text: shell.sequences, icon: IconRoute },
      { to: '/contacts', text: shell.contacts, icon: IconAddressBook },
      { to: '/segments', text: shell.segments, icon: IconFilter },
      { to: '/topics', text: shell.topics, icon: IconTag },
      { to: '/forms', text: shell.forms, icon: IconForms },
      { to: '/imports', text: shell.imports, icon: IconFileImport },
      { to: '/consent', text: shell.consent, icon: IconShieldCheck },
      { to: '/audience', text: shell.audienceSettings, icon: IconAdjustments },
    ],
  },
]

const ofAccount: readonly Way[] = [
  { to: '/notices', text: shell.notices, icon: IconBell },
  { to: '/limits', text: shell.limits, icon: IconGauge },
  { to: '/projects', text: shell.projects, icon: IconBuilding },
  { to: '/members', text: shell.members, icon: IconUsers },
  { to: '/settings', text: shell.settings, icon: IconSettings },
]
const auditWay: Way = { to: '/audit', text: shell.audit, icon: IconHistory }
const ofOwner: Way = { to: '/billing', text: shell.billing, icon: IconCreditCard }
const ofOperator: Way = { to: '/operator', text: shell.operator, icon: IconServer2 }

/** The whole menu for somebody at a place, with full addresses. */
export function waysOf(me: Session, place: Place): readonly WayGroup[] {
  const base = baseOf(place)
  const test = baseOf({ ...place, mode: 'test' })
  const groups = inProject.map(({ title, ways }) => ({
    title,
    ways: ways.map(way => ({ ...way, to: (way.of === 'test' ? test : base) + way.to })),
  }))
  const account = [
    ...ofAccount,
    ...(me.user.role === 'owner' ? [auditWay] : []),
    ...(me.billing && me.user.role === 'owner' ? [ofOwner] : []),
    ...(me.operator ? [ofOperator] : []),
  ]
  return [...groups, { title: shell.account, ways: account }]
}

export const baseOf = ({ project, mode }: Place): string => `/projects/${project}/${mode}`
