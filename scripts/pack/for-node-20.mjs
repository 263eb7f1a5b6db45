/**
 * What the program asks of JavaScript and Node that Node 20 does not have yet. It is loaded first, in
 * each thread, by the program of the package `malote` (bundle.ts); where all is there it does nothing.
 */
import { X509Certificate } from 'node:crypto'

function add(owner, name, descriptor) {
  if (name in owner) return
  Object.defineProperty(owner, name, { configurable: true, ...descriptor })
}

/** ECMA-262 §27.2.4.9, since Node 22. */
add(Promise, 'withResolvers', {
  writable: true,
  value() {
    const parts = {}
    parts.promise = new Promise((resolve, reject) => Object.assign(parts, { resolve, reject }))
    return parts
  },
})

/** ECMA-262 §24.1.2.1, since Node 21. */
add(Map, 'groupBy', {
  writable: true,
  value(items, keyOf) {
    const groups = new Map()
    let at = 0
    for (const item of items) {
      const key = keyOf(item, at++)
      const group = groups.get(key)
      if (group === undefined) groups.set(key, [item])
      else group.push(item)
    }
    return groups
  },
})

/** Since Node 22.10. The text ends with GMT, whatever the machine's zone. */
for (const end of ['validFrom', 'validTo']) {
  add(X509Certificate.prototype, `${end}Date`, {
    get() {
      return new Date(this[end])
    },
  })
}
