/** The name in a Host field or a URL's host: in lower case, without the port and the dot at its end. */
export const hostName = (host: string): string =>
  host.toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
