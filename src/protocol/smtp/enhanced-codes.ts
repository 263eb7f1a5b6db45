/**
 * A status code in front of the words of each reply but the greeting, those to EHLO and those that
 * ask for more (RFC 2034 §4, RFC 3463): the reply's own where it has one, else the library's for its
 * number, which does not fit all that a 421 may say.
 */
const own = /^[245]\.\d{1,3}\.\d{1,3} /

const ofEnds = [
  [/shutting down/i, '4.3.2'],
  [/too many|too soon|HTTP requests/i, '4.7.0'],
] as const

interface Replying {
  send(code: number, data?: string | string[] | null, context?: string | false): void
}

export function giveCodes(connection: Replying): void {
  const send = connection.send.bind(connection)
  connection.send = (code, data, context) => {
    if (typeof data !== 'string' || context === false) return send(code, data, context)
    if (own.test(data)) return send(code, data, false)
    const better = code === 421 ? ofEnds.find(([words]) => words.test(data))?.[1] : undefined
    if (better === undefined) return send(code, data, context)
    return send(code, `${better} ${data}`, false)
  }
}
