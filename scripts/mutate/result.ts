/** The page that keeps the last recorded result. */
import type { Fault } from './fault.ts'
import type { Outcome } from './plant.ts'

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
