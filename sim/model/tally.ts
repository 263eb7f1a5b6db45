/** Waits, counted in steps of 2 %, so that a million of them take no more room than a few. */
const step = Math.log(1.02)
const minMs = 0.01

export class Waits {
  count = 0
  sumMs = 0
  maxMs = 0
  readonly #steps: number[] = []

  add(ms: number): void {
    this.count++
    this.sumMs += ms
    this.maxMs = Math.max(this.maxMs, ms)
    const n = ms <= minMs ? 0 : Math.ceil(Math.log(ms / minMs) / step)
    this.#steps[n] = (this.#steps[n] ?? 0) + 1
  }

  get meanMs(): number {
    return this.count === 0 ? 0 : this.sumMs / this.count
  }

  /** At most 2 % above what it was; 0 where nothing was counted. */
  quantile(q: number): number {
    let left = Math.ceil(q * this.count)
    for (const [n, many = 0] of this.#steps.entries()) {
      left -= many
      if (left <= 0) return this.count === 0 ? 0 : Math.min(this.maxMs, minMs * Math.exp(n * step))
    }
    return this.maxMs
  }
}
