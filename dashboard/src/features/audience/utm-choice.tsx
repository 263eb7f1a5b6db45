/** The parameters of one letter's links: the project's, others in their places, or none. */
import { useApi } from '../../api/hooks.ts'
import { useSay } from '../../ui/words.tsx'
import { Choice } from '../letters/fields.tsx'
import { utm as words } from './texts.ts'
import { UtmFields, type UtmName, utmOf, utmValuesOf } from './utm-fields.tsx'

/** `{}`: as the project has it; null: none. */
export type OwnUtm = Partial<Record<UtmName, string>> | null

interface UtmChoiceProps {
  readonly value: OwnUtm
  readonly set: (utm: OwnUtm) => void
  readonly errorOf?: (name: UtmName) => string | undefined
  /** Whether the fields are open although nothing is filled in yet. */
  readonly isOwn: boolean
  readonly setOwn: (isOwn: boolean) => void
}

type Kind = 'project' | 'own' | 'none'

export function UtmChoice({ value, set, errorOf, isOwn, setOwn }: UtmChoiceProps) {
  const say = useSay()
  const { data: settings } = useApi('project.marketingSettings.get')
  const isFilled = value !== null && Object.keys(value).length > 0
  const kind: Kind = value === null ? 'none' : isFilled || isOwn ? 'own' : 'project'
  return (
    <>
      <Choice
        label={say(words.title)}
        value={kind}
        set={next => {
          setOwn(next === 'own')
          set(next === 'none' ? null : next === 'own' ? (value ?? {}) : {})
        }}
        data={[
          { value: 'project', label: say(words.ofProject) },
          { value: 'own', label: say(words.own) },
          { value: 'none', label: say(words.none) },
        ]}
      />
      {kind === 'own' && (
        <>
          <p className="dim">{say(words.ownAbout)}</p>
          <UtmFields
            values={utmValuesOf(value)}
            set={(name, text) => set(utmOf({ ...utmValuesOf(value), [name]: text }))}
            {...(errorOf ? { errorOf } : {})}
            otherwise={settings?.utm ?? null}
          />
        </>
      )}
    </>
  )
}
