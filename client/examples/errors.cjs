// What a refusal looks like, in CommonJS.
const { Malote, MaloteError } = require('@malote/client')

async function main() {
  const malote = new Malote(undefined, { language: 'pt' })
  try {
    await malote.emails.send({ from: 'orders@shop.test', to: ['ana@'], subject: 'Oi', text: 'Oi' })
  } catch (error) {
    if (!(error instanceof MaloteError)) throw error
    console.log(`${error.status} ${error.code} ${error.param}: ${error.message}`)
  }
}

main()
