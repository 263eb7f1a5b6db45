/**
 * Which lines of a file of settings tests have looked at: what nobody has may say anything. A value is
 * looked at when it is read, by a comparison of the whole as well.
 */
type Path = string

export interface LookedAt<T> {
  /** The same, and it notes what is read of it. */
  readonly seen: T
  /** Paths of values that nobody has read. */
  unread(): readonly Path[]
  /** Of all values. */
  all(): readonly Path[]
}

export function lookingAt<T>(whole: T): LookedAt<T> {
  const read = new Set<Path>()
  return {
    seen: noting(whole, '', read),
    unread: () => leavesOf(whole, '').filter(path => !read.has(path)),
    all: () => leavesOf(whole, ''),
  }
}

const isTree = (one: unknown): one is object => typeof one === 'object' && one !== null

function noting<T>(one: T, path: Path, read: Set<Path>): T {
  if (!isTree(one)) {
    read.add(path)
    return one
  }
  return new Proxy(one, {
    get: (target, name, self) =>
      typeof name === 'string' && Object.hasOwn(target, name)
        ? noting(Reflect.get(target, name, self), `${path}/${name}`, read)
        : Reflect.get(target, name, self),
  })
}

function leavesOf(one: unknown, path: Path): Path[] {
  if (!isTree(one)) return [path]
  return Object.entries(one).flatMap(([name, value]) => leavesOf(value, `${path}/${name}`))
}
