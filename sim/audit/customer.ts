/** A simulated customer: the project that it writes from, and its keys. */
export interface Customer {
  readonly accountId: string
  readonly projectId: string
  readonly domain: string
  readonly liveKey: string
  readonly testKey: string
  readonly adminKey: string
}
