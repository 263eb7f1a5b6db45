/**
 * A letter as the server makes it, for a person and a screen. It stands in a frame that allows
 * nothing: a stranger's html never runs in our page.
 */
import { Group, NativeSelect, SegmentedControl, Select, Text } from '@mantine/core'
import { useDebouncedValue, useElementSize } from '@mantine/hooks'
import { useState } from 'react'
import type { ApiError } from '../../api/client.ts'
import { useApi } from '../../api/hooks.ts'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Loaded, Section } from '../../ui/show.tsx'
import { useNumbers } from '../../ui/time.tsx'
import { useSay } from '../../ui/words.tsx'
import { email as emailWords } from '../emails/texts.ts'
import { framed } from './frame.ts'
import { previewTexts as words } from './texts.ts'

export interface PreviewLetter {
  readonly subject: string
  readonly preheader?: string | null
  readonly html: string | null
  readonly text: string | null
  readonly bytes: number
  readonly missing: readonly string[]
}

interface LetterPreviewProps {
  /** Whether there is something to show yet. */
  readonly isThere: boolean
  readonly query: {
    readonly data: PreviewLetter | undefined
    readonly error: ApiError | null
    readonly refetch: () => unknown
  }
  /** Whose values it has; empty: nobody's in particular. */
  readonly person: string
  readonly setPerson: (id: string) => void
  /** Which of several letters is shown, chosen here. */
  readonly parts?: readonly Part[]
}

interface Part {
  readonly label: string
  readonly value: string
  readonly set: (value: string) => void
  readonly data: readonly { readonly value: string; readonly label: string }[]
}

const looks = ['light', 'dark', 'both', 'text'] as const
type Look = (typeof looks)[number]

export function LetterPreview({
  isThere,
  query,
  person,
  setPerson,
  parts = [],
}: LetterPreviewProps) {
  const say = useSay()
  const [look, setLook] = useState<Look>('light')
  return (
    <Section title={say(words.title)}>
      <Group gap="sm" mb="sm" align="flex-end">
        <PersonChoice person={person} set={setPerson} />
        {parts.map(({ label, value, set, data }) => (
          <NativeSelect
            key={label}
            label={label}
            value={value}
            onChange={event => set(event.currentTarget.value)}
            data={[...data]}
          />
        ))}
      </Group>
      <SegmentedControl
        fullWidth
        size="xs"
        mb="sm"
        aria-label={say(words.look)}
        value={look}
        onChange={value => setLook(value as Look)}
        data={looks.map(value => ({ value, label: say(words[value]) }))}
      />
      {isThere ? (
        <Loaded query={query} lines={6}>
          {letter => <Shown letter={letter} look={look} error={query.error} />}
        </Loaded>
      ) : (
        <p className="dim">{say(words.nothingYet)}</p>
      )}
    </Section>
  )
}

function Shown({
  letter,
  look,
  error,
}: {
  letter: PreviewLetter
  look: Look
  error: ApiError | null
}) {
  const say = useSay()
  const subject = letter.subject || say(words.noSubject)
  return (
    <>
      {error && (
        <p role="alert" className="field-error">
          {error.message}
        </p>
      )}
      <Text fw={600} className="wrap" dir="auto">
        {subject}
        {letter.preheader && <span className="dim letter-preheader"> {letter.preheader}</span>}
      </Text>
      <Weight letter={letter} />
      {look === 'text' ? (
        <pre className="letter-text" dir="auto">
          {letter.text ?? say(words.noText)}
        </pre>
      ) : (
        (look === 'both' ? ([false, true] as const) : [look === 'dark']).map(isDark => (
          <Frames key={String(isDark)} subject={subject} html={letter.html ?? ''} isDark={isDark} />
        ))
      )}
      {look !== 'text' && (
        <Text size="xs" c="dimmed" mt={6}>
          {say(look === 'light' ? words.images : words.darkAbout)}
        </Text>
      )}
    </>
  )
}

interface FramesProps {
  readonly subject: string
  readonly html: string
  readonly isDark: boolean
}

/** On a computer and on a phone, beside each other. */
function Frames({ subject, html, isDark }: FramesProps) {
  const say = useSay()
  const page = framed(html, isDark)
  const titleOf = (screen: 'desktop' | 'phone'): string => {
    const title = `${say(emailWords.previewOf, { subject })}, ${say(words[screen])}`
    return isDark ? `${title}, ${say(words.dark)}` : title
  }
  return (
    <div className="preview-pair">
      <Frame pixels={desktopPixels} title={titleOf('desktop')} page={page} />
      <Frame isPhone pixels={phonePixels} title={titleOf('phone')} page={page} />
    </div>
  )
}

/** Letters are laid out for a phone below some 480 pixels; on a computer they have at least these. */
const desktopPixels = 640
const phonePixels = 375
const framePixels = 560

interface FrameProps {
  readonly isPhone?: boolean
  /** As wide as the screen is; made smaller where there is no room for it. */
  readonly pixels: number
  readonly title: string
  readonly page: string
}

function Frame({ isPhone = false, pixels, title, page }: FrameProps) {
  const { ref, width } = useElementSize()
  const scale = width === 0 ? 1 : Math.min(1, width / pixels)
  return (
    <div ref={ref} className={isPhone ? 'preview-room preview-room-phone' : 'preview-room'}>
      <PageFrame
        html={page}
        className={isPhone ? 'preview preview-phone' : 'preview'}
        style={{
          width: pixels,
          height: framePixels / scale,
          transform: `scale(${scale})`,
          transformOrigin: '0 0',
        }}
        title={title}
      />
    </div>
  )
}

/** Gmail shows no more of a letter than this. */
const maxBytes = 102_400

function Weight({ letter: { bytes, missing } }: { letter: PreviewLetter }) {
  const say = useSay()
  const numbers = useNumbers()
  const isTooLarge = bytes > maxBytes
  const said = say(isTooLarge ? words.tooLarge : words.bytes, { bytes: numbers.bytes(bytes) })
  return (
    <div className="letter-weight">
      <meter min={0} max={maxBytes} high={maxBytes * 0.8} value={bytes} aria-label={said} />
      <Text size="sm" c={isTooLarge ? 'var(--mantine-color-error)' : 'dimmed'}>
        {said}
      </Text>
      {missing.length > 0 && (
        <Text size="sm" c="var(--wait)">
          {say(words.missing, { names: missing.join(', ') })}
        </Text>
      )}
    </div>
  )
}

const typingMs = 250

function PersonChoice({ person, set }: { person: string; set: (id: string) => void }) {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const [name, setName] = useState('')
  const [asked] = useDebouncedValue(typed, typingMs)
  const q = asked === name ? '' : asked
  const { data } = useApi(
    'project.contacts.list',
    { limit: 20, ...(q ? { q } : {}) },
    { keepsPrevious: true },
  )
  const found = (data?.data ?? []).map(({ id, email }) => ({ value: id, label: email }))
  const chosen =
    person && !found.some(one => one.value === person) ? [{ value: person, label: name }] : []
  return (
    <Select
      flex="1 1 200px"
      label={say(words.person)}
      placeholder={say(words.nobody)}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': say(words.nobody) }}
      nothingFoundMessage={say(words.noneFound)}
      filter={({ options }) => options}
      data={[...chosen, ...found]}
      value={person || null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setName(option?.label ?? '')
        set(id ?? '')
      }}
    />
  )
}
