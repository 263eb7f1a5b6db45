/** A file that a setting names: what it holds, and what is wrong in it. */
import { readFileSync } from 'node:fs'
import { BadSetting, type SettingName } from './config.ts'
import type { Text } from './languages.ts'
import { faultText } from './start-refused.ts'

/** Makes the error that stops the start, of what is wrong in the file. */
export const badFile =
  (setting: SettingName, path: string) =>
  (what: Text | string): BadSetting =>
    new BadSetting(faultText('wrong_in_file', { setting, path, what }))

/** What the file holds, as JSON. Throws BadSetting where it cannot be read. */
export function readJsonFile(setting: SettingName, path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch (error) {
    throw badFile(setting, path)((error as Error).message)
  }
}
