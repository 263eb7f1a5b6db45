/** The brand of a website, proposed and looked at before any of it is taken into the theme. */
import { Button, Checkbox, ColorSwatch, Group, Radio, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Answer } from '../../api/calls.ts'
import type { ApiError } from '../../api/client.ts'
import { useRefresh } from '../../api/hooks.ts'
import type { Theme } from '../../api/shapes.ts'
import { useUpload } from '../../api/upload.ts'
import { DialogButton } from '../../ui/dialog.tsx'
import { useApiForm } from '../../ui/form.tsx'
import { IconWorld } from '../../ui/icons.ts'
import { None, Refused } from '../../ui/show.tsx'
import { ApiForm } from '../../ui/submission.tsx'
import { common } from '../../ui/texts.ts'
import { useSay } from '../../ui/words.tsx'
import { theme as themeWords, brandSite as words } from './texts.ts'

type Proposal = Answer<'project.marketingSettings.brand'>

/** What of a theme is taken; what is absent stays as it is. */
export type ThemeParts = Pick<Theme, 'name' | 'logo_file_id' | 'color' | 'background' | 'font'>

export function BrandFromSite({ take }: { take: (taken: ThemeParts) => void }) {
  const say = useSay()
  return (
    <DialogButton
      call="project.marketingSettings.brand"
      label={say(words.open)}
      icon={<IconWorld size={16} />}
      size="lg"
    >
      {close => (
        <Visit
          close={close}
          take={taken => {
            close()
            take(taken)
          }}
        />
      )}
    </DialogButton>
  )
}

interface VisitProps {
  readonly close: () => void
  readonly take: (taken: ThemeParts) => void
}

function Visit({ close, take }: VisitProps) {
  const say = useSay()
  const form = useApiForm('project.marketingSettings.brand', {
    initial: { url: '' },
    input: body => ({ body }),
  })
  if (form.answer !== undefined) {
    return <Choice proposal={form.answer} take={take} close={close} />
  }
  return (
    <ApiForm form={form} action={say(words.look)} onCancel={close}>
      <TextInput
        {...form.field('url')}
        label={say(words.url)}
        description={say(words.urlAbout)}
        placeholder="https://"
        inputMode="url"
        autoCapitalize="none"
        required
        data-autofocus
      />
    </ApiForm>
  )
}

const parts = ['name', 'logo', 'color', 'background', 'font'] as const
type PartName = (typeof parts)[number]

function Choice({ proposal, take, close }: VisitProps & { proposal: Proposal }) {
  const say = useSay()
  const found = parts.filter(part => proposal[part] !== null)
  const [chosen, setChosen] = useState<readonly PartName[]>(found)
  const [color, setColor] = useState(proposal.color)
  const { isRunning, error, agree } = useAgreeing(proposal, take)
  if (found.length === 0) return <None>{say(words.nothing)}</None>
  const toggle = (part: PartName, isOn: boolean) =>
    setChosen(isOn ? [...chosen, part] : chosen.filter(one => one !== part))
  return (
    <Stack gap="md">
      <Text size="sm" c="dimmed" className="wrap">
        {say(words.found, { url: proposal.url })}
      </Text>
      {found.map(part => (
        <div key={part}>
          <Checkbox
            checked={chosen.includes(part)}
            onChange={event => toggle(part, event.currentTarget.checked)}
            label={say(themeWords[part])}
          />
          <div className="brand-part">
            <Part part={part} proposal={proposal} color={color} setColor={setColor} />
          </div>
        </div>
      ))}
      <Refused error={error} />
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {say(common.cancel)}
        </Button>
        <Button
          loading={isRunning}
          disabled={chosen.length === 0}
          onClick={() => void agree(chosen, color)}
        >
          {say(words.take)}
        </Button>
      </Group>
    </Stack>
  )
}

/** The logo alone is kept at once; the rest is in the form, to be seen and saved. */
function useAgreeing(proposal: Proposal, take: VisitProps['take']) {
  const upload = useUpload()
  const refresh = useRefresh()
  const [isRunning, setRunning] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const agree = async (chosen: readonly PartName[], color: string | null) => {
    setRunning(true)
    setError(null)
    const { name, background, font, logo } = proposal
    const given = Object.entries({ name, color, background, font })
    const some = given.filter(([part]) => chosen.includes(part as PartName))
    try {
      const isLogo = logo !== null && chosen.includes('logo')
      const kept = isLogo ? await upload(fileOf(logo), () => {}) : null
      if (kept !== null) await refresh('project.files')
      take({
        ...(Object.fromEntries(some) as ThemeParts),
        ...(kept === null ? {} : { logo_file_id: kept.id }),
      })
    } catch (failed) {
      setError(failed as ApiError)
      setRunning(false)
    }
  }
  return { isRunning, error, agree }
}

function fileOf({ data, filename, content_type: type }: NonNullable<Proposal['logo']>): File {
  return new File([Uint8Array.from(atob(data), one => one.charCodeAt(0))], filename, { type })
}

interface PartProps {
  readonly part: PartName
  readonly proposal: Proposal
  readonly color: string | null
  readonly setColor: (color: string) => void
}

function Part({ part, proposal, color, setColor }: PartProps) {
  const say = useSay()
  const { name, logo, colors, background, font, fonts } = proposal
  switch (part) {
    case 'name':
      return (
        <span className="wrap" dir="auto">
          {name}
        </span>
      )
    case 'logo':
      return (
        <img
          className="brand-logo"
          src={`data:${logo!.content_type};base64,${logo!.data}`}
          alt={say(themeWords.logo)}
        />
      )
    case 'color':
      return (
        <Radio.Group value={color} onChange={setColor} aria-label={say(themeWords.color)}>
          <Group gap="md">
            {colors.map(one => (
              <Radio key={one} value={one} label={<Swatch color={one} />} />
            ))}
          </Group>
        </Radio.Group>
      )
    case 'background':
      return <Swatch color={background!} />
    case 'font':
      return (
        <>
          {say(themeWords[font!])} <span className="dim">{fonts.join(', ')}</span>
        </>
      )
  }
}

const Swatch = ({ color }: { color: string }) => (
  <Group gap={6} component="span">
    <ColorSwatch component="span" color={color} size={18} />
    <span className="mono">{color}</span>
  </Group>
)
