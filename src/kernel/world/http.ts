/**
 * Outgoing HTTP(S). Every address that is dialled is vetted (base/addresses.ts): the literal, what a
 * name resolves to through `Dns`, and what the socket is really connected to. No redirects are
 * followed, and at most `maxAnswerBytes` are read.
 */
export interface Http {
  request(request: HttpRequest): Promise<HttpResult>
}

export interface HttpRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
  /** For the whole exchange: look-up, connection, answer. */
  readonly timeoutMs: number
  readonly maxAnswerBytes: number
  /** Dial internal addresses too: only for addresses that the operator has configured. */
  readonly trusted?: boolean
  /**
   * Within MALOTE_NETWORK_ALLOW, the operator's own networks, take certificates that do not verify;
   * everywhere else refuse plain http (docs/decisions/0010-webhooks-on-own-networks.md).
   */
  readonly lenientOnOwnNetworks?: boolean
}

export type HttpResult =
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly body: Buffer
      readonly truncated: boolean
    }
  | {
      readonly kind: 'failure'
      readonly reason: 'timeout' | 'internal_address' | 'dns' | 'tls' | 'network' | 'bad_url'
      readonly message: string
    }
