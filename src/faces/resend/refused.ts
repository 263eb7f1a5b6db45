/**
 * What Resend has and Malote has not, each with its reason: 404 not_found, whoever asks
 * (docs/resend.md#what-is-refused).
 */
import { Refusal } from '#kernel/base/errors.ts'
import type { Text } from '#kernel/base/languages.ts'

interface RefusedCalls {
  /** Below `/resend`; the first piece of the path, or whole with `*` for an id. */
  readonly path: RegExp
  readonly why: Text
}

const anyId = '[^/]+'

const refused: readonly RefusedCalls[] = [
  {
    path: /^\/emails\/receiving(\/|$)/,
    why: {
      en: 'Malote receives bounces, reports and unsubscribes, and keeps no other mail.',
      pt: 'O Malote recebe devoluções, relatórios e descadastros e não guarda outras mensagens.',
    },
  },
  {
    path: /^\/emails\/metrics$/,
    why: {
      en: 'Figures over time are in the dashboard and at /metrics for Prometheus.',
      pt: 'Os números ao longo do tempo estão no painel e em /metrics, para o Prometheus.',
    },
  },
  {
    path: new RegExp(`^/emails/${anyId}/share$`),
    why: {
      en: 'An email is shown to members of the account alone.',
      pt: 'Um e-mail é mostrado somente aos membros da conta.',
    },
  },
  {
    path: new RegExp(`^/emails/${anyId}/attachments(/|$)`),
    why: {
      en: 'Attachments are in the message: GET /v1/emails/{id}/raw.',
      pt: 'Os anexos estão na mensagem: GET /v1/emails/{id}/raw.',
    },
  },
  {
    path: /^\/api-keys(\/|$)/,
    why: {
      en: 'Keys are made and revoked by members, in the dashboard.',
      pt: 'As chaves são criadas e revogadas por membros, no painel.',
    },
  },
  {
    path: /^\/oauth(\/|$)/,
    why: {
      en: 'Programs sign in with keys; there are no OAuth grants.',
      pt: 'Programas entram com chaves; não há autorizações OAuth.',
    },
  },
  {
    path: new RegExp(`^/events(/${anyId})?$`),
    why: {
      en: 'Events need no definition: events.send takes them as they come.',
      pt: 'Eventos não precisam de definição: events.send os aceita como vêm.',
    },
  },
]

const otherwise: Text = {
  en: 'Malote has no such call of Resend. The page docs/resend lists those that it has.',
  pt: 'O Malote não tem esta chamada do Resend. A página docs/resend lista as que existem.',
}

const reasonOf = (path: string): Text | undefined => refused.find(one => one.path.test(path))?.why

/** `path` without its query, below `/resend`. */
export const whyRefused = (path: string): Text => reasonOf(path) ?? otherwise

/** Throws Refusal where what reads as an id is a call of theirs: `/emails/metrics`. */
export function mustBeId(path: string): void {
  const why = reasonOf(path)
  if (why !== undefined) throw new Refusal('route_not_found', { why })
}
