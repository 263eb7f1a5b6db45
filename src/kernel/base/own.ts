/**
 * What an object holds under a name that somebody chose: of what is not there, every object has
 * members of its own making (`constructor` is a fair name of a property, and of a step).
 */
export const ownOf = <Value>(
  object: Readonly<Record<string, Value>>,
  name: string,
): Value | undefined => (Object.hasOwn(object, name) ? object[name] : undefined)
