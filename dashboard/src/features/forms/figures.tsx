/** How often a form was shown, sent and confirmed; the chart itself comes after the page. */
import { Suspense } from 'react'
import { useApi } from '../../api/hooks.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import { Fact, Loaded, None, Section, Waiting } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { forms as words } from './texts.ts'

const Chart = lazyPart(() => import('./figures-chart.tsx'), 'FiguresChart')

export function FormFigures({ id }: { id: string }) {
  const say = useSay()
  const { whole, share } = useNumbers()
  const query = useApi('project.forms.stats', { id })
  const of = (n: number, all: number, word: 'ofShown' | 'ofSent') =>
    all > 0 && n <= all ? say(words[word], { share: share(n / all) }) : ''
  return (
    <Section title={say(words.figures)} about={say(words.figuresAbout)}>
      <Loaded query={query} lines={4}>
        {({ shown, sent, confirmed, days }) =>
          shown + sent + confirmed === 0 ? (
            <None>{say(words.notShown)}</None>
          ) : (
            <>
              <dl className="facts">
                <Fact name={say(words.shown)}>{whole(shown)}</Fact>
                <Fact name={say(words.sent)}>
                  {whole(sent)} <span className="dim">{of(sent, shown, 'ofShown')}</span>
                </Fact>
                <Fact name={say(words.confirmed)}>
                  {whole(confirmed)} <span className="dim">{of(confirmed, sent, 'ofSent')}</span>
                </Fact>
              </dl>
              <Suspense fallback={<Waiting lines={4} />}>
                <Chart days={days} />
              </Suspense>
            </>
          )
        }
      </Loaded>
    </Section>
  )
}
