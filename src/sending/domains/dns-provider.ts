/** What a DNS provider must be able to do for us; cloudflare.ts is the first. */

export interface DnsProvider {
  /** The zone that holds a name, or null where the token does not reach it. */
  findZone(name: string): Promise<string | null>
  /** Everything of one name. */
  list(zone: string, name: string): Promise<readonly PublishResult[]>
  /** Returns the new record's id. */
  create(zone: string, record: NewRecord): Promise<string>
  replace(zone: string, id: string, record: NewRecord): Promise<void>
  remove(zone: string, id: string): Promise<void>
}

export interface NewRecord {
  readonly type: string
  readonly name: string
  readonly content: string
  readonly ttl: number
}

export interface PublishResult extends NewRecord {
  readonly id: string
}

/** Why a provider did not do what was asked. */
export class ProviderFailed extends Error {
  override readonly name = 'ProviderFailed'
  /** token: it is no good for this; refused: this record is not taken; unavailable: try later. */
  readonly kind: 'token' | 'refused' | 'unavailable'
  constructor(kind: ProviderFailed['kind'], message: string) {
    super(message)
    this.kind = kind
  }
}
