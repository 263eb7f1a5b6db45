/** Under which names a node is served by its settings, and which of them an authority can certify. */
import type { Settings } from '#kernel/base/config.ts'
import { hostName } from '#kernel/base/host-name.ts'
import { canonicalDomain } from '#kernel/mail/domain-name.ts'

/** The one that is asked unless another is set: Let's Encrypt. */
export const publicDirectory = 'https://acme-v02.api.letsencrypt.org/directory'

/** Ends of names that no public authority certifies (RFC 6761, RFC 6762, RFC 8375, RFC 9476). */
const ofNobody =
  /(^|\.)(localhost|local|test|example|invalid|onion|alt|internal|lan|home\.arpa|localdomain)$/

type HostSettings = Pick<
  Settings,
  | 'MALOTE_BASE_URL'
  | 'MALOTE_DASHBOARD_URL'
  | 'MALOTE_HOSTNAME'
  | 'MALOTE_RESEND_HOST'
  | 'MALOTE_PAGE_HOSTS'
  | 'MALOTE_ACME_DIRECTORY_URL'
>

/** Those of the settings: of the API, the pages, the dashboard and the mail server. */
export function namesOfSettings(settings: HostSettings): string[] {
  const hosts = [
    new URL(settings.MALOTE_BASE_URL).host,
    new URL(settings.MALOTE_DASHBOARD_URL).host,
    settings.MALOTE_HOSTNAME,
    settings.MALOTE_RESEND_HOST,
    ...settings.MALOTE_PAGE_HOSTS,
  ]
  return certifiable(settings, hosts)
}

/** Each once, in the form of certificates. An authority of the operator's own knows its own names. */
export function certifiable(
  { MALOTE_ACME_DIRECTORY_URL: directory }: Pick<Settings, 'MALOTE_ACME_DIRECTORY_URL'>,
  hosts: readonly string[],
): string[] {
  const isPublic = directory === publicDirectory
  const names = hosts.flatMap(host => canonicalDomain(hostName(host)) ?? [])
  return [...new Set(names)].filter(name => !(isPublic && ofNobody.test(name)))
}

/** Who holds no certificate for it shows that of these, the first that there is. */
export const usualNames = (settings: HostSettings): string[] =>
  certifiable(settings, [settings.MALOTE_HOSTNAME, new URL(settings.MALOTE_BASE_URL).host])
