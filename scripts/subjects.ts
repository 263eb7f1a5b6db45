/** The subjects of the commits since the last release, by the rule of STYLE.md, 13. */
import { spawnSync } from 'node:child_process'

const maxLength = 72

/** What is wrong with a subject; null: nothing. */
export function faultOf(subject: string): string | null {
  if (/^(fixup!|squash!|Merge|Revert) /.test(subject)) return null
  if ([...subject].length > maxLength) return `has more than ${maxLength} characters`
  if (/^Let /.test(subject)) return 'says Let; say what the commit does'
  if (!/^\p{Lu}/u.test(subject)) return 'does not begin with a capital letter'
  if (/\.$/.test(subject)) return 'ends with a full stop'
  return null
}

/** Where there is no history to read, as in a shallow clone, there is nothing to judge. */
export function faultySubjects(root: string): string[] {
  const git = (...args: string[]) => spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  const release = git('log', '-1', '--format=%H', '--grep=^Release [0-9]').stdout?.trim() ?? ''
  if (release === '') return []
  const { stdout } = git('log', '--no-merges', '--format=%h %s', `${release}..HEAD`)
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .flatMap(line => {
      const [, commit = '', subject = ''] = /^(\w+) (.*)$/.exec(line) ?? []
      const fault = faultOf(subject)
      return fault === null ? [] : [`${commit} “${subject}” ${fault} (STYLE.md, 13)`]
    })
}
