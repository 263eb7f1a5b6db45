/**
 * What one running service makes once and shares among its parts: caches, gates, budgets, the place
 * where requests meet. A part is declared beside the code that uses it, with how it is made; the
 * runtime makes it on first use and keeps it as long as its World. So two services in one process (a
 * test, the simulation) share no state. Modules keep only what is the same for all: scratch buffers
 * and memos of what a text parses or compiles to. One thing belongs to the process, the keyring
 * (`sealed.ts` says why).
 */
export interface Part<Made, Needs> {
  /** Unique, for whoever looks at what a service holds. */
  readonly name: string
  readonly make: (world: Needs) => Made
}

export interface Runtime {
  get<Made, Needs>(part: Part<Made, Needs>, world: Needs): Made
}

export function createRuntime(): Runtime {
  const made = new Map<string, unknown>()
  return {
    get<Made, Needs>(part: Part<Made, Needs>, world: Needs): Made {
      if (!made.has(part.name)) made.set(part.name, part.make(world))
      return made.get(part.name) as Made
    },
  }
}
