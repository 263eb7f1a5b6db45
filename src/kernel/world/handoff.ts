/**
 * Work handed from the transaction that makes it to a loop of the same process, without a look into
 * the database in between: the maker need not wake the loop, and the loop need not look for the work
 * and claim it, which costs an update of every index of the queue. One consumer per kind of work; a
 * process without one hands nothing over, and whoever claims the work next finds it in the database.
 */
export interface Consumer<Item> {
  /** How much it can take now; 0 while older work waits. Looked at, not reserved. */
  readonly room: number
  /** Until when work that is made now is its own. */
  leaseUntil(): number
  /** Called after the commit, with the end of the lease as it was written. */
  take(items: readonly Item[], leaseUntil: number): void
}

/** All of one kind are items of one type. */
export interface Handoff {
  /** Returns the function that ends the offer. */
  offer<Item>(kind: string, consumer: Consumer<Item>): () => void
  /** The consumer that takes this much new work of a kind, if there is one. */
  find<Item>(kind: string, count: number): Consumer<Item> | null
}

export function createHandoff(): Handoff {
  const consumers = new Map<string, Consumer<never>>()
  return {
    offer(kind, consumer) {
      consumers.set(kind, consumer)
      return () => {
        if (consumers.get(kind) === consumer) consumers.delete(kind)
      }
    },
    find(kind, count) {
      const consumer = consumers.get(kind)
      return consumer && count <= consumer.room ? consumer : null
    },
  }
}
