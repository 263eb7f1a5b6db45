/** The page that keeps the last recorded result. */
import type { Fault } from './fault.ts'
import type { Outcome } from './plant.ts'
import type { TriedMutant } from './try-operators.ts'

export function resultPage(outcomes: ReadonlyMap<Fault, Outcome>, total: number): string {
  const rows = [...Map.groupBy(outcomes, ([fault]) => fault.file)].map(([file, tried]) => {
    const noticed = tried.filter(([, outcome]) => outcome === 'noticed').length
    return `| ${file} | ${tried.length} | ${noticed} |`
  })
  const survived = [...outcomes].filter(([, outcome]) => outcome !== 'noticed')
  const noticed = outcomes.size - survived.length
  return `# Planted faults

\`npm run mutate\` plants faults one at a time and runs the tests that must notice (${total} are listed in \`scripts/mutate\`). This page is written by \`npm run mutate -- --record\`: of ${outcomes.size} tried, ${noticed} were noticed.

| file | planted | noticed |
| --- | --- | --- |
${rows.join('\n')}

Not noticed:

${survived.map(([fault]) => `- ${fault.file}: ${fault.wrong}`).join('\n') || 'None.'}
`
}

/** By module, and all together. */
export function operatorTable(tried: readonly TriedMutant[]): string {
  const row = (name: string, some: readonly TriedMutant[]): string => {
    const noticed = some.filter(one => one.isNoticed).length
    return `| ${name} | ${some.length} | ${noticed} | ${Math.round((100 * noticed) / some.length)} % |`
  }
  const rows = [...Map.groupBy(tried, one => one.module.file)]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, some]) => row(file, some))
  return `| file | changed | noticed | |
| --- | --- | --- | --- |
${[...rows, row('all', tried)].join('\n')}`
}

/** `sample`: at most so many of each module were tried. */
export const operatorText = (
  tried: readonly TriedMutant[],
  sample: number,
): string => `# Changed operators

\`npm run mutate -- --operators\` changes each comparison, sum, condition, truth, step and call of the modules that only work things out, one at a time, and runs the tests beside them alone. This page is written by \`--record\`, of the modules that were tried, and of at most ${sample} changes of each, spread over it. What survives is a line that its own tests would not miss; some of it changes nothing that can be seen.

${operatorTable(tried)}
`
