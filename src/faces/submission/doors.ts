/**
 * Where programs reach sending by SMTP, by the settings: what whoever sets one up has to be told. A
 * service behind a balancer or in a container listens on other ports than those, and is told them.
 */
import type { Settings } from '#kernel/base/config.ts'
import { hostName } from '#kernel/base/host-name.ts'

export const encryptions = ['tls', 'starttls', 'none'] as const

/** `none`: there is no certificate, so it is for callers on this machine and in its own networks. */
type Encryption = (typeof encryptions)[number]

interface SubmissionDoor {
  readonly host: string
  readonly port: number
  readonly encryption: Encryption
}

type DoorSettings = Pick<
  Settings,
  | 'MALOTE_ACME'
  | 'MALOTE_BASE_URL'
  | 'MALOTE_HOSTNAME'
  | 'MALOTE_SUBMISSION_PORT'
  | 'MALOTE_SUBMISSIONS_PORT'
  | 'MALOTE_SUBMISSION_TLS_CERT'
  | 'MALOTE_SUBMISSION_URLS'
>

/** Registered for message submission (RFC 6409 §3.1, RFC 8314 §7.3). */
const usualPorts = { 'smtp:': 587, 'smtps:': 465 } as const

/** STARTTLS first, which every program has; none where nothing listens. */
export function submissionDoors(settings: DoorSettings): readonly SubmissionDoor[] {
  const told = settings.MALOTE_SUBMISSION_URLS.map(doorIn)
  if (told.length > 0) return told
  const host = hostOf(settings)
  const isCertified = settings.MALOTE_SUBMISSION_TLS_CERT !== '' || settings.MALOTE_ACME === 'on'
  const doors = [
    { host, port: settings.MALOTE_SUBMISSION_PORT, encryption: isCertified ? 'starttls' : 'none' },
    { host, port: settings.MALOTE_SUBMISSIONS_PORT, encryption: 'tls' },
  ] as const
  return doors.filter(({ port }) => port !== 0)
}

function doorIn(text: string): SubmissionDoor {
  const url = new URL(text)
  const isWrapped = url.protocol === 'smtps:'
  return {
    host: url.hostname.toLowerCase().replace(/^\[|\]$/g, ''),
    port: Number(url.port) || usualPorts[isWrapped ? 'smtps:' : 'smtp:'],
    encryption: isWrapped ? 'tls' : 'starttls',
  }
}

/**
 * The mail server's name, which its certificate is for. A machine that was given none is reached as
 * the API is.
 */
function hostOf({ MALOTE_BASE_URL: url, MALOTE_HOSTNAME: name }: DoorSettings): string {
  const host = hostName(new URL(url).hostname)
  const isOfThisMachine = /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
  return isOfThisMachine || !name.includes('.') ? host : hostName(name)
}
