/**
 * `npm run demo [-- --language pt|en] [--stay]`: the whole service against an internet of its own on
 * loopback, every outcome there is, three days in a minute. Ends with an error if anything turned
 * out otherwise than planned.
 */
import { optionsOf } from '../../scripts/options.ts'
import { type DemoResult, differences, type Running, runDemo } from './play.ts'
import {
  clearLine,
  progressLine,
  type Screen,
  showArrived,
  showNext,
  showResult,
  showStay,
} from './show.ts'

const { values } = optionsOf(import.meta.url, {
  options: {
    language: { type: 'string', default: /^pt/i.test(process.env.LANG ?? '') ? 'pt' : 'en' },
    stay: { type: 'boolean', default: false },
  },
})
const screen: Screen = {
  language: values.language === 'pt' ? 'pt' : 'en',
  isLive: process.stdout.isTTY === true,
  width: process.stdout.columns ?? 100,
}

let wrong: string[] = []

async function done(result: DemoResult, running: Running): Promise<void> {
  clearLine(screen)
  console.log(showResult(screen, result))
  wrong = differences(result)
  for (const one of wrong) console.error(`✘ ${one}`)
  if (!values.stay) return console.log(`\n${showNext(screen)}`)
  console.log(`\n${showStay(screen, running, await running.stay())}`)
  const before = running.arrived()
  await new Promise(resolve => process.once('SIGINT', resolve).once('SIGTERM', resolve))
  console.log(`\n${showArrived(screen, running.arrived() - before)}`)
}

try {
  await runDemo({ language: screen.language, tell: progressLine(screen), done })
  process.exit(wrong.length === 0 ? 0 : 1)
} catch (error) {
  clearLine(screen)
  const isAddress = (error as NodeJS.ErrnoException).code === 'EADDRNOTAVAIL'
  console.error(
    isAddress
      ? 'The demo needs the addresses 127.0.0.10 to 127.0.0.40 on the loopback interface; Linux has them.'
      : error,
  )
  process.exit(1)
}
