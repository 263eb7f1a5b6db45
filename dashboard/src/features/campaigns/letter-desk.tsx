/** Writing the letter of a campaign, with the whole page for it. */
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useLook } from '../../api/hooks.ts'
import { useSay } from '../../ui/words.tsx'
import { faultFrom, type LetterFault } from '../letters/fault.ts'
import { HistoryProvider, useHistory } from '../letters/history.ts'
import { Languages } from '../letters/languages.tsx'
import { LetterPreview } from '../letters/letter-preview.tsx'
import { useValueGroups } from '../letters/liquid.ts'
import { ValuesProvider } from '../letters/value-menu.tsx'
import { isWritten } from '../letters/variant.ts'
import { Workbench } from '../letters/workbench.tsx'
import type { CampaignDraft } from './draft.ts'
import type { PartProps } from './part.ts'
import { campaigns as words } from './texts.ts'

interface LetterDeskProps extends PartProps {
  readonly leave: () => void
  /** What is to be mended, where that is why somebody came here. */
  readonly pointed: LetterFault | null
}

export function LetterDesk(props: LetterDeskProps) {
  const { campaign, draft, set, fault, leave, pointed } = props
  const say = useSay()
  const groups = useValueGroups()
  const setLetters = (letters: CampaignDraft['letters']) => set({ ...draft, letters })
  const history = useHistory(draft.letters, setLetters, campaign.id)
  const [chosen, show] = useState(draft.letters.home)
  const shown = draft.letters.variants[chosen] === undefined ? draft.letters.home : chosen
  const preview = usePreview(props, shown)
  const said = fault ?? faultFrom(preview.query.error) ?? pointed
  const own = said && {
    ...said,
    param: said.param?.replace(/^content\.(?!variants)/, `variants.${shown}.`) ?? null,
  }
  return (
    <ValuesProvider value={groups}>
      <Group mb="md">
        <Button variant="default" onClick={leave}>
          {say(words.backToCampaign)}
        </Button>
      </Group>
      <Workbench
        editor={
          <HistoryProvider value={history}>
            <Languages
              letters={draft.letters}
              set={setLetters}
              shown={shown}
              show={show}
              fault={own}
            />
          </HistoryProvider>
        }
        preview={campaign.content !== null && <LetterPreview {...preview} />}
      />
    </ValuesProvider>
  )
}

/** The letter as it has been saved, for a person and a variant. */
function usePreview({ campaign, kept, turn }: PartProps, language: string) {
  const say = useSay()
  const [person, setPerson] = useState('')
  const [variant, setVariant] = useState('')
  const letter = kept.letters.variants[language]
  const isThere = campaign.content !== null && letter !== undefined && isWritten(letter)
  const body = {
    ...(person ? { contact_id: person } : {}),
    language,
    ...(variant && campaign.ab ? { variant } : {}),
  }
  const input = isThere ? { id: campaign.id, body } : undefined
  const query = useLook('project.campaigns.preview', input, turn)
  const variants = campaign.ab?.variants ?? []
  const choice = {
    label: say(words.variant),
    value: variant,
    set: setVariant,
    data: variants.map(({ key }, n) => ({ value: n === 0 ? '' : key, label: key.toUpperCase() })),
  }
  return { query, isThere, person, setPerson, parts: variants.length > 0 ? [choice] : [] }
}
