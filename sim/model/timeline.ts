/**
 * Discrete events: what happens next is what is due first, and of what is due together what was
 * planned first. Nothing here knows of the time of the day, of chance or of mail.
 */

/** A heap of what is due, the earliest first. */
export class Due<Value> {
  readonly #at: number[] = []
  readonly #order: number[] = []
  readonly #values: Value[] = []
  #planned = 0

  get size(): number {
    return this.#at.length
  }

  get firstAt(): number {
    return this.#at[0] ?? Number.POSITIVE_INFINITY
  }

  add(at: number, value: Value): void {
    const order = this.#planned++
    let place = this.#at.length
    while (place > 0) {
      const parent = (place - 1) >> 1
      if (this.#at[parent]! <= at) break
      this.#put(place, this.#at[parent]!, this.#order[parent]!, this.#values[parent]!)
      place = parent
    }
    this.#put(place, at, order, value)
  }

  take(): Value {
    const first = this.#values[0]!
    const at = this.#at.pop()!
    const order = this.#order.pop()!
    const value = this.#values.pop()!
    if (this.#at.length > 0) this.#sink(at, order, value)
    return first
  }

  #sink(at: number, order: number, value: Value): void {
    const { length } = this.#at
    let place = 0
    for (;;) {
      let child = 2 * place + 1
      if (child >= length) break
      if (child + 1 < length && this.#isBefore(child + 1, this.#at[child]!, this.#order[child]!)) {
        child++
      }
      if (!this.#isBefore(child, at, order)) break
      this.#put(place, this.#at[child]!, this.#order[child]!, this.#values[child]!)
      place = child
    }
    this.#put(place, at, order, value)
  }

  #isBefore(place: number, at: number, order: number): boolean {
    const own = this.#at[place]!
    return own < at || (own === at && this.#order[place]! < order)
  }

  #put(place: number, at: number, order: number, value: Value): void {
    this.#at[place] = at
    this.#order[place] = order
    this.#values[place] = value
  }
}

export class Timeline {
  /** Ms since the beginning. */
  now = 0
  readonly #due = new Due<() => void>()

  after(ms: number, act: () => void): void {
    this.#due.add(this.now + Math.max(0, ms), act)
  }

  at(moment: number, act: () => void): void {
    this.after(moment - this.now, act)
  }

  /** Until nothing is due, until that moment, or until `isOver`. */
  run(until = Number.POSITIVE_INFINITY, isOver: () => boolean = () => false): void {
    while (this.#due.size > 0 && this.#due.firstAt <= until && !isOver()) {
      this.now = this.#due.firstAt
      this.#due.take()()
    }
    if (Number.isFinite(until) && !isOver()) this.now = Math.max(this.now, until)
  }
}
