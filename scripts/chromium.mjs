/** Finds a Chromium for the browser tests, which drive an installed one rather than download it. */
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first draws no window that nobody sees, at half the work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
]
const elsewhere = [
  '/usr/lib/chromium/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of the program (CHROMIUM_PATH before all others), or undefined. */
export function findChromium(environment = process.env) {
  const folders = [...(environment.PATH ?? '').split(delimiter), '/usr/bin', '/usr/local/bin']
  const places = folders.flatMap(folder => names.map(name => join(folder, name)))
  return [environment.CHROMIUM_PATH, ...places, ...elsewhere].find(isProgram)
}

function isProgram(file) {
  if (!file) return false
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
