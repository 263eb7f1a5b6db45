/**
 * Preloaded by `npm test` into its test processes: node's runner keeps a map from every promise to
 * the test in which it arose, for which it counts each one's birth and end. An eighth of what the
 * test processes compute goes there, and the map serves for the name of the test from which an error
 * strayed. Without it such an error fails the file, as it does where its test has ended already. A
 * file that is run alone (`npm test -- FILE`) has the map, and says the name.
 *
 * What stays in the map are tests and suites themselves, from when their function is called: so what
 * a `describe` holds, hooks among it, is the suite's own. What its function adds after it has waited
 * for something is known by the promises alone: such a file has the whole map, and says so by its name.
 */
import hooks, { AsyncResource, executionAsyncId } from 'node:async_hooks'

type Hook = ReturnType<typeof hooks.createHook>

const { createHook } = hooks
const none: Hook = { enable: () => none, disable: () => none }
// Found by the map's name in its code: where a later Node calls it something else, tests run as ever.
const isWhole = /\.whole\.test\.mjs$/.test(process.argv[1] ?? '')
hooks.createHook = callbacks => {
  const { init } = callbacks
  if (isWhole || init === undefined || !String(init).includes('testResources'))
    return createHook(callbacks)
  const { runInAsyncScope } = AsyncResource.prototype
  AsyncResource.prototype.runInAsyncScope = function (...call) {
    if ('subtests' in this) init(this.asyncId(), 'Test', executionAsyncId(), this)
    return Reflect.apply(runInAsyncScope, this, call)
  }
  return none
}
