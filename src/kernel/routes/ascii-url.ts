/** A URL as a header may hold it (RFC 3986 §2.1): all but printable ASCII is percent-encoded as UTF-8. */
export const inAscii = (url: string): string =>
  url.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, one => encodeURIComponent(one))
