/** The cookies of a browser, as it takes and sends them. */
export function cookieJar() {
  const kept = new Map<string, string>()
  return {
    kept,
    /** As the header Cookie has them. */
    line: (): string => [...kept].map(([name, value]) => `${name}=${value}`).join('; '),
    take({ headers }: Pick<Response, 'headers'>): void {
      for (const line of headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        if (value === '') kept.delete(name)
        else kept.set(name, value)
      }
    },
  }
}
