/**
 * The email that everything is measured with: 2.5 KB of html and text, to twenty domains in turn.
 * Its number is in its subject, so that the sink can tell whether each has arrived.
 */
export const senderDomain = 'bench.test'
export const from = `hello@${senderDomain}`
export const recipientDomains = Array.from({ length: 20 }, (_, i) => `dest${i}.test`)

const filler = 'Lorem ipsum dolor sit amet, consectetur adipiscing elit, sed do eiusmod tempor. '
export const text = filler.repeat(12)
export const html = `<html><body><h1>Olá</h1><p>${filler.repeat(15)}</p></body></html>`

export const subjectOf = (n: number): string => `Benchmark ${n}`
export const recipientOf = (n: number): string =>
  `user${n}@${recipientDomains[n % recipientDomains.length]}`

/** One contact; `of` keeps those of different loads apart. */
export const person = (n: number, of: string) => ({
  email: `${of}${n}@d${n % 997}.example`,
  first_name: `Name${n % 1_000}`,
  properties: { city: ['Recife', 'Olinda', 'São Paulo', 'Natal'][n % 4], orders: n % 20 },
})
