/**
 * Work handed from the transaction that makes it to a loop of the same process, without a look into
 * the database in between: the maker need not wake the loop, and the loop need not look for the work
 * and claim it, which costs an update of every index of the queue. One consumer per kind of work; a
 * process without one hands nothing over, and whoever claims the work next finds it in the database.
 */
export interface Consumer<Item, Ask> {
  /**
   * Begins a choice: the function says of one piece of new work after the other whether the
   * consumer takes it now. Looked at, not reserved.
   */
  choose(): (ask: Ask) => boolean
  /** Until when work that is made now is its own. */
  leaseUntil(): number
  /** Called after the commit, with the end of the lease as it was written. */
  take(items: readonly Item[], leaseUntil: number): void
}

/** All of one kind are items of one type. */
export interface Handoff {
  /** Returns the function that ends the offer. */
  offer<Item, Ask>(kind: string, consumer: Consumer<Item, Ask>): () => void
  /** The consumer of new work of a kind, if there is one. */
  find<Item, Ask>(kind: string): Consumer<Item, Ask> | null
}

export function createHandoff(): Handoff {
  const consumers = new Map<string, unknown>()
  return {
    offer(kind, consumer) {
      consumers.set(kind, consumer)
      return () => {
        if (consumers.get(kind) === consumer) consumers.delete(kind)
      }
    },
    find: <Item, Ask>(kind: string) =>
      (consumers.get(kind) as Consumer<Item, Ask> | undefined) ?? null,
  }
}
