/** How often a form was shown, sent and confirmed; the chart itself comes after the page. */
import { Suspense } from 'react'
import { useApi } from '../../api/hooks.ts'
import { lazyPart } from '../../ui/lazy-page.ts'
import { Loaded, None, Section, Waiting } from '../../ui/show.tsx'
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
                <dt>{say(words.shown)}</dt>
                <dd>{whole(shown)}</dd>
                <dt>{say(words.sent)}</dt>
                <dd>
                  {whole(sent)} <span className="dim">{of(sent, shown, 'ofShown')}</span>
                </dd>
                <dt>{say(words.confirmed)}</dt>
                <dd>
                  {whole(confirmed)} <span className="dim">{of(confirmed, sent, 'ofSent')}</span>
                </dd>
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
