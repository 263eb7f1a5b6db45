/** What a call takes and gives. */

/** The bytes of an answer that is no JSON, as they come. */
export type ByteStream = ReadableStream<Uint8Array>

export interface RequestOptions {
  /** Default of a POST: a new one per call, kept over its repeats. */
  readonly idempotencyKey?: string | undefined
  readonly language?: 'en' | 'pt' | undefined
  readonly maxRetries?: number | undefined
  readonly timeoutMs?: number | undefined
  readonly signal?: AbortSignal | undefined
}

/** A page of a list. */
export interface Page<Item> {
  readonly data: Item[]
  readonly has_more: boolean
}

/** `await` gives one page; `for await` goes through all items of all pages. */
export interface List<Item> extends PromiseLike<Page<Item>>, AsyncIterable<Item> {}
