/** Browser and system out of a User-Agent, as far as people care. */
import bowser from 'bowser'

const maxShownLength = 60

/** `Edge, Windows`; what cannot be read is shown as it is, nothing as null. */
export function browserOf(agent: string | null): string | null {
  if (!agent) return null
  const read = bowser.getParser(agent)
  const names = [read.getBrowserName().replace(/^Microsoft /, ''), read.getOSName()]
  const known = names.filter(name => name !== '')
  return known.length > 0 ? known.join(', ') : agent.slice(0, maxShownLength)
}
